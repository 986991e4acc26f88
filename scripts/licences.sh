#!/usr/bin/env bash
# Checks the licences and sources of all dependencies against deny.toml, and lists them in
# target/licences.txt. cargo-deny is installed into target/tools if it is not there: a minute or two.
set -euo pipefail
cd "$(dirname "$0")/.."

deny=target/tools/bin/cargo-deny
if command -v cargo-deny >/dev/null 2>&1; then
    deny=$(command -v cargo-deny)
elif [[ ! -x $deny ]]; then
    echo "licences: installing cargo-deny into target/tools" >&2
    cargo install --quiet --locked --debug --root target/tools cargo-deny
fi
"$deny" --offline --locked --all-features check bans licenses sources
for workspace in fuzz research training; do
    "$deny" --offline --locked --config deny.toml --manifest-path "$workspace/Cargo.toml" \
        check licenses sources
done
"$deny" --offline --locked --all-features list --layout license >target/licences.txt
echo "licences: target/licences.txt"
