#!/usr/bin/env bash
# Builds the WebAssembly module and runs it under Node beside the native build: equal answers.
# Exit 3: something cannot be installed here; it is named.
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
RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+simd128" \
  "$cargo" build --release --locked -p facedown-wasm --lib --target "$target"
"$cargo" build --release --locked -p facedown-wasm --example native
node crates/wasm/smoke.mjs "target/$target/release/facedown_wasm.wasm" target/release/examples/native
