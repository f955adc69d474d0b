"""Why an answer is wrong, in one sentence."""
