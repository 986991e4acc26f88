#!/usr/bin/env bash
# Load and speed of the server: small requests a second, the overhead of the door, deadlines at twice
# the load that the cores can search, memory before and after. Needs wrk.
#   research/bench/service.sh             ten minutes of load
#   SECONDS_LOAD=30 research/bench/service.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${SECONDS_LOAD:-600}
command -v wrk >/dev/null || { echo "service: wrk is not installed (Debian: apt install wrk)"; exit 3; }
cores=$(nproc)
${CARGO:-cargo} build --release --locked --workspace --bin facedown
(cd research && ${CARGO:-cargo} build --release --locked --bin timed_calls)

folder=$(mktemp -d)
target/release/facedown serve --memory --listen 127.0.0.1:0 > "$folder/address" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
  url=$(sed -n 's|.*\(http://.*\)/$|\1|p' "$folder/address")
  [ -n "$url" ] && break
  sleep 0.1
done
memory() { awk '/VmRSS/ {print $2 " kB"}' "/proc/$server/status"; }
load() { # name, connections, seconds, path
  echo "== $1"
  BODY=$folder/$1.json wrk -t 1 -c "$2" -d "$3s" --latency --timeout 30s -s research/bench/service/post.lua "$url$4" \
    | grep -E "50%|90%|99%|Requests/sec|Non-2xx|Socket errors" || true
}

echo '{"hands": ["As2s3s 9c9d9h Kd 2c 7h 7d"], "brief": true}' > "$folder/deadwood.json"
echo '{"tiles": "123m406p7789s1122z"}' > "$folder/hand.json"
python3 - "$folder" <<'PY'
import json, random, sys
random.seed(1)
deck = [r + s for s in "cdhs" for r in "A23456789TJQK"]
hands = ["".join(random.sample(deck, 10)) for _ in range(10_000)]
json.dump({"hands": hands, "brief": True}, open(f"{sys.argv[1]}/deadwood-10000.json", "w"))
view = {"game": "hearts", "seat": 0, "dealer": 3,
        "hand": ["Ac", "5c", "7c", "9c", "Qc", "Ah", "Jh", "Qh", "4s"],
        "passing": {"given": ["9d", "Js", "Ks"], "received": ["9c", "Ah", "Jh"]},
        "tricks": [{"leader": 1, "cards": ["2c", "Jc", "4c", "3c"]},
                   {"leader": 2, "cards": ["7s", "6s", "5s", "8s"]},
                   {"leader": 1, "cards": ["9d", "7d", "6d", "9h"]},
                   {"leader": 1, "cards": ["5h", "Th", "8h", "3h"]},
                   {"leader": 2, "cards": ["6c", "Qs"]}]}
json.dump({"view": view, "timeout_ms": 500}, open(f"{sys.argv[1]}/act-500ms.json", "w"))
PY

for name in deadwood deadwood-10000 hand; do # the calls alone, without HTTP
  call=$([ "$name" = hand ] && echo riichi/hand || echo gin/deadwood)
  echo "== $name, in Rust"
  target/research/release/timed_calls "$call" "$folder/$name.json"
done
short=$(( seconds < 10 ? seconds : 10 ))
load deadwood 1 "$short" /v1/gin/deadwood        # the overhead of the door: one connection
load hand 1 "$short" /v1/riichi/hand
load deadwood-10000 1 "$short" /v1/gin/deadwood
load deadwood 32 "$short" /v1/gin/deadwood       # requests a second
echo "memory before: $(memory)"
# It must level off: searchers that are kept for the next request are few, and each is bounded.
(while sleep $(( seconds < 60 ? 5 : seconds / 12 )); do echo "memory meanwhile: $(memory)"; done) &
watch=$!
load act-500ms $((2 * cores)) "$seconds" /v1/act # twice what the cores can search
kill "$watch" 2>/dev/null || true
echo "memory after: $(memory)"
load act-500ms $((40 * cores)) "$short" /v1/act  # past the queue limit: 429 at once
