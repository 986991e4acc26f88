#!/usr/bin/env bash
# All timings, each against its peer in one run, then the instruction counts that must not rise.
# Results are printed; docs/measurements/benchmarks.md holds the ones that were last written down.
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
peers=() games=() rounds=() one=() seconds=() runs=() counts=()
if [[ -n ${SMALL:-} ]]; then
    peers=(--hands 2000 --turns 1) games=(--seconds 1) rounds=(1) one=(spades 4)
    seconds=(0.1) runs=(1) counts=(--only "gin step")
fi

"$cargo" build --release --locked --bin facedown
research deadwood_speed
target/release/facedown bench
bounded .venv/bin/python research/bench/python_gin.py "${peers[@]}"
bounded .venv/bin/python research/bench/python_games.py "${games[@]}"
research deal_sampler
research playouts "${rounds[@]}"
research ismcts "${one[@]}"
.venv/bin/python research/bench/python_tricks.py "${games[@]}"
.venv/bin/python research/bench/python_riichi.py "${seconds[@]}"
research scaling "${runs[@]}"
.venv/bin/python research/bench/instructions.py "${counts[@]}"
ROUNDS=${SMALL:+1} research/bench/wasm.sh || [ $? -eq 3 ]
if [[ ${#missed[@]} -gt 0 ]]; then
    printf 'bounds missed: %s\n' "${missed[@]}"
    [[ -n ${SMALL:-} ]] || exit 1
fi
