#!/usr/bin/env bash
# The matches of docs/strength.md, on duplicate deals. DEALS scales them all: it is the number of
# pairs of matches in gin, of deals in the trick games (200, which take about 40 minutes on two
# cores). Without OpenSpiel its matches are left out.
set -euo pipefail
cd "$(dirname "$0")/.."
deals=${DEALS:-200}
facedown=target/release/facedown

# Gin: matches to 100 by the rules of the EAAI challenge.
for pair in greedy,simple search,simple search,greedy; do
    "$facedown" match gin --bots "$pair" --deals "$deals" --seed 2 --matches
done

# Trick games: one searching bot, or a partnership of two, against beginners.
for game in hearts oh-hell el-dorado; do
    "$facedown" match "$game" --bots ismcts:25ms,rule,rule,rule --deals "$deals" --seed 2
done
"$facedown" match spades --bots ismcts:25ms,rule,ismcts:25ms,rule --deals "$deals" --seed 2
"$facedown" match spades --bots ismcts:10ms,rule,ismcts:10ms,rule --deals $((deals / 10 + 2)) \
    --seed 2 --matches

# The same bot against three of OpenSpiel's at equal time a move.
if .venv/bin/python -c 'import facedown, pyspiel' 2>/dev/null; then
    .venv/bin/python bench/python_tricks.py --strength --deals $((deals / 4 + 2)) --ms 20 --seed 2
else
    echo "SKIPPED: the matches against OpenSpiel: it is not in .venv"
fi
