"""A session as a person sees it, with a judge that is not the real one."""

import dataclasses
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from quizbank import bank
from quizbank.language import Text
from quizbank.progress import Progress
from tests.tui.desk import Desk, at_desk, begin_at_once, shown, told, type_in, until
from tui import legend
from tui.app import Choice
from tui.home import Home
from tui.review import Review


async def begin(pilot: Pilot[None]) -> Review:
    """Start a session with everything."""
    await pilot.press("enter")
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, Review)
    return screen


async def answer(pilot: Pilot[None], text: str, stage: str = "rating") -> None:
    """Type an answer, hand it in, and wait for what follows."""
    screen = pilot.app.screen
    assert isinstance(screen, Review)
    await type_in(pilot, text)
    await pilot.press("enter")
    await told(pilot, stage)


def reviews(folder: Path) -> list[tuple[str, int, str, str]]:
    """What the progress file holds."""
    with Progress.open(folder) as progress:
        return [(one.question, one.rating, one.verdict, one.answer) for one in progress.reviews()]


def test_right_at_once_suggests_easy_or_good_and_enter_stores_it(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "σ(W_f [h, x] + b_f)")
        assert "✓ right" in shown(app)
        assert "▸ 4 easy" in shown(app)
        screen.attempt.took = 40.0
        screen.say()
        await pilot.pause()
        assert "▸ 3 good" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: screen.at == 1)

    at_desk(tmp_path, use)
    assert reviews(tmp_path) == [("lstm.forget_gate", 3, "right", "σ(W_f [h, x] + b_f)")]


def test_a_first_wrong_answer_gets_its_reason_only_and_another_try(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "wrong", "retry")
        text = shown(app)
        assert "✗ not yet  [b_f] is left out" in text
        assert "sigma(W_f [h_prev; x_t]" not in text, "the solution must not show"
        assert "[0.49]" not in text
        await pilot.press("enter", "end", *["backspace"] * 5)
        await answer(pilot, "f")
        assert "▸ 2 hard" in shown(app)
        await pilot.press("space")
        await until(pilot, lambda: screen.at == 1)

    at_desk(tmp_path, use)
    assert reviews(tmp_path) == [("lstm.forget_gate", 2, "right", "f")]


def test_typing_after_a_wrong_answer_begins_another_one(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "wrong", "retry")
        await pilot.press("1", "space", "minus", "space", "f")
        assert screen.attempt.stage == "answering"
        assert screen.field.text == "1 - f"

    at_desk(tmp_path, use)


def test_a_hint_may_be_asked_for_after_a_wrong_answer(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "wrong", "retry")
        await pilot.press("f2")
        await until(pilot, lambda: "hint: " in shown(app))
        assert screen.attempt.stage == "retry"

    at_desk(tmp_path, use)


@pytest.mark.parametrize("text", ["softmax(z)", "log(p)", "tanh(c)", "max(0, x)", "h_t", "q k", "u v", "(1, 2)", "12"])
def test_a_second_answer_may_begin_with_any_letter(tmp_path: Path, text: str) -> None:
    """Also with one that is a key elsewhere."""

    async def use(_app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "wrong", "retry")
        await pilot.press(*text)
        await until(pilot, lambda: screen.field.text == text)
        assert screen.at == 0
        assert screen.attempt.stage == "answering"

    at_desk(tmp_path, use)


def test_space_after_a_wrong_answer_shows_the_solution_with_its_evidence(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "wrong", "retry")
        await pilot.press("space")
        await told(pilot, "rating")
        text = shown(app)
        for part in (
            "f_t = σ(W_f [h; x] + b_f)",
            "x = [0.31, -0.52]",
            "[0.41]",
            "[0.49]",
            "cpu, 12 ms",
            "▸ 1 again",
        ):
            assert part in text
        await pilot.press("3")
        await until(pilot, lambda: screen.at == 1)

    at_desk(tmp_path, use)
    assert reviews(tmp_path) == [("lstm.forget_gate", 3, "wrong", "wrong")]


def test_an_unreadable_answer_costs_nothing_and_points_at_the_column(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "a (b", "answering")
        lines = shown(app).splitlines()
        assert "? could not be read  a bracket is missing" in shown(app)
        field = next(line for line in lines if "a (b" in line)
        caret = next(line for line in lines if "↑" in line)
        assert field.index("(") == caret.index("↑"), "the fake judge says column 3"
        assert screen.attempt.wrong == 0
        await answer(pilot, ")")
        assert "▸ 4 easy" in shown(app)

    at_desk(tmp_path, use)


