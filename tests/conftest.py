"""What holds for every test: the bank is ours alone, whatever packs the developer has."""

import os

from quizbank import packs

os.environ[packs.VARIABLE] = "[]"
