#!/usr/bin/env bash
# The quick look before a commit, within a minute where little has changed and most is built: the
# format of everything, clippy and the unit tests of the crates that have changed, and whether the
# crates above these still compile. `make lint` and `make test` check everything.
#
# Changed is what differs from the commit at which the branch left main (BASE=COMMIT for another one),
# committed or not; on main itself what is not committed.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo=${CARGO:-cargo}
base=${BASE:-$(git merge-base HEAD main 2>/dev/null || echo HEAD)}
mapfile -t files < <({ git diff --name-only "$base"; git ls-files --others --exclude-standard; } | sort -u)
changed() { printf '%s\n' "${files[@]}" | grep -qE "$1"; }

"$cargo" fmt --all --check
for workspace in fuzz research training; do
    if changed "^$workspace/"; then (cd "$workspace" && "$cargo" fmt --check); fi
done

mapfile -t crates < <(printf '%s\n' "${files[@]}" |
    sed -nE 's#^crates/([^/]+)/.*\.(rs|toml|in|net|bin)$#\1#p' | sort -u)
packages=() tested=()
for crate in "${crates[@]}"; do
    [[ -f crates/$crate/Cargo.toml ]] || continue # it was removed
    name=$(sed -nE 's/^name = "(facedown[a-z-]*)"$/\1/p' "crates/$crate/Cargo.toml" | head -n 1)
    packages+=(-p "$name")
    # The extension has no tests in Rust, and is not linked without Python.
    [[ $crate == python ]] || tested+=(-p "$name")
done
if [[ ${#packages[@]} -gt 0 ]]; then
    echo "check: ${crates[*]}"
    "$cargo" clippy --release --locked --workspace -- -D warnings
    "$cargo" clippy --release --locked "${packages[@]}" --all-targets -- -D warnings
fi
if [[ ${#tested[@]} -gt 0 ]]; then
    if "$cargo" nextest --version >/dev/null 2>&1; then
        "$cargo" nextest run --release --locked "${tested[@]}" --lib --no-tests pass
    else
        "$cargo" test --release --locked "${tested[@]}" --lib
    fi
fi
if changed '^research/.*\.(rs|toml)$'; then
    (cd research && "$cargo" clippy --release --locked --all-targets -- -D warnings)
fi

python=.venv/bin/python
if changed '^(python|research/bench)/.*\.py$' && [[ -x $python ]] && "$python" -m ruff --version >/dev/null 2>&1; then
    "$python" -m ruff check python research/bench
    "$python" -m ruff format --check python research/bench
fi
