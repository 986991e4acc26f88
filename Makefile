# Everything a developer types. Each target does its own set-up.
#
#   make run          build the release binary and serve it, printing the address; `facedown tour` tours
#   make site         the page as static files in web/site, its engine in the visitor's browser
#   make test         the tests: Rust, documentation, WebAssembly, Python, the page in a browser
#   make check        before a commit, within a minute: formatting, clippy and unit tests of what changed
#   make lint         formatting, clippy, shell and Python checks
#   make train        the program facedown-train, which trains networks (burn: ten minutes cold)
#   make docs         the documentation as one site, in target/site
#   make wheel        the Python package as a wheel, tested in an empty virtual environment
#   make package      packages of all crates that are published, in target/package, each built alone
#   make licences     the licences of everything that is built in, against deny.toml (cargo-deny)
#   make bench        timings against peers, and instruction counts checked against a tolerance
#   make conformance  the long comparisons with peers and real games
#   make strength     long matches between bots, as in docs/measurements/strength.md: an hour a family
#                     at most, QUICK=1 in 20 minutes; a rerun continues where the last one ended
#   make fuzz         every fuzz target for a minute (FUZZ_SECONDS), by libFuzzer if it can be had
#   make test-all     all of it: the tests, the long ones, and the commands above on small sizes
#
# With SMALL=1, bench, strength and conformance run in minutes, to see that they work.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run page site train check test test-rust test-training test-wasm test-python test-web test-all \
  test-long test-notebooks lint fmt docs wheel package licences bench \
  conformance conformance-replay conformance-small strength fuzz fuzz-stable clean

CARGO ?= cargo
CARGO_FLAGS := --release --locked
PYTHON := .venv/bin/python

help:
	@sed -n '2,/^$$/s/^#  \?//p' Makefile

run: page
	$(CARGO) build $(CARGO_FLAGS) --bin facedown
	target/release/facedown serve $(SERVE)

# Training is a workspace of its own, with a folder of its own for what is built.
TRAINING := CARGO_TARGET_DIR=$(CURDIR)/target/training $(CARGO)

train:
	cd training && $(TRAINING) build $(CARGO_FLAGS)

test: page test-rust test-wasm test-python test-web

# The page is embedded in the server. Exit 3: named, and the server gets a plain page.
page:
	@scripts/web.sh || [ $$? -eq 3 ]

# Static files, engine included. Exit 3: named; nothing else depends on it.
site:
	@code=0; scripts/site.sh || code=$$?; \
	if [ $$code -eq 3 ]; then echo "SKIPPED: the static site, for want of what is named above"; \
	elif [ $$code -ne 0 ]; then exit $$code; fi

# Compiling burn takes longer than all other tests together.
test-training:
	cd training && $(TRAINING) test $(CARGO_FLAGS)

# The Python extension has no tests here: it is built and tested as a package, by test-python. It is
# in the selection all the same, because cargo then compiles all crates with one set of features for
# tests and the binary.
test-rust:
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
	  $(CARGO) nextest run $(CARGO_FLAGS) --workspace --no-fail-fast; \
	else \
	  echo "cargo-nextest is not installed: running cargo test"; \
	  $(CARGO) test $(CARGO_FLAGS) --workspace --lib --bins --tests; \
	fi
	$(CARGO) test $(CARGO_FLAGS) --workspace --doc

# The page in a real browser. Exit 3: something cannot be installed here; it was named.
test-web:
	@code=0; scripts/test-web.sh || code=$$?; \
	if [ $$code -eq 3 ]; then echo "SKIPPED: the page's tests, for want of what is named above"; \
	elif [ $$code -ne 0 ]; then exit $$code; fi

# The engine compiled to WebAssembly, under Node: equal answers. Exit 3: named, and the rest runs.
test-wasm:
	@code=0; scripts/wasm.sh || code=$$?; \
	if [ $$code -eq 3 ]; then echo "SKIPPED: the WebAssembly smoke test, for want of what is named above"; \
	elif [ $$code -ne 0 ]; then exit $$code; fi

# Exit 3 of venv.sh: something cannot be installed here; it was named, and the rest has run.
test-python:
	@code=0; scripts/venv.sh || code=$$?; \
	if [ $$code -eq 3 ]; then echo "SKIPPED: the Python tests, for want of the packages named above"; \
	elif [ $$code -ne 0 ]; then exit $$code; \
	else $(PYTHON) -m pytest -q $$($(PYTHON) -c 'import xdist' 2>/dev/null && printf -- '-n 2 --dist loadfile') python; fi

# Some 60 minutes on two cores. What python/requirements-all.txt adds is large; without it those
# tests skip.
test-all: test-packages test test-training test-long test-notebooks fuzz-stable
	SMALL=1 $(MAKE) bench
	SMALL=1 $(MAKE) strength
	SMALL=1 $(MAKE) conformance

test-packages:
	scripts/venv.sh
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r python/requirements-all.txt
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r python/requirements-torch.txt

