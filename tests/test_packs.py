"""Packs: topics that a user adds appear everywhere, and one that is broken is left out with its reason."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from quizbank import inspection, packs
from tests.command import ROOT, environment, quizbank

ROPE = ROOT / "tests" / "rope"
RIGHT, WRONG = "x_1 cos(m θ) - x_2 sin(m θ)", "x_1 cos(m θ) + x_2 sin(m θ)"
TEXTS, ANSWERS = "questions/rope.toml", "questions/rope.py"
MISTAKES, CONVENTIONS = "mistakes/rope.py", "conventions/rope.py"
HALVES = """
import torch
from quizbank import solves

@solves("rope.rotate", convention="halves")
def mine(X):
    n, d = X.shape[-2:]
    theta = 10000.0 ** -(torch.arange(0, d, 2, dtype=X.dtype) / d)
    angles = torch.outer(torch.arange(n, dtype=X.dtype), theta)
    a, b = X.chunk(2, dim=-1)
    return torch.cat([a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()], dim=-1)
"""


def lay_out(folder):
    """The files of rotary positions, laid out as a pack."""
    without = shutil.ignore_patterns("__pycache__")
    for part in ("reference", "quizbank/questions", "quizbank/mistakes", "quizbank/conventions"):
        shutil.copytree(ROPE / part, folder / Path(part).name, ignore=without)
    return folder


@pytest.fixture
def pack(tmp_path):
    """A sound pack."""
    return lay_out(tmp_path / "rotary")


def changed(pack, file, old, new):
    """The pack with one place of one file changed; the number of the line that changed."""
    path = pack / file
    before = path.read_text("utf-8")
    assert old in before
    path.write_text(before.replace(old, new, 1), "utf-8")
    return before[: before.index(old)].count("\n") + 1


def data(*arguments, home, env=None):
    done = quizbank(*arguments, "--json", home=home, env=env)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def listed(home, *options, env=None):
    return {question["id"]: question for question in data("list", "--topic", "rope", *options, home=home, env=env)}


def test_its_questions_are_listed_and_shown(pack, tmp_path):
    found = listed(tmp_path, "--pack", str(pack))
    assert len(found) == 4
    assert found["rope.rotated_shape"]["topic"] == "rope"
    assert len(listed(tmp_path, "--pack", str(pack), "--kind", "value", "--tier", "2")) == 1
    shown = quizbank("--pack", str(pack), "show", "rope.score_shift", "--lang", "zh", home=tmp_path)
    assert "RoPE 得分改变多少" in shown.stdout
    assert len(data("list", "--pack", str(pack), home=tmp_path)) == len(data("list", home=tmp_path)) + 4


def test_its_answers_are_judged_and_its_mistake_is_named(pack, tmp_path):
    rows = (
        f"rope.first_of_pair\t{RIGHT}\nrope.first_of_pair\t{WRONG}\nrope.score_shift\t0\nrope.rotated_shape\t10, 64\n"
    )
    rows += "lstm.hidden_state\to_t * tanh(c_t)\n"
    done = quizbank("check", "--pack", str(pack), "--json", "--batch", "-", home=tmp_path, stdin=rows)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["verdict"] for row in found] == ["right", "wrong", "right", "right", "right"], done.stderr
    assert found[1]["mistake"] == "turned_backwards"


def test_a_session_asks_it(pack, tmp_path):
    done = quizbank("ask", "--pack", str(pack), "rope.rotated_shape", "--plain", home=tmp_path, stdin="10, 64\n")
    assert "right" in done.stdout, done.stderr


def test_its_formulas_run_and_are_exercises(pack, tmp_path):
    assert data("run", "rope.rotate", "--pack", str(pack), home=tmp_path)["rows"][0]["formula"] == "rope.rotate"
    (tmp_path / "mine.py").write_text(
        "import torch\nfrom quizbank import solves\n\n"
        '@solves("rope.first_of_pair")\ndef mine(x_1, x_2, m, theta):\n'
        "    return x_1 * torch.cos(m * theta) + x_2 * torch.sin(m * theta)\n"
    )
    done = quizbank("grade", "--pack", str(pack), "mine.py", home=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "turned_backwards" in done.stdout


def test_its_convention_is_listed_and_graded(pack, tmp_path):
    listed = quizbank("list", "--conventions", "--topic", "rope", "--pack", str(pack), home=tmp_path)
    assert "halves" in listed.stdout, listed.stderr
    mine = tmp_path / "mine.py"
    mine.write_text(HALVES)
    done = quizbank("grade", "--pack", str(pack), "mine.py", home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    mine.write_text(HALVES.replace(', convention="halves"', ""))
    done = quizbank("grade", "--pack", str(pack), "mine.py", home=tmp_path)
    assert "in the convention halves" in done.stdout, done.stdout + done.stderr
    mine.write_text(HALVES.replace("a * angles.sin() +", "a * angles.sin() -"))
    assert quizbank("grade", "--pack", str(pack), "mine.py", home=tmp_path).returncode == 1


def test_its_cards_are_exported(pack, tmp_path):
    done = quizbank("export", "--pack", str(pack), "cards.md", "--topic", "rope", home=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "cards.md").read_text("utf-8")
    assert "RoPE" in text
    assert "torch.stack" in text  # the code of a formula that is a loop


def test_the_data_folder_holds_packs(pack, tmp_path):
    (tmp_path / "home" / "packs").mkdir(parents=True)
    pack.rename(tmp_path / "home" / "packs" / "rotary")
    (tmp_path / "home" / "packs" / ".git").mkdir()
    assert len(listed(tmp_path, "--data", str(tmp_path / "home"))) == 4
    assert len(listed(tmp_path, env={"QUIZBANK_HOME": str(tmp_path / "home")})) == 4


def test_an_installed_package_is_a_pack(tmp_path):
    """Its own files may import one another by the package's name."""
    site = tmp_path / "site"
    pack = lay_out(site / "rotary_pack")
    changed(pack, MISTAKES, "from reference import rope", "from rotary_pack.reference import rope")
    (site / "rotary_pack-1.dist-info").mkdir()
    (site / "rotary_pack-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: rotary-pack\nVersion: 1\n")
    names = site / "rotary_pack-1.dist-info" / "entry_points.txt"
    names.write_text("[quizbank.packs]\nrotary = rotary_pack\n")
    env = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(site)))}
    assert len(listed(tmp_path, env=env)) == 4
    done = quizbank("check", "--json", "rope.first_of_pair", WRONG, home=tmp_path, env=env)
    assert json.loads(done.stdout)["mistake"] == "turned_backwards", done.stderr
    names.write_text("[quizbank.packs]\nrotary = no_such_pack\n")
    assert "no_such_pack" in quizbank("list", "--topic", "lstm", home=tmp_path, env=env).stderr


