"""What is shipped: three packages and nothing else, and no way from typed text to the interpreter."""

import ast
import importlib.util
import itertools
import subprocess
import sys
import tomllib
import zipfile

import pytest

from tests.command import ROOT

PACKAGES = ("quizbank", "reference", "tui")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
FORBIDDEN_NAMES = {"eval", "exec", "compile", "__import__"}
FORBIDDEN = {"sympify", "lambdify", "parse_expr", "parse_latex"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names of all files in a freshly built wheel."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("the build backend is not installed: make test brings it")
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return built.name, archive.namelist()


def test_the_wheel_holds_the_three_packages_and_its_own_description(wheel):
    name, files = wheel
    assert name.startswith("quizbank_ml-")
    tops = {file.partition("/")[0] for file in files}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    assert any(file.endswith("licenses/LICENSE") for file in files)


def test_the_wheel_holds_every_file_of_the_packages(wheel):
    _, files = wheel
    kinds = {".py", ".toml", ".tcss", ".mo", ".po", ".typed"}
    there = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()]
    wanted = {path.relative_to(ROOT).as_posix() for path in there if "__pycache__" not in path.parts}
    assert wanted <= set(files)
    shipped = {file for file in files if ".dist-info/" not in file}
    assert {"." + file.rpartition(".")[2] for file in shipped} <= kinds


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_says_that_it_is_typed(package):
    assert (ROOT / package / "py.typed").exists()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_reaches_the_interpreter(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_NAMES | FORBIDDEN, f"line {node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in FORBIDDEN, f"line {node.lineno}"
        if isinstance(node, ast.alias):
            assert node.name.rpartition(".")[2] not in FORBIDDEN, f"line {node.lineno}"


def test_everything_that_make_installs_is_pinned():
    pins = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert all("==" in pin and "+" not in pin for pin in pins)
    assert "torch==2.13.0" in pins
    pinned = {pin.partition("==")[0].lower() for pin in pins}
    asked = itertools.chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    assert {requirement.partition(">")[0].lower() for requirement in asked} <= pinned
