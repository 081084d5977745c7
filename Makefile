# Every target sets up what it needs in .venv on a machine that has only Python 3.11 and pip.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.installed-core
STAMP := $(VENV)/.installed

.PHONY: demo test test-slow bench lint clean

demo: $(CORE)             ## build 40 samples, ask the players, write demo/report.html
	$(BIN)/diorama demo --out demo

test: $(STAMP)            ## the whole test run except what is marked slow
	$(BIN)/python -m pytest -n 2

test-slow: $(STAMP)       ## the long tests: hundreds of random worlds
	$(BIN)/python -m pytest -m slow -s

bench: $(STAMP)           ## speed and memory, as ratios
	$(BIN)/python bench/run.py

lint: $(STAMP)
	$(BIN)/ruff check src tests bench examples
	$(BIN)/mypy

$(CORE): pyproject.toml scripts/system-libraries
	bash scripts/system-libraries
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[eval]"
	touch $(CORE)

$(STAMP): $(CORE)
	bash scripts/system-libraries tests
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $(STAMP)

clean:
	rm -rf $(VENV) demo .mypy_cache .ruff_cache .pytest_cache
