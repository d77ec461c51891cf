# One verb per job. `make run` and `make test` need only Python 3.11+, a C++20 compiler and make.
PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
ARGS   ?=
# One worker more than a small machine has cores: browsers and servers are waited for. Each takes tests that stand
# together, so that what they share is made once, and who is done early takes over what another has not begun.
WORKERS ?= 3
SHARED  := -n $(WORKERS) --dist worksteal

CORE   := CMakeLists.txt pyproject.toml $(shell find cpp -name '*.hpp' -o -name '*.cpp' 2>/dev/null)
ROOMS  := $(shell find src -name '__init__.py') # the install lists the packages: a new one asks for it again

.PHONY: run test test-slow lint types train bench perft proofs crosscheck soak docs site build messages clean help \
        core-tests core-clang core-format core-checks
.DEFAULT_GOAL := help

help: ## show the verbs
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

# The last builds what packages publish as source only (http-ece); an environment has an old one that cannot, or none.
$(VENV)/.made:
	@echo "Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --quiet --upgrade pip
	@$(PY) -m pip install --quiet "scikit-build-core>=0.11" "nanobind>=2.9" "cmake>=3.26" "ninja>=1.11" "setuptools>=70.1"
	@touch $@

$(VENV)/.built: $(VENV)/.made $(CORE) $(ROOMS)
	@$(PY) cpp/install.py --no-build-isolation --editable ".[openid,people,print,spreadsheet]"
	@touch $@

$(VENV)/.dev: $(VENV)/.built
	@$(PY) cpp/install.py --no-build-isolation --editable ".[cluster,dutch,openid,people,postgresql,print,print-cjk,spreadsheet,training]" --group dev
	@touch $@

build: $(VENV)/.built ## compile the core into the virtual environment

run: build ## start the app and print its address
	$(PY) -m damiera serve $(ARGS)

test: $(VENV)/.dev ## all everyday tests
	$(PY) -m pytest $(SHARED) $(ARGS)

test-slow: $(VENV)/.dev ## tests of seconds each, and of every page, game and paper where everyday takes one
	$(PY) -m pytest $(SHARED) -m 'slow and not deep' $(ARGS)

lint: $(VENV)/.dev ## style of the Python code
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/.dev ## static types of the Python code and, where there is npx, of the scripts of the pages
	$(PY) -m mypy
	@if command -v npx >/dev/null; then npx -y -p typescript@5 tsc -p tsconfig.json && echo "scripts: no issues"; \
	elif [ -n "$$DAMIERA_NO_SKIPS" ]; then echo "npx is missing: install nodejs and npm" >&2; exit 1; \
	else echo "scripts not checked: npx is missing"; fi

# The core without Python, in folders of their own: warnings are errors, asserts are on.
CORE_BUILD := $(VENV)/bin/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(VENV)/bin/ninja -DCMAKE_BUILD_TYPE=Debug \
              -DDAMIERA_TESTS=ON -DDAMIERA_WERROR=ON

core-tests: $(VENV)/.made ## tests of the core in its own language, with asserts, warnings as errors
	$(CORE_BUILD) -B build/core-tests
	$(VENV)/bin/cmake --build build/core-tests --target damiera_tests
	build/core-tests/cpp/tests/damiera_tests

core-clang: $(VENV)/.made ## the same by a second compiler, clang, watching addresses and undefined behaviour
	$(CORE_BUILD) -B build/core-clang -DCMAKE_CXX_COMPILER=clang++ -DDAMIERA_SANITIZE=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
	$(VENV)/bin/cmake --build build/core-clang --target damiera_tests
	build/core-clang/cpp/tests/damiera_tests

core-format: ## style of the C++ code
	clang-format --dry-run -Werror $(filter %.hpp %.cpp,$(CORE))

core-checks: core-format core-tests core-clang ## all that the core checks by itself

perft: $(VENV)/.dev ## deep perft of every game against the published counts
	$(PY) -m pytest -m deep tests/perft $(ARGS)

proofs: $(VENV)/.dev ## every slow test and long proof: hours
	HYPOTHESIS_PROFILE=full $(PY) -m pytest -m 'slow or deep' $(ARGS)

PIN_pydraughts  := ==0.6.7
PIN_py-draughts := ==1.10.1

.crosscheck/%/.made:
	$(PYTHON) -m venv .crosscheck/$*
	.crosscheck/$*/bin/python -m pip install --quiet "$*$(PIN_$*)"
	@touch $@

crosscheck: $(VENV)/.dev .crosscheck/pydraughts/.made .crosscheck/py-draughts/.made ## moves of two public libraries against ours
	$(PY) -m tests.crosscheck $(ARGS)

soak: $(VENV)/.dev ## long random tests, and a minute of fuzzing for each reader of text
	$(PY) -m pip install --quiet --group soak
	HYPOTHESIS_PROFILE=soak $(PY) -m pytest -n 2 tests/property tests/unit/game tests/unit/rules
	$(PY) -m fuzz $(ARGS)

bench: $(VENV)/.dev ## measure, beside a named peer
	$(PY) -m pip install --quiet --group bench
	$(PY) -m benchmarks $(ARGS)

train: $(VENV)/.dev ## teach the evaluation of a game by quick games: make train GAME=italian
	$(PY) -m damiera train $(GAME) $(ARGS)

messages: $(VENV)/.dev ## gather the sentences, bring the catalogues up to date, check them
	$(PY) -m tools.messages $(ARGS)

docs: $(VENV)/.dev ## write the generated pages of docs/ and run the examples
	$(PY) -m pytest -q tests/test_citations.py tests/test_coverage.py tests/test_game_pages.py tests/test_docs.py tests/test_data_page.py

.site/.made: pyproject.toml
	$(PYTHON) -m venv .site
	.site/bin/python -m pip install --quiet --upgrade pip
	.site/bin/python -m pip install --quiet --group docs
	@touch $@

site: export NO_MKDOCS_2_WARNING = 1
site: .site/.made ## build the site of docs/ with the reference in build/site; a warning is an error
	.site/bin/python -m doctest docs/hooks.py docs/docstrings.py
	.site/bin/python -m mkdocs build --strict
	@echo "build/site/index.html"

clean: ## remove everything made
	rm -rf $(VENV) .crosscheck .site .soak build .mypy_cache .pytest_cache .ruff_cache .hypothesis
