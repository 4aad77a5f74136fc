# A fresh machine needs Python 3.11 or newer, cargo and a C linker. Each target builds and installs what it needs: the
# targets for users all extras that users need, those for developers also the tools of a developer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Where rustup puts cargo; a shell that is older than the installation does not look there.
export PATH := $(HOME)/.cargo/bin:$(PATH)
# The package is built anew when anything it is built from has changed.
SOURCES := $(shell find crates/core crates/python -name '*.rs' -o -name 'Cargo.toml') Cargo.toml Cargo.lock pyproject.toml

.PHONY: help tour play serve test quick lint trial prove bench docs gallery install build wheel sdist clean tools
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1|/' | column -t -s '|'

tour: install  ## set everything up and see every game make, solve and verify a puzzle
	@$(BIN)/quandary tour
	@echo
	@echo "Everything is installed in $(VENV). To use quandary in this shell: source $(BIN)/activate"

play: install  ## play in the terminal: a menu of all games
	@$(BIN)/quandary

serve: install  ## the web app on this machine
	@$(BIN)/quandary serve

# A file's tests stay together, for they share what is costly to set up.
ALL_CORES := -n logical --dist loadfile
test: build  ## run all tests, Python and Rust; what was skipped, and why, is printed
	@bash -o pipefail -c "cargo test 2>&1 | grep -v '[.][.][.] ok$$'"
	@$(BIN)/python -m pytest $(ALL_CORES)

# Of Rust only what takes seconds without optimization: Klondike takes more than a minute, Sokoban a good part of one.
QUICK_RUST := arena:: exponentile:: rng:: rush_hour:: search::
quick: build  ## a selection of the tests, 85 s of CPU time once built: nothing slow, no browser, no other processes
	@cargo test --quiet --package quandary-core --lib -- $(QUICK_RUST)
	@$(BIN)/python -m pytest $(ALL_CORES) -m "not slow and not browser and not process"

lint: build  ## format and type checks, Python and Rust
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cargo fmt --all --check
	cargo clippy --all-targets --quiet -- -D warnings

trial:  ## the README's commands in an empty clone of the last commit, as a new user types them
	@$(PYTHON) tools/trial.py

MINUTES ?= 30
prove: build  ## what the package claims, against plain search (MINUTES=30 ONLY=game SEED=number JOBS=cores)
	@$(BIN)/python -m tools.prove.whole --minutes $(MINUTES) $(if $(ONLY),--only $(ONLY)) $(if $(SEED),--seed $(SEED)) \
	  $(if $(JOBS),--jobs $(JOBS))

bench: build  ## Rush Hour's benchmark (DATA=folder of public puzzles); others: python -m benchmarks.NAME
	@$(BIN)/python -m benchmarks.rush_hour $(if $(DATA),--data $(DATA))

docs: build  ## the documents as a site, in site/ (open site/index.html)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

gallery: build  ## draw the gallery's pictures anew (needs chromium)
	@$(BIN)/python -m tools.gallery

# An environment with the tools of a developer has everything that users need.
install: $(if $(wildcard $(VENV)/.installed-dev),build,$(VENV)/.installed-all)
build: $(VENV)/.installed-dev

# Shows what is being built meanwhile; the whole output is in install.log.
$(VENV)/.installed-%: $(SOURCES) | tools
	@test -x $(BIN)/python || { echo "making a Python environment in $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "building the native core and installing quandary[$*] (some minutes, the first time)"
	@bash -o pipefail -c "$(BIN)/python -m pip install --verbose --disable-pip-version-check --editable '.[$*]' 2>&1 \
	  | tee $(VENV)/install.log | awk '/^ *(Compiling|Downloading|Collecting) / { print \"  \" \$$1, \$$2; fflush() }'" \
	  || { tail -n 20 $(VENV)/install.log; echo "error: the build has failed: see $(VENV)/install.log" >&2; exit 2; }
	@touch $@

# Linked against an old C library by zig, a wheel runs on every Linux since 2014 instead of on those as new as this one.
WHEEL_FLAGS := $(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux2014)

wheel: $(VENV)/.packaging  ## a wheel for this system, for every Python, in dist
	rm -f dist/*.whl
	PATH="$(abspath $(BIN)):$$PATH" maturin build --quiet --release --locked --out dist $(WHEEL_FLAGS)
	@$(BIN)/python tools/check_dist.py dist

sdist: $(VENV)/.packaging  ## the source distribution, in dist
	rm -f dist/*.tar.gz
	$(BIN)/maturin sdist --out dist
	@$(BIN)/python tools/check_dist.py dist

$(VENV)/.packaging: pyproject.toml | tools
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'maturin[zig]>=1.9.4,<2'
	@touch $@

clean:  ## remove everything that was built
	rm -rf $(VENV) target dist site

tools:
	@command -v $(PYTHON) >/dev/null || { echo "error: $(PYTHON) is missing: install Python 3.11 or newer (Debian: apt-get install python3 python3-venv)" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "error: $(PYTHON) is too old: Python 3.11 or newer is needed (set PYTHON=python3.x)" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "error: Python's venv module is missing (Debian: apt-get install python3-venv)" >&2; exit 2; }
	@command -v cargo >/dev/null || { echo "error: cargo is missing: install Rust 1.85 or newer with: curl https://sh.rustup.rs -sSf | sh" >&2; exit 2; }
	@cargo --version | awk '{ split($$2, v, "."); exit !(v[1] > 1 || v[2] >= 85) }' || { echo "error: $$(cargo --version) is too old: install Rust 1.85 or newer with: curl https://sh.rustup.rs -sSf | sh" >&2; exit 2; }
	@command -v cc >/dev/null || { echo "error: a C linker is missing (Debian: apt-get install gcc libc6-dev)" >&2; exit 2; }
