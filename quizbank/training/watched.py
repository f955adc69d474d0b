"""A training run as events: its loss at each step, and at last the whole curve with what the model can do."""

import importlib
import time
from collections.abc import Iterator
from typing import Any

import torch

from quizbank import device as devices
from quizbank.training import RUNS
from quizbank.training.descent import Run


class UnknownRun(ValueError):
    """No training run has this name; the message lists those that exist."""


def events(name: str, *, seed: int = 0, device: torch.device | None = None) -> Iterator[dict[str, Any]]:
    """`progress` with step, the most steps there can be, and loss at every step, then `done` with the curve, the results and the time."""
    if name not in RUNS:
        raise UnknownRun(f"there is no training run {name!r}; there are {', '.join(RUNS)}")
    run: Run = importlib.import_module(f"quizbank.training.{name}").run(seed, device or torch.device("cpu"))
    started, losses = time.perf_counter(), []
    with devices.one_thread():
        while True:
            try:
                progress = next(run)
            except StopIteration as end:
                results = end.value
                break
            losses.append(progress.loss)
            yield {"event": "progress", "step": progress.step, "steps": progress.steps, "loss": progress.loss}
    seconds = round(time.perf_counter() - started, 3)
    yield {"event": "done", "name": name, "seed": seed, "losses": losses, "results": results, "seconds": seconds}