async def _say_anew(app: Desk, pilot: Pilot[None], how: str) -> None:
    if how == "language":
        for _ in range(2):
            app.action_language()
            await pilot.pause()
    elif how == "resize":
        await pilot.resize_terminal(100, 30)
    elif how == "undo":
        await pilot.press("f8")
        await until(pilot, lambda: app.screen.at == 0)  # type: ignore[attr-defined]
        await pilot.press("2")
        await until(pilot, lambda: app.screen.at == 1)  # type: ignore[attr-defined]
    else:
        await pilot.press(*how.split())
    await pilot.pause()


@pytest.mark.parametrize("how", ["f2", "f3", "f1 escape", "language", "resize", "undo"])
@pytest.mark.parametrize("kind", ["formula", "system"])
def test_what_is_said_goes_with_the_text_that_it_is_about(tmp_path: Path, kind: str, how: str) -> None:
    """Whatever draws the screen anew: with another text it is gone, with the same it is there."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "f")
        await pilot.press("1")
        await until(pilot, lambda: screen.at == 1)
        question = dataclasses.replace(screen.attempt.exercise.question, kind=kind)
        screen.exercises[1] = dataclasses.replace(screen.attempt.exercise, question=question)
        screen._ask(1)
        for text, told_there in (("a (b", "a bracket is missing"), ("die", "The judge could not answer")):
            screen.field.put(text)
            await pilot.press("enter" if kind == "formula" else "ctrl+s")
            await until(pilot, lambda told_there=told_there: told_there in shown(app))
            await pilot.press("end", "x")
            await _say_anew(app, pilot, how)
            assert told_there not in shown(app)
            assert "↑" not in shown(app)
            if how != "undo":  # the question has been left meanwhile
                await pilot.press("backspace")
                await pilot.pause()
                assert told_there in shown(app)

    at_desk(tmp_path, use, size=(80, 30))


def test_where_a_long_answer_cannot_be_read_its_part_is_shown(tmp_path: Path) -> None:
    """What scrolls in its field stands below it once more, around the arrow; the column need not be counted."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        await answer(pilot, "a (b + " + "x" * 90, "answering")
        lines = shown(app).splitlines()
        place = next(place for place, line in enumerate(lines) if "↑" in line)
        part, arrow = lines[place - 1].removesuffix("  │"), lines[place]
        assert part[arrow.index("↑")] == "("
        assert part.rstrip().endswith("…")
        assert "column" not in shown(app)

    at_desk(tmp_path, use)


def test_among_several_lines_the_one_that_cannot_be_read_is_shown(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin_at_once(pilot)
        await type_in(pilot, "f = x\n\na (b")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: screen.attempt.stage == "answering" and screen.attempt.reply)
        lines = shown(app).splitlines()
        place = next(place for place, line in enumerate(lines) if "↑" in line)
        assert lines[place - 1][lines[place].index("↑") - 2 :] == "f = x", "the fake judge says column 3"
        assert "(line 1)" in shown(app)

    at_desk(tmp_path, use, choice=Choice(kinds=("system",), seed=0))


@pytest.mark.parametrize("kind", ["choice", "order", "explain"])
def test_no_symbols_stand_where_nothing_is_typed_with_them(tmp_path: Path, kind: str) -> None:
    """They are behind a key, which Esc undoes before it leaves."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        question = dataclasses.replace(screen.attempt.exercise.question, kind=kind)
        screen.exercises[0] = dataclasses.replace(screen.attempt.exercise, question=question)
        screen._ask(0)
        await pilot.pause()
        assert "h_{t-1}" not in shown(app)
        await pilot.press("f3")
        await until(pilot, lambda: "hidden state of the previous step" in shown(app))
        await pilot.press("escape")
        await until(pilot, lambda: "h_{t-1}" not in shown(app))
        assert app.screen is screen

    at_desk(tmp_path, use)


def test_the_symbols_of_other_formulas_are_behind_a_key(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        assert "b_f" in shown(app)
        assert "c_{t-1}" not in shown(app)
        await pilot.press("f3")
        await until(pilot, lambda: "c_{t-1}" in shown(app))

    at_desk(tmp_path, use)


def test_no_symbol_stands_twice_among_those_to_type_with() -> None:
    """Also where the topic has another quantity of the same letter."""
    for question in bank.questions().values():
        symbols = [legend.shown(one) for one in legend.needed(question)]
        assert len(symbols) == len(set(symbols)), question.id


def test_the_symbols_to_type_with_are_the_questions_own_and_those_taken_for_them() -> None:
    """A gate's are not the other gates'; those of a count are what it is counted in."""
    gate = {one.name for one in legend.needed(bank.questions()["lstm.forget_gate"])}
    assert {"W_f", "b_f", "x", "h_prev", "c_prev"} <= gate
    assert not {"W_o", "b_i"} & gate
    assert [one.name for one in legend.needed(bank.questions()["lstm.parameters"])] == ["H", "D"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
@pytest.mark.parametrize("kind", ["formula", "system"])
def test_the_question_stays_in_sight_while_the_symbols_scroll(tmp_path: Path, kind: str, size: tuple[int, int]) -> None:
    """Also while an answer is typed."""
    keys = ("f3", "pagedown", "pagedown", "x", "pageup", "pageup")

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        many = (screen.attempt.exercise.question.legend * 5)[: 6 * 5]
        question = dataclasses.replace(screen.attempt.exercise.question, kind=kind, legend=many)
        screen.exercises[0] = dataclasses.replace(screen.attempt.exercise, question=question)
        screen._ask(0)
        seen = set()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            for part in ("Write the forget gate f_t", "╭──", "│"):
                assert part in shown(app), key
            seen.add(shown(app))
        assert len(seen) >= 4, "the symbols scroll"

    at_desk(tmp_path, use, size=size)


def test_the_symbols_come_into_sight_below_a_long_question(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        long = "\n".join(f"line {n}" for n in range(30))
        question = dataclasses.replace(screen.attempt.exercise.question, prompt=Text(long, long))
        screen.exercises[0] = dataclasses.replace(screen.attempt.exercise, question=question)
        screen._ask(0)
        await pilot.press("f3")
        await until(pilot, lambda: "hidden state of the previous step" in shown(app))
        await pilot.press("f3")
        await until(pilot, lambda: "line 0" in shown(app))

    at_desk(tmp_path, use)


def test_a_hint_lowers_the_suggestion_and_ends_with_the_hints(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        await pilot.press("f2", "f2", "f2")
        assert "hint: It looks at [h; x]." in shown(app)
        assert "hint: A gate lies in [0, 1]." in shown(app)
        assert "F2" not in shown(app).splitlines()[-1]
        await answer(pilot, "f")
        assert "▸ 2 hard" in shown(app)

    at_desk(tmp_path, use)


def test_giving_up_before_any_try_suggests_again(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await pilot.press("f4")
        await told(pilot, "rating")
        assert "▸ 1 again" in shown(app)
        await pilot.press("1")
        await until(pilot, lambda: screen.at == 1)

    at_desk(tmp_path, use)
    assert reviews(tmp_path) == [("lstm.forget_gate", 1, "undecided", "")]


def test_a_judge_that_dies_leaves_the_answer_where_it_is(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await type_in(pilot, "die")
        await pilot.press("enter")
        await until(pilot, lambda: "The judge could not answer" in shown(app))
        assert (screen.attempt.stage, screen.field.text) == ("answering", "die")
        await pilot.press("backspace", "backspace", "backspace")
        await answer(pilot, "f")
        assert "✓ right" in shown(app)

    at_desk(tmp_path, use)


def test_an_endless_judgement_is_ended_and_the_screen_stays_alive(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        ask = app.judge.ask
        app.judge.ask = lambda request, deadline=2: ask(request, 2)  # type: ignore[method-assign]
        await type_in(pilot, "hang")
        await pilot.press("enter")
        await until(pilot, lambda: "judging" in shown(app))
        await until(pilot, lambda: "took too long" in shown(app))
        assert screen.field.text == "hang"

    at_desk(tmp_path, use)


def test_a_draft_is_there_after_leaving_and_comes_first(tmp_path: Path) -> None:
    async def leave(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        await pilot.press("f5")
        await type_in(pilot, "Q K^T [half")
        await pilot.press("ctrl+c")

    async def come_back(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        assert screen.attempt.exercise.question.id == "attention.attention"
        assert screen.field.text == "Q K^T [half"

    at_desk(tmp_path, leave)
    assert reviews(tmp_path) == []
    at_desk(tmp_path, come_back)


def test_a_draft_is_saved_while_typing(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        await type_in(pilot, "σ(")
        assert app.progress is not None
        await until(pilot, lambda: app.progress and app.progress.draft())
        draft = app.progress.draft()
        assert draft is not None
        assert (draft.question, draft.text) == ("lstm.forget_gate", "σ(")

    at_desk(tmp_path, use)


@pytest.mark.parametrize("key", ["ctrl+c", "escape"])
def test_leaving_while_a_draft_is_written_loses_nothing(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is not closed under the thread that writes, nor does an older draft come last."""
    save, began = Progress.save_draft, threading.Event()

    def slowly(progress: Progress, *draft: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            began.set()
            time.sleep(0.3)
        save(progress, *draft)

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        monkeypatch.setattr(Progress, "save_draft", slowly)
        await type_in(pilot, "σ(")
        await until(pilot, began.is_set)
        await pilot.press(key)
        if key == "escape":
            await pilot.press("enter")
            assert (await begin_at_once(pilot)).field.text == "σ("

    at_desk(tmp_path, use)
    with Progress.open(tmp_path) as progress:
        draft = progress.draft()
        assert draft is not None
        assert draft.text == "σ("


def test_leaving_after_the_verdict_stores_the_suggested_rating(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        await answer(pilot, "wrong", "retry")
        await pilot.press("enter", "enter")
        await told(pilot, "rating")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Home)

    at_desk(tmp_path, use)
    assert reviews(tmp_path) == [("lstm.forget_gate", 1, "wrong", "wrong")]


def test_undo_takes_the_last_rating_back_and_says_so(tmp_path: Path) -> None:
    """The question stands there as it was before the rating, with what it suggested."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "wrong", "retry")
        await pilot.press("enter")
        await answer(pilot, " still", "rating")
        await pilot.press("3")
        await until(pilot, lambda: screen.at == 1)
        assert len(app.progress.reviews()) == 1  # type: ignore[union-attr]
        await pilot.press("f8")
        await until(pilot, lambda: screen.at == 0)
        assert "Question 1: its rating is gone." in shown(app)
        assert "✗ wrong" in shown(app)
        assert "▸ 1 again" in shown(app)
        assert app.progress.reviews() == []  # type: ignore[union-attr]

    at_desk(tmp_path, use)


def test_undo_beside_the_ratings_is_about_the_question_that_is_seen(tmp_path: Path) -> None:
    """Its answer may be typed again; the one before stays rated, and what was seen is no easy answer."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "f")
        await pilot.press("1")
        await until(pilot, lambda: screen.at == 1)
        await answer(pilot, "g")
        await pilot.press("f8")
        await until(pilot, lambda: screen.attempt.stage == "answering")
        assert (screen.at, screen.field.text) == (1, "g")
        assert len(app.progress.reviews()) == 1  # type: ignore[union-attr]
        await answer(pilot, "h")
        assert "▸ 2 hard" in shown(app)

    at_desk(tmp_path, use)


def test_what_was_given_up_stays_given_up(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        await pilot.press("f4")
        await told(pilot, "rating")
        await pilot.press("f8")
        await answer(pilot, "f")
        assert "▸ 1 again" in shown(app)

    at_desk(tmp_path, use)


def test_undo_keeps_the_verdict_that_it_goes_back_from(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "f")
        await pilot.press("1")
        await until(pilot, lambda: screen.at == 1)
        await answer(pilot, "wrong", "retry")
        await pilot.press("f8")
        await until(pilot, lambda: screen.at == 0)
        await pilot.press("3")
        await until(pilot, lambda: screen.at == 1)
        assert screen.attempt.stage == "retry"
        await until(pilot, lambda: "✗ not yet" in shown(app))

    at_desk(tmp_path, use)
    assert [rating for _, rating, *_ in reviews(tmp_path)] == [3]


def test_undo_keeps_the_hints_and_the_text_that_it_goes_back_from(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "f")
        await pilot.press("1")
        await until(pilot, lambda: screen.at == 1)
        await type_in(pilot, "σ(")
        await pilot.press("f2", "f8")
        await until(pilot, lambda: screen.at == 0)
        await pilot.press("3")
        await until(pilot, lambda: screen.at == 1)
        assert screen.field.text == "σ("
        assert screen.attempt.hints == (1 if screen.attempt.exercise.question.hints else 0)

    at_desk(tmp_path, use)


def test_leaving_after_undo_stores_both_verdicts(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "f")
        await pilot.press("1")
        await until(pilot, lambda: screen.at == 1)
        await answer(pilot, "wrong", "retry")
        await pilot.press("enter", "f8")
        await until(pilot, lambda: screen.at == 0)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Home)

    at_desk(tmp_path, use)
    assert [rating for _, rating, *_ in reviews(tmp_path)] == [4]


def test_a_system_is_typed_on_several_lines_and_two_enters_hand_it_in(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        assert screen.attempt.exercise.question.kind == "system"
        await pilot.press("f", "enter", "i", "enter", "enter")
        await told(pilot, "rating")
        assert screen.attempt.text == "f\ni"

    at_desk(tmp_path, use, choice=Choice(kinds=("system",), seed=0))


def test_the_lines_that_are_finished_stay_read_while_the_next_is_typed(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin_at_once(pilot)
        await type_in(pilot, "f = σ(W_f [h, x] + b_f)\n")
        for key in "i=σ(W":
            await type_in(pilot, key)
            await pilot.pause()
            assert "read as  f = σ(W_f·[h" in shown(app), key

    at_desk(tmp_path, use, choice=Choice(kinds=("system",), seed=0))


def test_the_page_does_not_jump_while_one_line_is_typed(tmp_path: Path) -> None:
    """What is read of it, or why nothing is, has one line, whatever is typed."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        legend, echo, seen = screen.query_one("#names"), screen.query_one("#echo"), set()
        before = legend.region.y
        for key in "σ(W_f [h, x] + foo)":
            await type_in(pilot, key)
            await pilot.pause()
            assert legend.region.y == before
            seen.add(shown(app).splitlines()[echo.region.y].split()[0])
        assert {"…", "read"} <= seen

    at_desk(tmp_path, use)


def test_an_explanation_is_not_judged_and_not_rated_for_the_person(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin_at_once(pilot)
        await pilot.press(*"because", "ctrl+s")
        await told(pilot, "rating")
        assert "not judged" in shown(app)
        assert "f_t = σ(W_f [h; x] + b_f)" in shown(app)
        await pilot.press("enter")
        assert "Rate it yourself" in shown(app)
        assert "▸" not in shown(app)
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, Home))

    at_desk(tmp_path, use, choice=Choice(kinds=("explain",), seed=0))
    assert reviews(tmp_path) == [("attention.why", 2, "undecided", "because")]


def test_brackets_and_markup_in_an_answer_show_as_they_were_typed(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        await answer(pilot, "x[/y] [bold]a[0][j][/bold] wrong", "retry")
        await pilot.press("space")
        await told(pilot, "rating")
        assert "x[/y] [bold]a[0][j][/bold]" in shown(app)

    at_desk(tmp_path, use)


def test_a_session_in_chinese(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin(pilot)
        assert "写出 LSTM 的遗忘门 f_t [公式]。" in shown(app)
        await answer(pilot, "f")
        for part in ("✓ 正确", "▸ 4 轻松", "10 分钟", "答案"):
            assert part in shown(app)
        await pilot.press("l")
        assert "✓ right" in shown(app)

    at_desk(tmp_path, use, language="zh")


def test_what_was_rated_comes_back_when_it_is_due(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "f")
        await pilot.press("1")
        await until(pilot, lambda: screen.at == 1)
        app.now = lambda: datetime(2100, 1, 1, tzinfo=UTC)
        await pilot.press("escape")
        await pilot.pause()
        assert "1 due" in shown(app)

    at_desk(tmp_path, use)


def test_an_undecided_answer_is_rated_by_the_person(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        await answer(pilot, "undecided", "retry")
        assert "~ undecided" in shown(app)
        await pilot.press("space")
        await told(pilot, "rating")
        assert "▸" not in shown(app)
        await pilot.press("4")
        await until(pilot, lambda: screen.at == 1)

    at_desk(tmp_path, use)
    assert reviews(tmp_path) == [("lstm.forget_gate", 4, "undecided", "undecided")]


@pytest.mark.parametrize(
    "text", ["[", "]", "[/]", "[bold]", "[/y]", "[@click=app.quit]x[/]", r"\\[a", "${x} {0} %s", "$success"]
)
def test_whatever_a_person_types_or_a_question_holds_is_shown_literally(tmp_path: Path, text: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        app.notify(text, markup=False)
        screen = await begin(pilot)
        question = dataclasses.replace(screen.attempt.exercise.question, prompt=Text(text, text), note=Text(text, text))
        screen.exercises[0] = dataclasses.replace(screen.attempt.exercise, question=question)
        screen._ask(0)
        await answer(pilot, text + "() wrong", "retry")
        await pilot.press("space")
        await told(pilot, "rating")
        assert sum(text in line for line in shown(app).splitlines()) >= 3, "prompt, answer, note"

    at_desk(tmp_path, use)


@pytest.mark.parametrize(
    ("pasted", "kept"),
    [
        ("f_t =\n \\sigma(W_f [h_{t-1}, x_t]\n+ b_f)\n", "f_t = \\sigma(W_f [h_{t-1}, x_t] + b_f)"),
        ("a = W_f @ x\nsigmoid(a)", "a = W_f @ x; sigmoid(a)"),
        ("σ(x)", "σ(x)"),
    ],
)
def test_every_pasted_line_is_kept(tmp_path: Path, pasted: str, kept: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin(pilot)
        screen.field.post_message(events.Paste(pasted))
        await until(pilot, lambda: screen.field.text)
        assert screen.field.text == kept

    at_desk(tmp_path, use)
