"""How long grading takes, beside what its imports cost in the same run."""

import subprocess
import sys
import time

from tests.command import environment

LSTM = """
import torch
from quizbank import solves

@solves("lstm.lstm_cell")
def cell(x, h_prev, c_prev, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o):
    z = torch.cat([h_prev, x], -1)
    f, i, o = (torch.sigmoid(z @ W.T + b) for W, b in ((W_f, b_f), (W_i, b_i), (W_o, b_o)))
    c = f * c_prev + i * torch.tanh(z @ W_c.T + b_c)
    return o * torch.tanh(c), c
"""
FILES = 40


def seconds(home, *arguments):
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-P", *arguments], capture_output=True, env=environment(home), cwd=home)
    assert done.returncode == 0, done
    return time.perf_counter() - started


def test_one_file_costs_its_imports_and_its_checks(tmp_path):
    (tmp_path / "lstm.py").write_text(LSTM)
    imports = min(seconds(tmp_path, "-c", "import torch, pytest") for _ in range(3))
    graded = min(seconds(tmp_path, "-m", "quizbank.cli", "grade", "lstm.py") for _ in range(3))
    print(f"\none file: {graded:.2f} s; import torch, pytest: {imports:.2f} s")
    assert graded < 2 * imports + 1.5


def test_a_folder_of_forty_files(tmp_path):
    for number in range(FILES):
        (tmp_path / f"lstm_{number}.py").write_text(LSTM)
    graded = seconds(tmp_path, "-m", "quizbank.cli", "grade", str(tmp_path))
    print(f"\n{FILES} files: {graded:.1f} s")
    assert graded < 45
