#!/usr/bin/env bash
# The tests of the page: types, unit tests, and a real browser against the server.
# Exit 3: something cannot be installed here; it is named, and what can run has run.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/web.sh
cargo=${CARGO:-cargo}
"$cargo" build --release --locked --bin facedown
cd web
npm run --silent check
npm test --silent

browser=${CHROMIUM:-/usr/bin/chromium}
if ! [[ -x $browser ]]; then
    echo "web: installing Debian's chromium" >&2
    { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null 2>&1 || true
fi
if ! [[ -x $browser ]]; then
    echo "web: no browser at $browser, and Debian's package chromium cannot be installed (set CHROMIUM)"
    exit 3
fi
npx --no-install playwright test "$@"
