# make run    set up, print one justified ruling, serve on 127.0.0.1:8180
# make test   set up and run the tests
# make check  formatting, lint, strict types
# make bench  the numbers that the project promises
# make dist   the wheel, and the bundle for desktop clients
# make lock   choose the newest versions that pyproject.toml admits, with their hashes
# Every target is safe to repeat and to interrupt: a stamp is written after the work it stands for.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
MADE_STAMP := $(VENV)/.made
RUN_STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
EXAMPLE := server/examples/first_ruling.yaml
PORT ?= 8180

.PHONY: run test check bench dist lock setup clean

run: setup
	$(BIN)/loreguide check $(EXAMPLE)
	$(BIN)/loreguide serve --port $(PORT)

setup: $(RUN_STAMP)
	$(BIN)/loreguide setup

test: $(DEV_STAMP)
	$(BIN)/loreguide setup
	$(BIN)/python -m pytest

check: $(DEV_STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(DEV_STAMP)
	$(BIN)/loreguide setup
	for bench in tests/bench/bench_*.py; do $(BIN)/python $$bench || exit 1; done

$(MADE_STAMP):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "loreguide needs Python 3.11 or newer; set PYTHON=python3.x")'
	$(PYTHON) -m venv --clear $(VENV)
	touch $@

$(RUN_STAMP): requirements.lock pyproject.toml | $(MADE_STAMP)
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	touch $@

$(DEV_STAMP): requirements-dev.lock $(RUN_STAMP)
	$(PIP) install --require-hashes -r requirements-dev.lock
	touch $@

dist: $(DEV_STAMP)
	$(BIN)/uv build --quiet --wheel --no-build-isolation --out-dir dist
	$(BIN)/python -m server.distribution dist

lock: $(DEV_STAMP)
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --upgrade \
		--no-header --no-emit-index-url --quiet --extra build -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --upgrade \
		--no-header --no-emit-index-url --quiet --extra build --extra dev -c requirements.lock -o requirements-dev.lock
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --upgrade \
		--no-header --no-emit-index-url --quiet --extra build --extra redis --extra otel -c requirements.lock \
		-o requirements-serve.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build dist
