"""A failing input as a script that runs on its own."""

import hashlib
from pathlib import Path

from quizbank.grading.report import CheckResult

_SCRIPT = '''\
"""The smallest input found on which {function} fails as {formula} ({check}: {result})."""

import importlib.util
import pathlib

{imports}
nan, inf = float("nan"), float("inf")
path = pathlib.Path({file!r})
spec = importlib.util.spec_from_file_location("submission", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

arguments = {{
{arguments}
}}
expected = {expected}

print("got     ", module.{function}(*arguments.values()))
print("expected", expected)
'''


def write_script(folder: Path, result: CheckResult) -> Path:
    """Write the counterexample of a result into `folder`; the path of the script."""
    example = result.example
    assert example is not None
    folder.mkdir(parents=True, exist_ok=True)
    stem = hashlib.sha256(result.file.encode()).hexdigest()[:6]
    path = folder / f"{Path(result.file).stem}_{result.function}_{stem}.py"
    library = result.library
    make = "torch.tensor" if library == "torch" else "numpy.array"
    lines = (f"    {name!r}: {_made(value, make)}," for name, value in example["inputs"].items())
    text = _SCRIPT.format(
        function=result.function,
        formula=result.formula,
        check=result.check,
        result=result.result,
        imports=f"import {library}\n",
        file=result.file,
        arguments="\n".join(lines),
        expected=example["expected"],
    )
    path.write_text(text, "utf-8")
    return path


def _made(value: object, make: str) -> str:
    if not isinstance(value, list):
        return repr(value)
    return f"{make}({value!r})" if _is_whole(value) else f"{make}({value!r}, dtype={make.partition('.')[0]}.float64)"


def _is_whole(value: object) -> bool:
    return all(_is_whole(part) for part in value) if isinstance(value, list) else isinstance(value, int)
