#!/usr/bin/env bash
# All timings, each against its peer in one run, then the instruction counts that must not rise.
# Results are printed; docs/measurements/benchmarks.md holds the ones that were last written down.
# A ratio that misses its bound ends the run with 1, after everything else has run. With SMALL=1
# everything runs in a few minutes, to see that it works; the figures mean little then, and no bound
# counts.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo=${CARGO:-cargo}
example() { # crate, example, its arguments
    "$cargo" run --release --locked --quiet -p "facedown-$1" --example "$2" -- "${@:3}"
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
example gin kernel_bench
target/release/facedown bench
bounded .venv/bin/python bench/python_gin.py "${peers[@]}"
bounded .venv/bin/python bench/python_games.py "${games[@]}"
example tricks deals
example tricks playouts "${rounds[@]}"
example catalog ismcts "${one[@]}"
.venv/bin/python bench/python_tricks.py "${games[@]}"
.venv/bin/python bench/python_riichi.py "${seconds[@]}"
example search scaling "${runs[@]}"
.venv/bin/python bench/instructions.py "${counts[@]}"
ROUNDS=${SMALL:+1} bench/wasm.sh || [ $? -eq 3 ]
if [[ ${#missed[@]} -gt 0 ]]; then
    printf 'bounds missed: %s\n' "${missed[@]}"
    [[ -n ${SMALL:-} ]] || exit 1
fi
