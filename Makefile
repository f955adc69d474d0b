# `make review` opens the app, `make test` runs the tests; each sets up `.venv` first where it is missing or old.
# TORCH_INDEX=URL installs torch from that package index, for a build without CUDA or with another one.

PYTHON ?= python3
TORCH_INDEX ?=
BIN = .venv/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check

.PHONY: review test check bench words clean

review: .venv/app.stamp
	@exec $(BIN)/quizbank

# small tensors are slower on many threads
test bench: export OMP_NUM_THREADS = 1

test: .venv/dev.stamp
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

check: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/dev.stamp .venv/bench.stamp
	$(BIN)/python -m pytest tests/bench -o python_files='bench_*.py' -s

words: .venv/dev.stamp
	$(BIN)/python tests/words.py

clean:
	rm -rf .venv

.venv/app.stamp: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "quizbank needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 3; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || \
	  { echo "python3 cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 3; }
	@# without its dependencies, which that index may not have in the pinned versions; the next line brings them
	$(if $(TORCH_INDEX),$(PIP) install --no-deps --index-url $(TORCH_INDEX) -c constraints.txt torch)
	$(PIP) install -c constraints.txt -e .
	@touch $@

.venv/dev.stamp: .venv/app.stamp
	$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@

.venv/bench.stamp: .venv/dev.stamp
	$(PIP) install -c constraints.txt -e '.[bench]'
	@touch $@
