#!/usr/bin/env bash
# The matches of docs/measurements/strength.md, on duplicate deals. DEALS scales them all: it is the
# number of pairs of matches in gin, of deals in the trick games (200, which take about 40 minutes on
# two cores). Without OpenSpiel its matches are left out. With SMALL=1 there are a few deals of each,
# to see that they are played.
set -euo pipefail
cd "$(dirname "$0")/.."
small=${SMALL:-}
deals=${DEALS:-${small:+2}}
deals=${deals:-200}
milliseconds=${small:+1}
milliseconds=${milliseconds:-20}
facedown=target/release/facedown

# Gin: matches to 100 by the rules of the EAAI challenge.
for pair in greedy,simple search,simple search,greedy; do
    "$facedown" match gin --bots "$pair" --deals "$deals" --seed 2 --matches
done

# Trick games: one searching bot, or a partnership of two, against beginners.
for game in hearts oh-hell el-dorado; do
    "$facedown" match "$game" --bots search:25ms,rule,rule,rule --deals "$deals" --seed 2
done
"$facedown" match spades --bots search:25ms,rule,search:25ms,rule --deals "$deals" --seed 2
"$facedown" match spades --bots search:10ms,rule,search:10ms,rule --deals $((deals / 10 + 2)) \
    --seed 2 --matches

# Open-face Chinese poker: deals with all the Fantasyland that follows from them.
for pair in search:100ms,flat:100ms search:100ms,greedy search:100ms,steady flat:100ms,greedy; do
    "$facedown" match ofc --bots "$pair" --deals "$deals" --seed 2
done
"$facedown" match ofc --bots search:1s,flat:1s --deals $((deals / 10 + 2)) --seed 2
"${CARGO:-cargo}" run --release --locked --quiet -p facedown-catalog --example solitaire -- \
    standard "$deals" random greedy steady flat:100ms search:100ms

# The solver's choices against positions whose values are known, and
# the four scenarios of its specification: RUNS of each, in a twelfth of the time it allows.
quality() {
    "${CARGO:-cargo}" run --release --locked --quiet -p facedown-ofc-solver --example quality -- "$@"
}
if [[ -n $small ]]; then
    quality check testdata/ofc/positions-street-5.json
    quality scenarios "${RUNS:-1}" 0.01 testdata/ofc/positions-street-*.json
else
    quality check testdata/ofc/positions-street-*.json || echo "a goal of the solver is missed"
    quality scenarios "${RUNS:-100}" 0.0833 testdata/ofc/positions-street-*.json
fi

# The same bot against three of OpenSpiel's at equal time a move.
if .venv/bin/python -c 'import facedown, pyspiel' 2>/dev/null; then
    .venv/bin/python bench/python_tricks.py --strength --deals $((deals / 4 + 2)) \
        --ms "$milliseconds" --seed 2
else
    echo "SKIPPED: the matches against OpenSpiel: it is not in .venv"
fi
