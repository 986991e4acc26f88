#!/usr/bin/env bash
# The matches of docs/measurements/strength.md: duplicate deals in all seatings or a balanced set of
# them, hands drawn as matches have them, adjusted for luck where the game has a baseline.
#
#   research/bench/strength.sh [gin] [tricks] [riichi] [ofc]     all four families if none is named
#
# Every row has a share of its family's time and is stopped when it is over: at most an hour a
# family, with QUICK=1 four and a half minutes each (20 minutes in all, with what is built), with
# SMALL=1 a few seconds a row. The result of a row is kept in
# target/strength/{full,quick,small}/ROW.json, so that a rerun continues where the last one ended;
# remove a file to play its row again. The tables are written to strength.md beside them. Matches
# against OpenSpiel and gin-rummy-engine are left out where these are missing. With RECORD=1 the results
# become the pictures of docs/measurements/strength.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
mode=full family_seconds=3600
if [[ -n ${QUICK:-} ]]; then mode=quick family_seconds=270; fi
if [[ -n ${SMALL:-} ]]; then mode=small family_seconds=40; fi
results=${STRENGTH_RESULTS:-target/strength}/$mode
facedown=target/release/facedown
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
mkdir -p "$results"
trap 'echo "interrupted: a rerun continues with the next row"; exit 130' INT TERM

# keep ROW KIND SHARE COMMAND…: runs a command for its share (in hundredths) of the family's time and
# keeps its output with what made it. KIND says how the table shows it: match or text.
keep() {
    local row=$1 kind=$2 share=$3 status=0 start
    shift 3
    if [[ -s $results/$row.json ]]; then
        echo "kept: $row"
        return
    fi
    echo "playing: $row"
    start=$(date +%s)
    # Interrupted, a match reports the deals that are complete.
    timeout --foreground --signal=INT --kill-after=120 $((family_seconds * share / 100)) "$@" \
        >"$results/$row.out" 2>"$results/$row.err" || status=$?
    if [[ $status -ne 0 && $status -ne 124 && $status -ne 130 ]]; then
        echo "FAILED: $row (status $status): $(tail -n 1 "$results/$row.err")"
        return
    fi
    python3 research/bench/strength_tables.py keep "$results" "$row" "$family" "$kind" \
        "$commit" "$(($(date +%s) - start))" "$*" || echo "FAILED: $row: no result in its time"
}

# play ROW SHARE GAME DEALS SEED BOTS [OPTION…]: a duplicate match. Budgets are processor time, so that
# a busy machine plays fewer deals, not weaker ones.
play() {
    local row=$1 share=$2 game=$3 deals=$4 seed=$5 bots=$6
    shift 6
    keep "$row" match "$share" "$facedown" match "$game" --bots "$bots" --deals "$deals" \
        --seed "$seed" --processor-time --json "$@"
}

# Matches to 100 by the rules of the EAAI challenge, and single hands.
gin() {
    play gin-greedy-simple 10 gin 3000 191121 greedy,simple --matches --luck cheap
    play gin-greedy-simple-hands 5 gin 10000 191122 greedy,simple --luck cheap
    play gin-search-simple-hands 5 gin 500 191123 search:2000,simple --luck cheap
    play gin-search-simple 40 gin 600 191124 search:25ms,simple --matches --luck deep
    play gin-search-greedy 20 gin 300 191125 search:25ms,greedy --matches --luck deep
    local peer=research/bench/gin-peer/target/release/gin-peer
    if [[ -x $peer ]]; then
        # As many pairs of matches as take about a fifth of the family's time.
        keep gin-search-mc256 text 20 "$peer" $((family_seconds / 45 + 1)) 2 search:equal,mc:256
    else
        echo "SKIPPED: gin-rummy-engine (cargo build --release --manifest-path research/bench/gin-peer/Cargo.toml)"
    fi
}

