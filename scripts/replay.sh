#!/usr/bin/env bash
# Replays real games; fails on any difference but the one in which Tenhou's server breaks the rules.
set -euo pipefail
known=server-discards-kuikae-for-absent-player
mkdir -p target
cargo build --release --locked --bin facedown
code=0
target/release/facedown riichi replay "$@" | tee target/riichi-replay.txt || code=$?
# 1: a log disagrees.
if [ $code -eq 1 ] && ! grep -E '^.+: round [0-9]+ ' target/riichi-replay.txt | grep -qv "$known"; then
  echo "the one disagreement is known: docs/measurements/conformance.md"
  code=0
fi
exit $code
