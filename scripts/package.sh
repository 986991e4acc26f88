#!/usr/bin/env bash
# Packages of all crates that are published, in target/package, each built from its package alone in the
# order of the dependencies; features that can be left out are tried without. Nothing is uploaded.
#
# Usage: scripts/package.sh [--no-verify]
set -euo pipefail
cd "$(dirname "$0")/.."

cargo=${CARGO:-cargo}
wanted=$(sed -nE 's/^rust-version = "(.*)"$/\1/p' Cargo.toml)
here=$(rustc --version | cut -d ' ' -f 2)
if [[ $here != "$wanted" && $here != "$wanted".* ]]; then
    # With a later compiler clippy's `incompatible_msrv` still finds what the oldest lacks in std.
    echo "SKIPPED: building with Rust $wanted, the oldest supported; this is $here"
fi

# What can be left out, left out.
for crate in arena gin ofc ofc-solver search tricks; do
    "$cargo" check --quiet --release --locked --no-default-features -p "facedown-$crate"
done

# The server carries the page.
trap 'rm -rf crates/server/site' EXIT
rm -rf crates/server/site
if scripts/web.sh; then
    cp -r web/dist crates/server/site
else
    [[ $? -eq 3 ]] || exit 1
    echo "SKIPPED: the page in the package of the server, for want of what is named above"
fi

rm -f target/package/*.crate
"$cargo" package --quiet --locked --allow-dirty --workspace "$@" \
    --exclude facedown-python --exclude facedown-testkit --exclude facedown-wasm

# What crates.io accepts at most.
limit=$((10 << 20)) status=0
for package in target/package/*.crate; do
    size=$(stat -c %s "$package")
    printf '%9d %s\n' "$size" "${package##*/}"
    if ((size > limit)); then
        echo "${package##*/} is larger than 10 MiB, which crates.io refuses" >&2
        status=1
    fi
done
exit $status
