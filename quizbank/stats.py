"""What the progress file says of each topic, and which mistakes come back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from quizbank import bank, session
from quizbank.language import Language, Text, words
from quizbank.progress import Counts, Progress
from quizbank.question import Question

SHOWN_MISTAKES = 10


@dataclass(frozen=True)
class TopicStats:
    """One topic: how many questions it has, how many were seen and are due, and the answers given."""

    topic: str
    title: Text
    questions: int
    seen: int
    due: int
    answers: int
    right: int
    is_opt_in: bool = False


@dataclass(frozen=True)
class RepeatedMistake:
    """A named mistake, how often it was made in which question, and the sentence that sets it right."""

    question: str
    mistake: str
    times: int
    hint: Text | None


@dataclass(frozen=True)
class Summary:
    """All that `quizbank stats` says."""

    counts: Counts
    topics: tuple[TopicStats, ...]
    mistakes: tuple[RepeatedMistake, ...]

    def as_json(self) -> dict[str, Any]:
        """The public fields of `stats --json`."""
        return {
            **vars(self.counts),
            "questions": sum(topic.questions for topic in self.topics if not topic.is_opt_in),
            "topics": [vars(topic) | {"title": vars(topic.title)} for topic in self.topics],
            "mistakes": [vars(made) | {"hint": made.hint and vars(made.hint)} for made in self.mistakes],
        }

    def text(self, language: Language) -> str:
        """The same in words; the titles stand last, since Chinese ones have another width."""
        _ = words(language)
        total = sum(topic.questions for topic in self.topics if not topic.is_opt_in)
        head = _("Due now: {due}. Seen: {seen} of {total}. Answered today: {today}, right: {right}.").format(
            due=self.counts.due,
            seen=self.counts.seen,
            total=total,
            today=self.counts.today,
            right=self.counts.right_today,
        )
        lines = [head, "", f"{_('due'):>6} {_('seen'):>9} {_('right'):>9}  {_('topic')}"]
        for topic in self.topics:
            seen, right = f"{topic.seen}/{topic.questions}", f"{topic.right}/{topic.answers}"
            lines.append(f"{topic.due:>6} {seen:>9} {right:>9}  {topic.title[language]}")
        if self.mistakes:
            lines += ["", _("Mistakes made most often:")]
        for made in self.mistakes:
            hint = f"  {made.hint[language]}" if made.hint else ""
            lines.append(f"{made.times:>5}×  {made.question}: {made.mistake}{hint}")
        return "\n".join(lines)


def summary(progress: Progress, questions: Mapping[str, Question], now: datetime) -> Summary:
    """Count the answers by topic; `questions` are all there are."""
    due, seen, tally = set(progress.due(now)), progress.seen(), progress.tally()
    topics: dict[str, list[Question]] = {}
    for question in questions.values():
        topics.setdefault(question.topic, []).append(question)
    rows = tuple(_topic(topic, asked, due, seen, tally) for topic, asked in topics.items())
    aside = questions.keys() - session.offered(questions)
    counts = progress.counts(now)
    counts = replace(counts, due=counts.due - len(aside & due), seen=counts.seen - len(aside & seen))
    return Summary(counts, rows, _repeated(progress, questions))


def _topic(
    topic: str, questions: Sequence[Question], due: set[str], seen: set[str], tally: Mapping[str, tuple[int, int]]
) -> TopicStats:
    asked = {question.id for question in questions}
    given = [tally[question] for question in asked & tally.keys()]
    return TopicStats(
        topic=topic,
        title=bank.title(topic),
        questions=len(asked),
        seen=len(asked & seen),
        due=len(asked & due),
        answers=sum(answers for answers, _ in given),
        right=sum(right for _, right in given),
        is_opt_in=all(question.is_opt_in for question in questions),
    )


def _repeated(progress: Progress, questions: Mapping[str, Question]) -> tuple[RepeatedMistake, ...]:
    often = sorted(progress.mistakes().items(), key=lambda made: (-made[1], made[0]))
    return tuple(
        RepeatedMistake(question, mistake, times, _hint(questions.get(question), mistake))
        for (question, mistake), times in often[:SHOWN_MISTAKES]
    )


def _hint(question: Question | None, mistake: str) -> Text | None:
    """The sentence of the question's own formula, else of one of its topic: a system repeats its lines' mistakes."""
    if question is None:
        return None
    formulas = [formula for formula in bank.formulas().values() if formula.topic == question.topic]
    formulas.sort(key=lambda formula: formula.id != question.formula)
    for outline in (outline for formula in formulas for outline in formula.mistakes if outline.name == mistake):
        if outline.facts.get("en") and outline.facts.get("zh"):
            return Text(outline.facts["en"], outline.facts["zh"])
    return None