# The tests that take minutes; those that take longer are part of make conformance alone.
test-long:
	$(CARGO) test $(CARGO_FLAGS) -p facedown-cards --test all poker:: -- --ignored
	$(CARGO) test $(CARGO_FLAGS) -p facedown-server --test all malformed:: -- --ignored
	$(CARGO) test $(CARGO_FLAGS) -p facedown-catalog --test all identical:: -- --ignored
	$(CARGO) test $(CARGO_FLAGS) -p facedown-cli --test all serve:: -- --ignored
	cd research && $(CARGO) test $(CARGO_FLAGS)
	@if [ -x $(PYTHON) ] && $(PYTHON) -c 'import facedown, pytest, schemathesis' 2>/dev/null; then \
	  $(CARGO) build $(CARGO_FLAGS) --bin facedown && \
	  $(PYTHON) -m pytest -q python/tests/test_service.py --conformance; \
	else echo "SKIPPED: schemathesis, which python/requirements-all.txt installs"; fi
	@FACEDOWN_LONG=1 scripts/test-web.sh long.spec.ts || [ $$? -eq 3 ]

# The notebooks of the documentation, from top to bottom.
test-notebooks:
	$(PYTHON) -m pytest -q --nbmake docs/notebooks

# The fuzz targets on a stable compiler, two seconds each.
fuzz-stable:
	cd fuzz && $(CARGO) run $(CARGO_FLAGS) --bin facedown-fuzz -- --seconds "$${FUZZ_SECONDS:-2}"

fuzz:
	scripts/fuzz.sh

lint:
	$(CARGO) fmt --all --check
	scripts/features.sh
	cd fuzz && $(CARGO) fmt --check && $(CARGO) clippy $(CARGO_FLAGS) -- -D warnings
	cd training && $(CARGO) fmt --check && $(TRAINING) clippy $(CARGO_FLAGS) --all-targets -- -D warnings
	cd research && $(CARGO) fmt --check && $(CARGO) clippy $(CARGO_FLAGS) --all-targets -- -D warnings
	$(CARGO) clippy $(CARGO_FLAGS) --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(CARGO_FLAGS) --workspace --no-deps --exclude facedown-python
	scripts/venv.sh
	$(PYTHON) -m mypy
	$(PYTHON) -m ruff check python research/bench
	$(PYTHON) -m ruff format --check python research/bench

# What changed since main, and whether what is above it still compiles.
check:
	scripts/check.sh

fmt:
	$(CARGO) fmt --all
	cd training && $(CARGO) fmt
	cd research && $(CARGO) fmt
	@if [ -x $(PYTHON) ]; then $(PYTHON) -m ruff format python research/bench; fi

docs:
	scripts/docs.sh

wheel:
	scripts/wheel.sh

package:
	scripts/package.sh

# Licences, sources and versions that occur twice, without the network once cargo-deny is there.
licences:
	scripts/licences.sh

bench:
	scripts/venv.sh
	research/bench/run.sh

ifdef SMALL
conformance: conformance-small
else
conformance: conformance-replay
	scripts/venv.sh
	$(PYTHON) -m pytest -q python --conformance
	$(CARGO) test $(CARGO_FLAGS) -p facedown-cards -p facedown-ofc -- --ignored
endif

# The same comparisons on small sizes, and the games that our own bots played.
conformance-small:
	@scripts/venv.sh || [ $$? -eq 3 ]
	@if [ -x $(PYTHON) ] && $(PYTHON) -c 'import facedown, pytest' 2>/dev/null; then \
	  $(PYTHON) -m pytest -q python/tests/test_openspiel_*.py python/tests/test_riichi_*.py \
	    -k "openspiel or mahjong or riichienv or replay or its_tables"; \
	else echo "SKIPPED: the comparisons in Python, for want of the packages named above"; fi
	$(CARGO) run $(CARGO_FLAGS) --bin facedown -- riichi replay testdata/riichi/logs/tenhou
	target/release/facedown riichi replay --rules mjsoul testdata/riichi/logs/mjsoul/hanchan*

# Real games through the engine; the counts by kind of event stay in target/riichi-replay.txt. One
# log is known to break the rules (docs/measurements/conformance.md): any other difference fails.
conformance-replay:
	@data="$${FACEDOWN_DATA:-../shared/data}"; \
	folders=(); for name in tenhou tenhou-edge tenhou-quirks tenhou-train; do \
	  if [ -d "$$data/$$name" ]; then folders+=("$$data/$$name"); \
	  else echo "SKIPPED: the replay of $$name: not in $$data (set FACEDOWN_DATA)"; fi; \
	done; \
	if [ $${#folders[@]} -gt 0 ]; then scripts/replay.sh "$${folders[@]}"; fi

strength:
	$(CARGO) build $(CARGO_FLAGS) --bin facedown
	@scripts/venv.sh || [ $$? -eq 3 ]
	research/bench/strength.sh

clean:
	rm -rf target .venv
