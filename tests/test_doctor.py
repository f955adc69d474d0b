"""`quizbank doctor`: it finds what is broken, says what to do, and touches nothing."""

import json
import os
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path

import pytest

from quizbank import doctor
from quizbank.language import LANGUAGES
from quizbank.progress import DamagedProgress, Progress, Review

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
ROOT = Path(__file__).parent.parent


def found(folder, **options):
    return {fact.name: fact for fact in doctor.facts(folder, "en", **{"ask_torch": False, **options})}


@pytest.fixture
def data(tmp_path):
    """A data folder with one answer."""
    folder = tmp_path / "data"
    with Progress.open(folder, NOW) as progress:
        progress.record(Review("a.b", 0, 3, "right", "", None, None, None, None, NOW))
    return folder


def test_a_sound_installation_has_nothing_to_do(data):
    facts = found(data)
    assert [fact for fact in facts.values() if not fact.ok and fact.name not in ("terminal", "encoding")] == []
    assert "schema 1" in facts["progress"].value
    assert facts["torch"].value == metadata.version("torch")
    assert facts["reference"].value == str(ROOT / "reference")


def test_a_fresh_user_gets_no_folder(tmp_path):
    assert "not there yet" in found(tmp_path / "data")["data"].value
    assert list(tmp_path.iterdir()) == []


def test_it_changes_no_file(data):
    before = {path: path.read_bytes() for path in data.iterdir()}
    found(data)
    assert {path: path.read_bytes() for path in data.iterdir()} == before


def test_a_damaged_file_is_reported_and_left_where_it_is(data):
    path = data / "progress.sqlite3"
    content = path.read_bytes()[:5000]
    path.write_bytes(content)
    assert not found(data)["progress"].ok
    assert path.read_bytes() == content
    with pytest.raises(DamagedProgress) as caught:
        Progress.open(data, NOW)
    facts = found(data)
    assert facts["damaged"].value == str(caught.value.kept_as)
    assert facts["progress"].ok


def test_a_newer_file_is_reported(data):
    connection = sqlite3.connect(data / "progress.sqlite3")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "update" in found(data)["progress"].advice


def test_the_newest_copy_is_named(data):
    with Progress.open(data, NOW + timedelta(days=1)):
        pass
    assert found(data)["backup"].value.endswith(".sqlite3")


def test_a_folder_that_others_read_gets_advice(data):
    data.chmod(0o755)
    assert "chmod 700" in found(data)["data"].advice


def test_a_file_in_the_place_of_the_folder_is_reported(tmp_path):
    (tmp_path / "data").write_text("")
    assert not found(tmp_path / "data")["data"].ok


def test_the_other_project_of_this_name_is_noticed(data, monkeypatch):
    versions = {"quizbank": "3.0", "quizbank-ml": "0.1.0"}
    monkeypatch.setattr(doctor, "_version", lambda name: versions.get(name, "1"))
    owner = found(data)["owner"]
    assert not owner.ok
    assert "pip uninstall quizbank" in owner.advice


def test_a_missing_package_is_named_with_the_command(data, monkeypatch):
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "genanki" else "1")
    assert found(data)["genanki"].advice.endswith("pip install genanki")


def test_a_folder_that_hides_our_packages_is_named(data, tmp_path):
    (tmp_path / "reference.py").write_text("")
    script = (
        "import sys; from pathlib import Path; import quizbank; sys.path.insert(0, sys.argv[1]);"
        "from quizbank import doctor;"
        "print([f.value for f in doctor.facts(Path(sys.argv[2]), 'en', ask_torch=False) if f.name == 'reference' and not f.ok])"
    )
    command = [sys.executable, "-c", script, str(tmp_path), str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert str(tmp_path) in done.stdout


def test_the_devices_come_from_torch(data):
    assert found(data, ask_torch=True)["devices"].value.startswith("cpu")


def test_torch_that_does_not_start_is_one_line(data, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    fact = found(data, ask_torch=True)["devices"]
    assert not fact.ok
    assert "\n" not in fact.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_prints_as_text_and_as_json(data, language):
    facts = doctor.facts(data, language, ask_torch=False)
    assert json.loads(json.dumps(doctor.as_json(facts)))[0].keys() == {"name", "value", "ok", "advice"}
    assert all(fact.name in doctor.text(facts) for fact in facts)


def test_it_imports_no_torch_itself(data):
    script = (
        "import sys; from pathlib import Path; from quizbank import doctor;"
        "doctor.facts(Path(sys.argv[1]), 'en', ask_torch=False);"
        "print({'torch', 'numpy', 'sympy', 'genanki', 'textual'} & sys.modules.keys())"
    )
    environment = {**os.environ, "LC_ALL": "C"}
    command = [sys.executable, "-c", script, str(data)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
