#!/usr/bin/env bash
# Makes the value networks of open-face: two rounds of value iteration backwards from street 4, and a
# third for boards of 9 cards. The first is played by `steady`, the others by the networks of the round
# before. Every step continues where it was stopped.
#
# Usage: training/ofc-value.sh FOLDER      twenty-two minutes of one core
set -euo pipefail
cd "$(dirname "$0")/.."
train=${TRAIN:-target/training/release/facedown-train}
folder=$1
mkdir -p "$folder"/{first,second}

# step FILE CARDS SEED:COUNT [NETWORK…]: trains a network if it is not there.
step() {
    local file=$1 cards=$2 data=$3 with=()
    shift 3
    for network in "$@"; do with+=(--with "$network"); done
    [[ -s $file ]] || "$train" "ofc-value-$cards" --data "generate:$data" "${with[@]}" --out "$file"
}

first=$folder/first second=$folder/second
step "$first/9.safetensors" 9 19:120000
step "$first/7.safetensors" 7 17:120000 "$first/9.safetensors"
step "$first/5.safetensors" 5 15:120000 "$first"/{7,9}.safetensors
step "$second/9.safetensors" 9 9:620000 "$first"/{5,7,9}.safetensors
step "$folder/standard-7.safetensors" 7 7:620000 "$first"/{5,7}.safetensors "$second/9.safetensors"
step "$folder/standard-5.safetensors" 5 5:620000 "$first/5.safetensors" "$folder/standard-7.safetensors" "$second/9.safetensors"
step "$folder/standard-9.safetensors" 9 29:1520000 "$folder"/standard-{5,7}.safetensors "$second/9.safetensors"
