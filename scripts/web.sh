#!/usr/bin/env bash
# Builds the page into web/dist, for the server to embed. Does nothing if nothing has changed.
# Exit 3: Node or a package cannot be had; it is named.
set -euo pipefail
cd "$(dirname "$0")/../web"

say() { echo "web: $*" >&2; }

if ! command -v npm >/dev/null 2>&1; then
    say "Node with npm is not installed: the server gets a plain page"
    exit 3
fi

# npm writes node_modules/.package-lock.json last.
if [[ ! -f node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
    say "installing the packages of web/package-lock.json"
    # Not `npm ci`: npm leaves other platforms' optional packages out of a lock file, and then refuses
    # it. The versions are those of the lock file all the same.
    if ! npm install --no-save --no-audit --no-fund --loglevel=error; then
        say "the packages cannot be installed: the server gets a plain page"
        exit 3
    fi
    touch node_modules/.package-lock.json
fi

digest=$(find src scripts index.html vite.config.ts svelte.config.js package-lock.json public ../docs \
    -type f -not -path 'public/art/*' -not -path 'public/book/*' -not -path src/engine/schema.ts -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
if [[ ! -f dist/index.html || ! -f dist/.stamp || $(<dist/.stamp) != "$digest" ]]; then
    npm run --silent build >/dev/null
    echo "$digest" >dist/.stamp
    touch ../crates/server/build.rs
fi
