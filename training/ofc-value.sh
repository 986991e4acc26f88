#!/usr/bin/env bash
# Makes the value networks of open-face for a preset: rounds of value iteration backwards from street 4.
# The first is played by `steady`, the others by the networks of the round before. Those of `standard`
# have more boards, and a third round for boards of 9 cards. Every step continues where it was stopped.
#
# Usage: training/ofc-value.sh FOLDER [PRESET]
#   standard (the default): twenty-two minutes of one core; joker-ultimate: some eight minutes;
#   also progressive, ultimate, 2-7
set -euo pipefail
cd "$(dirname "$0")/.."
train=${TRAIN:-target/training/release/facedown-train}
folder=$1 preset=${2:-standard}
mkdir -p "$folder"/{first,second}

# step FILE CARDS SEED:COUNT [NETWORK…]: trains a network if it is not there.
step() {
    local file=$1 cards=$2 data=$3 with=()
    shift 3
    for network in "$@"; do with+=(--with "$network"); done
    [[ -s $file ]] || "$train" "ofc-value-$cards" --rules "$preset" --data "generate:$data" \
        "${with[@]}" --out "$file"
}

first=$folder/first last=$folder/$preset
case $preset in
    standard) few=120000 many=620000 nine=$folder/second/9.safetensors ;;
    *) few=80000 many=320000 nine=$last-9.safetensors ;;
esac
step "$first/9.safetensors" 9 19:$few
step "$first/7.safetensors" 7 17:$few "$first/9.safetensors"
step "$first/5.safetensors" 5 15:$few "$first"/{7,9}.safetensors
step "$nine" 9 9:$many "$first"/{5,7,9}.safetensors
step "$last-7.safetensors" 7 7:$many "$first"/{5,7}.safetensors "$nine"
step "$last-5.safetensors" 5 5:$many "$first/5.safetensors" "$last-7.safetensors" "$nine"
if [[ $preset == standard ]]; then
    step "$last-9.safetensors" 9 29:1520000 "$last"-{5,7}.safetensors "$nine"
fi
