#!/usr/bin/env bash
# Makes web/site: static files whose engine runs in the visitor's browser. Any web server will do.
# Exit 3: Node or the WebAssembly target cannot be had; it is named.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/web.sh
module=${FACEDOWN_WASM:-}
if [[ -z $module ]]; then
    module=$PWD/target/site/engine.wasm
    mkdir -p target/site
    OUT=$module ONLY=1 scripts/wasm.sh
fi
cd web
FACEDOWN_ENGINE=wasm FACEDOWN_WASM=$module npm run --silent build >/dev/null
FACEDOWN_WASM=$module node scripts/site.mjs
