"""The training runs learn, within seconds, while their losses stream."""

import json
import time

import pytest
import torch

from quizbank import judge
from quizbank.training import RESULTS, RUNS
from quizbank.training.watched import UnknownRun, events
from reference.formula import unchecked
from tests.command import quizbank

CPU = torch.device("cpu")
LIMIT = 20.0
"""Seconds of one core's work that a run may take."""


@pytest.fixture(scope="module")
def done():
    """Each run's last event, and the seconds of work it took; a run runs once, whatever order tests come in."""
    found = {}

    def once(name):
        if name not in found:
            started = time.process_time()
            with unchecked():  # the shape checks, which only tests have, cost ten times the work
                *progress, last = events(name, device=CPU)
            found[name] = (progress, last, time.process_time() - started)
        return found[name]

    return once


@pytest.mark.parametrize("name", RUNS)
def test_its_shapes_are_right(name):
    run = events(name, device=CPU)
    assert next(run)["step"] == 1
    assert next(run)["step"] == 2


@pytest.mark.parametrize("name", RUNS)
def test_streams_its_losses_and_ends_with_the_curve_in_time(name, done):
    progress, last, seconds = done(name)
    assert [event["event"] for event in progress] == ["progress"] * len(last["losses"])
    assert [event["step"] for event in progress] == list(range(1, len(progress) + 1))
    assert [event["loss"] for event in progress] == last["losses"]
    assert len(progress) <= progress[0]["steps"]
    assert set(last["results"]) <= set(RESULTS)
    assert last["event"] == "done"
    assert seconds < LIMIT
    json.dumps(last)


def test_glove_fits_the_notes_table_to_a_millionth(done):
    _, last, _ = done("glove")
    assert last["losses"][-1] < 1e-6 * last["losses"][0]
    assert last["results"]["worst_count"] < 0.02
    assert [len(row) for row in last["results"]["vectors"]] == [3] * 6, "each word stands before its vector"
    assert last["results"]["vectors"][0][0] == "I"


def test_glove_finds_what_latent_semantic_analysis_does_not(done):
    """Truncated SVD is the best unweighted fit of the same rank, and far from the best weighted one."""
    _, last, _ = done("glove")
    assert last["results"]["svd_loss"] > 1e4 * last["losses"][-1]


def test_glove_carries_ratios_of_probabilities(done):
    results = done("glove")[1]["results"]
    assert results["ratio_counted"] == pytest.approx(2 / 3)
    assert results["ratio_fitted"] == pytest.approx(2 / 3, rel=1e-2)


@pytest.mark.parametrize(("name", "hesitation"), [("nnlm", 1.3), ("nnlm_tree", 1.3), ("cbow", 2.0), ("skipgram", 8.5)])
def test_word_models_learn_the_text(name, hesitation, done):
    """From about twenty words to the few that the text itself leaves open; a neighbour's neighbours stay many."""
    _, last, _ = done(name)
    assert last["losses"][0] > 2.8
    assert last["results"]["perplexity"] < hesitation
    assert last["results"]["king"] == "queen"


def test_the_nnlm_reaches_what_n_gram_counts_leave_open(done):
    results = done("nnlm")[1]["results"]
    assert results["counted"] <= results["perplexity"] < 1.1 * results["counted"]


@pytest.mark.parametrize("name", ["seq2seq", "bahdanau", "transformer"])
def test_sequence_models_say_backwards_what_they_never_saw(name, done):
    _, last, _ = done(name)
    assert last["losses"][-1] < 0.02 * last["losses"][0]
    assert last["results"]["greedy"] >= 0.9
    assert last["results"]["beam"] >= 0.9
    assert last["results"]["said"][:-1] == last["results"]["source"][::-1]


def test_attention_looks_at_the_word_that_is_said(done):
    """Step t of the decoder says the t-th word from the end, and looks there."""
    shares = torch.tensor(done("bahdanau")[1]["results"]["attention"])
    assert shares.argmax(dim=-1).tolist() == [4, 3, 2, 1, 0]
    assert shares.amax(dim=-1).min() > 0.5


def test_a_seed_repeats_its_run():
    one, other, another = ([event.get("loss") for event in events("glove", seed=seed)] for seed in (3, 3, 4))
    assert one == other
    assert one != another


def test_the_judge_streams_a_run():
    *progress, last = judge.answer({"do": "train", "name": "glove"}, CPU)
    assert progress[0] == {"event": "progress", "step": 1, "steps": 1500, "loss": progress[0]["loss"]}
    assert last["event"] == "done"
    assert len(last["losses"]) == len(progress)


def test_an_unknown_run_is_refused_with_those_there_are():
    with pytest.raises(UnknownRun, match="glove"):
        list(events("no such"))
    (event,) = judge.answer({"do": "train", "name": "no such"}, CPU)
    assert event["event"] == "failed"


def test_the_command_lists_and_runs(tmp_path):
    listed = quizbank("train", home=tmp_path)
    assert listed.returncode == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(RUNS)
    shown = quizbank("train", "glove", home=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "█" in shown.stdout
    rows = [json.loads(line) for line in quizbank("train", "glove", "--json", home=tmp_path).stdout.splitlines()]
    assert [row["event"] for row in rows] == ["progress"] * (len(rows) - 1) + ["done"]
    assert quizbank("train", "no-such", home=tmp_path).returncode == 2