def complaints(pack):
    """What is wrong with the pack, as `file:line` below its folder and what is said of it."""
    (inspected,) = inspection.inspected([pack])
    found = [finding.sentence("en").removeprefix(f"{pack}/") for finding in inspected.findings]
    assert all(finding.text.zh != finding.text.en for finding in inspected.findings)
    return found


BROKEN = [
    (TEXTS, 'title.en = "Rotary positions"', "title.en = Rotary", "no TOML", 0),
    (ANSWERS, "def score_shift(pos: int)", "def score_shift(pos: int", "no Python", 0),
    (ANSWERS, "def rotated_shape", "def turned_shape", "No function rotated_shape", "[questions.rotated_shape]"),
    (TEXTS, 'prompt.zh = "形状', 'other.zh = "形状', "prompt.zh is missing", "[questions.rotated_shape]"),
    (TEXTS, 'meaning.zh = "词的位置"', "", "meaning.zh is missing", 'name = "m"'),
    (TEXTS, 'title.zh = "旋转位置编码"', "", "title.zh is missing", "[topic]"),
    (TEXTS, 'hints.zh = ["用到', 'hints.zh = ["一句", "用到', "hints has 2", "[questions.first_of_pair]"),
    (TEXTS, 'kind = "shape"', 'kind = "form"', "no kind form", "[questions.rotated_shape]"),
    (TEXTS, "given = { n = 10, d = 64 }", "given = { n = 10 }", "$d", "[questions.rotated_shape]"),
    (TEXTS, "tier = 1", 'tier = "one"', "tier cannot be 'one'", "[questions.rotated_shape]"),
    (TEXTS, "[questions.first_of_pair]", "[questions.second_of_pair]", "has no kind", 0),
    (MISTAKES, 'zh="位置从', 'ch="位置从', "positions_from_one has no text zh", "@mistake(\n    rope.rotate"),
    (CONVENTIONS, 'zh="一对', 'ch="一对', "halves has no text zh", "@convention(\n    rope.rotate"),
    (CONVENTIONS, "    rope.rotate,\n", "    rope.turn,\n", "no formula rope.turn", "@convention(\n    rope.rotate"),
    (
        MISTAKES,
        "    rope.rotate,\n",
        "    lstm.forget_gate,\n",
        "no formula lstm.forget_gate",
        "@mistake(\n    rope.rotate",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "said", "at"), BROKEN, ids=[case[3] for case in BROKEN])
def test_what_is_broken_is_named_with_file_and_line(pack, file, old, new, said, at):
    before = (pack / file if file != ANSWERS or not at else pack / TEXTS).read_text("utf-8")
    line = changed(pack, file, old, new)
    named = TEXTS if file == ANSWERS and at else file
    if at:
        line = before[: before.index(at)].count("\n") + 1
    found = complaints(pack)
    assert any(one.startswith(f"{named}:") and said in one for one in found), found
    place = next(one for one in found if said in one).split(":")
    assert abs(int(place[1]) - line) <= (1 if at == 'name = "m"' else 0), found


