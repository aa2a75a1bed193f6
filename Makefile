# Everything runs in .venv, which these targets make and refresh themselves: Python >= 3.11 and make are enough.

PROGRAM ?= examples/peterson.c
ARGS ?=
JOBS ?= 2
BENCH ?= ../shared/bench/INDEX.tsv
# of the long tests, which take half a day together
SHARE ?= 16
TABLES ?= impact redcomp weak symmpa esst

# the first interpreter that is new enough
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
# constraints hold for the build requirements too
PIP := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help verify test lint format test-long bench paper-tables clean
.DEFAULT_GOAL := help

help:
	@echo 'make verify PROGRAM=file.c [ARGS=...]   verify a program'
	@echo 'make test                               lint, types and tests'
	@echo 'make test-long [SHARE=16]                one in 16 of the long campaigns, others for every commit'
	@echo 'make bench [BENCH=...] [ARGS=...]       run the bench over task files or an INDEX.tsv'
	@echo 'make paper-tables [TABLES=...] [ARGS=..] our numbers beside those of the papers'
	@echo 'make format                             format the code'
	@echo 'make clean                              remove the environment and all caches'

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3'; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/.stamp-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $(VENV)/.stamp $@

# Safe (0), unknown (5) and unsafe (10) are answers, so make succeeds; anything else is an error.
verify: $(VENV)/.stamp
	@$(BIN)/threadproof verify $(PROGRAM) $(ARGS); code=$$?; \
	case $$code in \
	0) word=safe ;; 5) word=unknown ;; 10) word=unsafe ;; \
	*) exit $$code ;; \
	esac; \
	echo "exit code $$code ($$word)"

lint: $(VENV)/.stamp-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal

test-long: $(VENV)/.stamp-dev
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal -m long --share $(SHARE)

format: $(VENV)/.stamp-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.stamp
	$(BIN)/threadproof bench $(BENCH) $(ARGS)

paper-tables: $(VENV)/.stamp
	@code=0; for t in $(TABLES); do \
	$(BIN)/python benchmarks/paper_tables.py $$t $(ARGS) || code=1; \
	done; exit $$code

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache src/*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
