#!/usr/bin/env bash
# The matches of docs/strength.md: matches to 100 by the rules of the EAAI challenge, on duplicate
# deals. DEALS sets the number of pairs of matches (500).
set -euo pipefail
cd "$(dirname "$0")/.."
deals=${DEALS:-500}
for pair in greedy,simple search,simple search,greedy; do
    target/release/facedown match gin --bots "$pair" --deals "$deals" --seed 2 --matches
done
