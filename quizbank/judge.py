"""The judge: computes answers by running the reference, and judges what was typed.

As a process (`python -P -m quizbank.judge --device auto`) it reads one JSON request a line and answers
each with one or more JSON events; as a module it serves the command line directly.
"""

import argparse
import functools
import gc
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO

import torch

from quizbank import bank, packs
from quizbank import device as devices
from quizbank.formulas import reference
from quizbank.language import Language, words
from quizbank.question import Exercise, Question
from quizbank.verdict import Verdict

Request = dict[str, Any]
Payload = dict[str, Any]


class UnknownQuestion(KeyError):
    """No question has this id; `nearest` is the one that looks most like it, if any."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.nearest = bank.nearest(name)


def check(
    name: str, seed: int, lines: list[str], *, language: Language = "en", device: torch.device | None = None
) -> Payload:
    """Judge one answer; its several lines may be definitions, or the lines of a system.

    Returns the public object of `check --json`. Raises UnknownQuestion.
    """
    where, started = device or devices.choose(), time.perf_counter()
    exercise = Exercise(question(name), seed)
    verdict = judged(exercise, lines, language, devices.judging(where))
    return {
        "id": name,
        "seed": seed,
        **verdict.as_json(),
        "device": devices.name(where),
        "seconds": round(time.perf_counter() - started, 4),
    }


def question(name: str) -> Question:
    """The question of this id; raises UnknownQuestion."""
    try:
        return bank.questions()[name]
    except KeyError:
        raise UnknownQuestion(name) from None


def judged(exercise: Exercise, lines: list[str], language: Language, device: torch.device) -> Verdict:
    """The verdict on an answer, by the question's kind."""
    asked = exercise.question
    if asked.kind in ("formula", "system", "fix"):
        from quizbank.answers.formula import judge_formula

        formula = reference(asked.formula or "")
        formula = formula.in_lines if asked.is_in_lines else formula
        typed: Verdict = judge_formula(
            formula, lines, asked.legend, device=device, language=language, shown=asked.shown, settled=asked.settled
        )
        return typed
    if asked.kind == "explain":
        return Verdict("unreadable", hint=words(language)("This question is not judged: tick its key points yourself."))
    module = importlib.import_module(f"quizbank.answers.{_MODULES[asked.kind]}")
    judge = getattr(module, f"judge_{asked.kind}")
    verdict: Verdict = judge(exercise, compute(asked), "\n".join(lines), language=language)
    return verdict


_MODULES = {
    "shape": "shape",
    "count": "cost",
    "growth": "growth",
    "value": "number",
    "choice": "choice",
    "order": "choice",
}


def compute(asked: Question) -> Callable[..., Any]:
    """The function that computes the answer of a question by running the reference."""
    if asked.is_own:
        module = packs.module(f"quizbank.questions.{asked.topic}")
        function: Callable[..., Any] = getattr(module, asked.name)
        return function
    from quizbank import measure

    formula = reference(asked.formula or "")
    if asked.kind == "shape":
        output = bank.formulas()[formula.id].outputs[0].name
        return functools.partial(measure.shape, formula, output)
    return functools.partial(measure.parameters, formula)


def answer(request: Request, device: torch.device) -> Iterator[Payload]:
    """The events that answer one request, the last of them `done` or `failed`."""
    language: Language = request.get("language", "en")
    do = request.get("do")
    try:
        if do == "check":
            found = check(request["id"], request["seed"], request["answer"], language=language, device=device)
            yield {"event": "done", **found}
        elif do in (handlers := _handlers(device)):
            yield from _events(handlers[do](request))
        else:
            yield {"event": "failed", "message": f"the judge knows no {do!r}"}
    except Exception as error:  # the judge must outlive any request; the screen shows the sentence
        place = packs.place(error)
        yield {"event": "failed", "message": f"{place + ': ' if place else ''}{type(error).__name__}: {error}"}


def _handlers(device: torch.device) -> dict[str, Callable[[Request], Payload | Iterable[Payload]]]:
    from quizbank.grading.checks import HANDLERS

    def train(request: Request) -> Iterator[Payload]:
        return _train(request, device)

    return {"solve": _solve, "run": _run, "train": train, **HANDLERS}


def _events(found: Payload | Iterable[Payload]) -> Iterator[Payload]:
    if isinstance(found, dict):
        yield {"event": "done", **found}
    else:
        yield from found


def _solve(request: Request) -> Payload:
    """The right answer of a question, computed now: what the screen shows without a judged attempt."""
    language: Language = request.get("language", "en")
    empty, asked = check(request["id"], request["seed"], [""], language=language), question(request["id"])
    formula = bank.formulas().get(asked.formula or "")
    shown = readings(asked, language) if asked.kind == "explain" else []
    latex = formula and (formula.lines if asked.is_in_lines else formula.latex)
    return {**empty, "latex": latex, "readings": shown}


def readings(asked: Question, language: Language) -> list[Payload]:
    """What the experiment behind an `explain` question shows; nothing where it has none."""
    module = packs.module(f"quizbank.questions.{asked.topic}")
    run = getattr(module, asked.name, None)
    return [found.as_json(language) for found in (run() if run else ())]


def _run(request: Request) -> Payload:
    from quizbank.walkthrough import walkthrough

    return {"rows": walkthrough(reference(request["formula"]), request.get("sizes", {}))}


def _train(request: Request, device: torch.device) -> Iterator[Payload]:
    from quizbank.training.watched import events

    return events(request["name"], seed=request.get("seed", 0), device=device)


def serve(requests: TextIO, replies: TextIO, wanted: str) -> None:
    """Answer requests until the input ends; every reply carries its request's number `n`."""
    started = time.perf_counter()
    device = devices.choose(wanted)
    ready = {"event": "ready", "device": devices.name(device), "torch": torch.__version__}
    _send(replies, {**ready, "seconds": round(time.perf_counter() - started, 3)})
    gc.freeze()
    for line in requests:
        request = json.loads(line)
        for event in answer(request, device):
            _send(replies, {"n": request.get("n"), **event})
        _settle()


def _settle() -> None:
    """Take what is remembered from the garbage collector, which would go through it all amid an answer, for 0.2 s."""
    gc.collect()
    gc.freeze()


def _send(replies: TextIO, event: Payload) -> None:
    print(json.dumps(event, ensure_ascii=False), file=replies, flush=True)


def main() -> int:
    """Serve the screen or the plugin over pipes."""
    parser = argparse.ArgumentParser(prog="quizbank.judge")
    parser.add_argument("--device", default="auto")
    wanted = parser.parse_args().device
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # a stray print must not break the protocol
    try:
        serve(sys.stdin, replies, wanted)
    except devices.NoSuchDevice as error:
        _send(replies, {"event": "failed", "message": str(error)})
        return 2
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
