#!/usr/bin/env bash
# Builds the WebAssembly module and compares it under Node with the native build, and both with a
# server: equal answers. Exit 3: something cannot be installed here; it is named.
# NUMBER (10) sets how many requests of each kind; OUT=FILE keeps the module; ONLY=1 builds it, no more.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v node >/dev/null 2>&1; then
  echo "wasm: Node is not installed"
  exit 3
fi
target=wasm32-unknown-unknown
libdir=$(rustc --print target-libdir --target "$target" 2>/dev/null || true)
if [ -z "$libdir" ] || [ ! -d "$libdir" ]; then
  if ! rustup target add "$target" >/dev/null 2>&1; then
    echo "wasm: the target $target is not installed, and rustup cannot add it"
    exit 3
  fi
fi
cargo=${CARGO:-cargo}
# One crate type: together with an rlib, cargo builds the module without link-time optimisation.
RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+simd128" \
  "$cargo" rustc --profile wasm --locked -p facedown-wasm --lib --crate-type cdylib --target "$target"

module=target/$target/wasm/facedown_wasm.wasm
# Networks, which the loader fetches when a request needs them.
weights=$(dirname "$module")/ofc.weights
(
    cd crates/ofc-solver/src/evaluator
    files=({standard,progressive,ultimate,joker-ultimate,2-7}-{5,7,9}.safetensors)
    files+=(steady/{plain,jokers,classic,low}.safetensors)
    echo "$(stat -c %s "${files[@]}" | paste -sd ' ')"
    cat "${files[@]}"
) > "$weights"
cp crates/tasks/weights/riichi-clone.safetensors "$(dirname "$module")/riichi.weights"
size=$(gzip -9 -c "$module" | wc -c)
brotli=$(node -e '
  const { brotliCompressSync, constants } = require("node:zlib");
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  console.log(brotliCompressSync(require("node:fs").readFileSync(process.argv[1]), { params }).length);
' "$module")
echo "module: $(wc -c < "$module") bytes, $size by gzip, $brotli by Brotli"
if [ "$brotli" -gt 1500000 ]; then
  echo "wasm: SHORT OF THE GOAL: the module has more than 1,500,000 bytes by Brotli"
fi
if [ -n "${OUT:-}" ]; then cp "$module" "$OUT" && cp "$(dirname "$module")"/*.weights "$(dirname "$OUT")"; fi
if [ -n "${ONLY:-}" ]; then exit 0; fi

"$cargo" build --release --locked --example requests
"$cargo" build --release --locked --bin facedown

log=$(mktemp)
target/release/facedown serve --memory --listen 127.0.0.1:0 > "$log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -f "$log"' EXIT
for _ in $(seq 200); do
  address=$(sed -n 's|.*http://\(.*\)/$|\1|p' "$log")
  if [ -n "$address" ]; then break; fi
  sleep 0.1
done
node crates/wasm/smoke.mjs "$module" target/release/examples/requests "$address"