def test_a_broken_pack_is_left_out_and_all_else_works(pack, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(pack, other)
    changed(other, TEXTS, 'kind = "value"', 'kind = "valour"')
    done = quizbank("list", "--pack", str(other), "--pack", str(pack), "--topic", "rope", home=tmp_path)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 4
    (line,) = done.stderr.splitlines()
    assert f"{other}/questions/rope.toml:" in line
    done = quizbank("list", "--pack", str(other), "--topic", "rope", home=tmp_path)
    assert done.returncode == 2
    done = quizbank("doctor", "--pack", str(other), "--json", "--lang", "zh", home=tmp_path)
    assert done.stderr == ""
    (fact,) = [fact for fact in json.loads(done.stdout) if fact["name"] == "pack"]
    assert not fact["ok"]
    assert "rope.toml:" in fact["advice"]


def test_pytest_says_why_a_pack_is_left_out_and_passes(pack, tmp_path):
    """Where there is a submission; whoever only has tests hears nothing of packs."""
    kept = tmp_path / "home" / "packs" / "rotary"
    kept.parent.mkdir(parents=True)
    pack.rename(kept)
    line = changed(kept, TEXTS, 'kind = "value"', 'kind = "valour"')
    (tmp_path / "mine.py").write_text(
        "from quizbank import solves\n\n@solves('softmax.relu')\ndef mine(x):\n    return x.clamp(min=0)\n"
    )
    (tmp_path / "test_plain.py").write_text("def test_plain():\n    pass\n")

    def run(file):
        is_installed = any(point.value == "quizbank.pytest_plugin" for point in entry_points(group="pytest11"))
        plugins = ("-p", "no:jaxtyping", *(() if is_installed else ("-p", "quizbank.pytest_plugin")))
        return subprocess.run(
            [sys.executable, "-P", "-m", "pytest", *plugins, "-W", "error", "--quizbank-language=en", file],
            cwd=tmp_path,
            env=environment(tmp_path, QUIZBANK_HOME=str(tmp_path / "home")),
            capture_output=True,
            text=True,
        )

    done = run("mine.py")
    assert done.returncode == 0, done.stdout + done.stderr
    (told,) = [told for told in done.stdout.splitlines() if "left out" in told]
    place = re.search(r"rope\.toml:(\d+): There is no kind valour", told)
    assert place, told
    assert 0 < line - int(place[1]) < 10
    assert "left out" not in run("test_plain.py").stdout


def test_a_pack_takes_no_name_of_ours(pack, tmp_path):
    (pack / "reference" / "lstm.py").write_text("")
    assert complaints(pack) == ["reference/lstm.py: quizbank itself has a topic or module lstm."]
    (pack / "reference" / "lstm.py").rename(pack / "reference" / "formula.py")
    assert "formula" in complaints(pack)[0]
    done = quizbank("check", "--pack", str(pack), "lstm.hidden_state", "o_t * tanh(c_t)", home=tmp_path)
    assert done.returncode == 0
    assert "formula.py" in done.stderr


def test_of_two_packs_with_a_topic_the_first_keeps_it(pack, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(pack, other)
    first, second = inspection.inspected([pack, other])
    assert not first.findings
    assert str(pack) in second.findings[0].text.en


@pytest.mark.parametrize("content", ["", "no pack"])
def test_a_folder_that_holds_no_pack_is_named(content, tmp_path):
    if content:
        (tmp_path / "place").mkdir()
        (tmp_path / "place" / "notes.txt").write_text(content)
    done = quizbank("list", "--topic", "lstm", "--pack", str(tmp_path / "place"), home=tmp_path)
    assert done.returncode == 0
    assert f"{tmp_path / 'place'}: " in done.stderr


def test_an_error_while_it_runs_is_placed(pack, tmp_path):
    changed(pack, ANSWERS, "import torch", "import torch, no_such_module")
    done = quizbank("check", "--pack", str(pack), "rope.score_shift", "0", home=tmp_path)
    assert f"{pack}/questions/rope.py:3: ModuleNotFoundError" in done.stderr


def test_our_own_files_pass_the_inspection(tmp_path):
    for part, folder in packs.OURS.items():
        (tmp_path / part).symlink_to(folder)
    found = [*inspection.questions(tmp_path), *inspection.declarations(tmp_path)]
    assert [finding.sentence("en") for finding in found] == []


def test_whoever_has_no_pack_inspects_none(tmp_path):
    """Neither is the list of installed packages read, which takes longer than all else that `list` needs to know."""
    code = "import sys; from quizbank import packs; packs.choose([], sys.argv[1]); packs.sound();"
    code += "print({'quizbank.inspection', 'importlib.metadata'} & set(sys.modules))"

    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "set()"
