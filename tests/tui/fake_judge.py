"""A judge that speaks the real one's JSON lines without torch; the answer's text says how to behave."""

import json
import os
import sys
import time


def say(**reply: object) -> None:
    print(json.dumps(reply, ensure_ascii=False), flush=True)


def check(request: dict) -> dict:
    text = "\n".join(request["answer"])
    verdict = {"verdict": "right", "note": None, "mistake": None, "hint": None, "column": None, "line": None}
    example = {"inputs": {"x": "[0.31, -0.52]"}, "yours": "[0.41]", "reference": "[0.49]"}
    if "hang" in text:
        time.sleep(60)
    if "slow" in text:
        time.sleep(0.3)
    if "die" in text:
        os._exit(1)
    if "fail" in text:
        raise ValueError("out of memory")
    if text.count("(") != text.count(")"):
        verdict |= {"verdict": "unreadable", "column": 3, "line": 1, "hint": "a bracket is missing"}
    elif "wrong" in text:
        verdict |= {
            "verdict": "wrong",
            "mistake": "bias_left_out",
            "hint": "[b_f] is left out",
            "counterexample": example,
        }
    elif "undecided" in text:
        verdict |= {"verdict": "undecided"}
    return (
        {"counterexample": None}
        | verdict
        | {
            "id": request["id"],
            "seed": request["seed"],
            "read_as": text,
            "answer": "f_t = sigma(W_f [h_prev; x_t] + b_f)",
            "device": "cpu",
            "seconds": 0.012,
        }
    )


def train(request: dict) -> None:
    """A run of forty steps; some names end badly."""
    n, name, losses = request["n"], request["name"], [8.0 * 0.8**step for step in range(40)]
    for step, loss in enumerate(losses, start=1):
        say(n=n, event="progress", step=step, steps=50, loss=loss)
        if step == 20:
            if name == "nnlm":
                time.sleep(60)
            if name == "cbow":
                raise ValueError("[out] of memory")
            if name == "skipgram":
                os._exit(1)
    results = {"perplexity": 1.25, "king": "[queen]", "attention": [[0.1, 0.9], [0.8, 0.2]]}
    say(n=n, event="done", name=name, seed=request["seed"], losses=losses, results=results, seconds=1.5)


def main() -> None:
    say(event="ready", device="cpu", torch="2.13.0", seconds=0.1)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["do"] == "train":
                train(request)
                continue
            say(
                n=request["n"],
                event="done",
                **(
                    check(request)
                    if request["do"] == "check"
                    else {"answer": "f_t = σ(W_f [h; x] + b_f)", "latex": None, "note": None}
                ),
            )
        except Exception as error:
            say(n=request["n"], event="failed", message=str(error))


if __name__ == "__main__":
    main()
