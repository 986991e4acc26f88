#!/usr/bin/env bash
# Compares the features that cargo gives to the dependencies of the Python package with those that it
# gives to them in the whole workspace. With one that differs, everything above it is compiled twice
# in `make test`; crates/python/Cargo.toml then asks for the feature. Exit 1: one differs.
set -euo pipefail
cd "$(dirname "$0")/.."

features() {
    cargo tree --locked --edges normal,build,dev --prefix none --format "{p} [{f}]" "$@" |
        sed "s/ (\*)$//" | LC_ALL=C sort -u
}

# The command line of the package has no server.
different=$(LC_ALL=C comm -13 <(features --workspace) <(features --package facedown-python) |
    grep -v "^facedown-cli " || true)
if [[ -n $different ]]; then
    echo "features: the Python package would compile these, and what needs them, a second time:" >&2
    echo "$different" >&2
    exit 1
fi