# One searching bot, or a partnership of two, against beginners, and against OpenSpiel's.
tricks() {
    play tricks-hearts-60 5 hearts 1000 191110 search:60,rule,rule,rule
    play tricks-hearts 15 hearts 400 191111 search:25ms,rule,rule,rule
    play tricks-oh-hell 15 oh-hell 400 191112 search:25ms,rule,rule,rule
    play tricks-el-dorado 15 el-dorado 400 191113 search:25ms,rule,rule,rule
    play tricks-spades 15 spades 400 191114 search:25ms,rule,search:25ms,rule
    play tricks-spades-matches 10 spades 22 191116 search:10ms,rule,search:10ms,rule --matches
    if .venv/bin/python -c 'import facedown, pyspiel' 2>/dev/null; then
        keep tricks-openspiel text 25 .venv/bin/python research/bench/python_tricks.py --strength \
            --games hearts,hearts-python,spades-python,oh-hell \
            --deals $((family_seconds / 70 + 2)) --ms 5 --seed 2
    else
        echo "SKIPPED: the matches against OpenSpiel: it is not in .venv"
    fi
}

# Rounds and hanchan by Tenhou's rules.
riichi() {
    local three=efficient,efficient
    play riichi-sharp 5 riichi 20000 191101 "sharp,efficient,$three" --luck cheap
    play riichi-clone 5 riichi 20000 191102 "clone,efficient,$three" --luck cheap
    play riichi-clone-hanchan 5 riichi 1500 191103 "clone,efficient,$three" --matches --luck cheap
    play riichi-sharp-3 5 riichi 20000 191104 "sharp,$three" --rules tenhou3 --luck cheap
    play riichi-search-3 15 riichi 4000 191105 "search:1000,$three" --rules tenhou3 --luck cheap
    play riichi-search 35 riichi 4000 191106 "search:20ms,efficient,$three" --luck cheap
    play riichi-search-hanchan 20 riichi 200 191141 "search:20ms,efficient,$three" --matches \
        --luck cheap
    play riichi-tempo 10 riichi 1000 191108 "tempo,efficient,$three" --luck cheap
}

# Deals with all the Fantasyland that follows from them; the solver's choices in positions whose
# values are known, and the four scenarios of its specification.
ofc() {
    local programs=target/research/release
    play ofc-steady-greedy 5 ofc 10000 191131 steady,greedy --luck cheap
    play ofc-search-flat-10ms 5 ofc 300 191132 search:10ms,flat:10ms --luck deep
    play ofc-search-flat-100ms 15 ofc 300 191133 search:100ms,flat:100ms --luck deep
    play ofc-search-flat-1s 35 ofc 200 191134 search:1s,flat:1s --luck deep
    play ofc-search-100ms-10ms 5 ofc 300 191135 search:100ms,search:10ms --luck deep
    play ofc-search-1s-100ms 15 ofc 200 191136 search:1s,search:100ms --luck deep
    (cd research && "${CARGO:-cargo}" build --release --locked --quiet --bin quality --bin boards)
    keep ofc-alone text 5 "$programs/boards" standard $((family_seconds / 60 + 1)) \
        random greedy steady flat:100ms search:100ms
    if [[ $mode == full ]]; then
        keep ofc-positions text 10 "$programs/quality" check testdata/ofc/{positions,deep}-street-*.json
        keep ofc-scenarios text 5 "$programs/quality" scenarios 15 0.0833 \
            testdata/ofc/positions-street-*.json
    else
        keep ofc-positions text 10 "$programs/quality" check testdata/ofc/positions-street-5.json
        keep ofc-scenarios text 5 "$programs/quality" scenarios 1 0.01 \
            testdata/ofc/positions-street-*.json
    fi
}

families=("$@")
[[ $# -gt 0 ]] || families=(gin tricks riichi ofc)
for family in "${families[@]}"; do
    case $family in
        gin | tricks | riichi | ofc) "$family" ;;
        *)
            echo "no family '$family': expected gin, tricks, riichi or ofc" >&2
            exit 2
            ;;
    esac
done
python3 research/bench/strength_tables.py tables "$results"
if [[ -n ${RECORD:-} ]]; then python3 research/bench/strength_tables.py record "$results"; fi
