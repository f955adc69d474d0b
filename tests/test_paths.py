"""Where the data lives, and who may read it."""

import stat

import pytest

from quizbank.paths import data_folder, make_private, make_private_file


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("QUIZBANK_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


def test_the_option_goes_before_the_variable_and_the_variable_before_the_platform(home, monkeypatch):
    assert data_folder().is_relative_to(home)
    assert data_folder().name == "quizbank"
    monkeypatch.setenv("QUIZBANK_HOME", "~/notes")
    assert data_folder() == home / "notes"
    assert data_folder(home / "other") == home / "other"


def test_an_empty_variable_is_none(home, monkeypatch):
    platform = data_folder()
    monkeypatch.setenv("QUIZBANK_HOME", "")
    assert data_folder("") == platform


def test_asking_for_the_folder_creates_nothing(home):
    data_folder()
    assert list(home.iterdir()) == []


def test_a_relative_folder_is_below_the_working_one(home, monkeypatch):
    monkeypatch.chdir(home)
    assert data_folder("data") == home / "data"


def test_a_new_folder_and_its_files_are_the_owners_alone(tmp_path):
    folder = make_private(tmp_path / "a" / "b")
    make_private_file(folder / "file")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "file").stat().st_mode) == 0o600


def test_a_folder_and_a_file_that_exist_stay_as_they_are(tmp_path):
    tmp_path.chmod(0o755)
    make_private(tmp_path)
    (tmp_path / "file").write_text("kept")
    make_private_file(tmp_path / "file")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert (tmp_path / "file").read_text() == "kept"
