#!/usr/bin/env bash
# The tests of the page: types, unit tests, and a real browser against the server and the static site.
# Exit 3: something cannot be installed here; it is named, and what can run has run.
# FACEDOWN_LONG=1 adds the tests that take minutes. Arguments go to Playwright.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/web.sh
cargo=${CARGO:-cargo}
"$cargo" build --release --locked --bin facedown
code=0
scripts/site.sh || code=$?
if [[ $code -eq 3 ]]; then
    echo "web: the static site is not tested, for want of what is named above"
    rm -rf web/site
elif [[ $code -ne 0 ]]; then
    exit "$code"
fi
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
