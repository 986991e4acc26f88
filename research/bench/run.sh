#!/usr/bin/env bash
# All timings, each against its peer in one run, then the instruction counts that must not rise.
# Results are printed; docs/measurements/benchmarks.md holds the ones that were last written down. With
# RECORD=1 the ratios become the picture of that page.
# A ratio that misses its bound ends the run with 1, after everything else has run. With SMALL=1
# everything runs in a few minutes, to see that it works; the figures mean little then, and no bound
# counts.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo=${CARGO:-cargo}
research() { # a program of research/, its arguments
    "$cargo" research "$1" --quiet -- "${@:2}"
}
missed=()
bounded() { # a comparison that exits with 3 if a bound is missed
    local status=0
    "$@" || status=$?
    case $status in
        0) ;;
        3) missed+=("$*") ;;
        *) exit "$status" ;;
    esac
}
beside() { # a comparison in Python with its peer, its arguments
    local script=$1 status=0
    shift
    if [[ -z ${RECORD:-} ]]; then
        .venv/bin/python "research/bench/$script.py" "$@"
        return
    fi
    mkdir -p target/bench
    .venv/bin/python "research/bench/$script.py" --json "$@" >"target/bench/$script.json" || status=$?
    cat "target/bench/$script.json"
    .venv/bin/python research/bench/charts.py speed "$script" <"target/bench/$script.json"
    return $status
}
peers=() games=() rounds=() one=() seconds=() runs=() counts=()
if [[ -n ${SMALL:-} ]]; then
    peers=(--hands 2000 --turns 1) games=(--seconds 1) rounds=(1) one=(spades 4)
    seconds=(0.1) runs=(1) counts=(--only "gin step")
fi

"$cargo" build --release --locked --bin facedown
research deadwood_speed
target/release/facedown bench
bounded beside python_gin "${peers[@]}"
bounded beside python_games "${games[@]}"
research deal_sampler
research playouts "${rounds[@]}"
research ismcts "${one[@]}"
beside python_tricks "${games[@]}"
beside python_riichi "${seconds[@]}"
research scaling "${runs[@]}"
.venv/bin/python research/bench/instructions.py "${counts[@]}"
ROUNDS=${SMALL:+1} research/bench/wasm.sh || [ $? -eq 3 ]
if [[ ${#missed[@]} -gt 0 ]]; then
    printf 'bounds missed: %s\n' "${missed[@]}"
    [[ -n ${SMALL:-} ]] || exit 1
fi
