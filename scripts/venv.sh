#!/usr/bin/env bash
# Makes .venv ready for the Python tests: the pinned packages of python/requirements-test.txt and
# facedown itself, built with the workspace's own target directory. Does nothing if nothing has
# changed. Packages that cannot be installed are named; tests that need them skip.
#
# Usage: scripts/venv.sh            PYTHON=python3.12 picks the interpreter of a new .venv.
# Exit 0: facedown can be imported and pytest run. 1: facedown does not build. 3: a requirement of the
# Python tests is missing and cannot be installed; the messages name it.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.venv
bin=$venv/bin
lock=python/requirements-test.txt
# Without these there is nothing to run; all other packages are optional.
needed=(maturin numpy pytest)

say() { echo "venv: $*" >&2; }

# A digest of everything that the installed extension is built from.
sources() {
    { find crates Cargo.toml Cargo.lock pyproject.toml -type f \
        \( -name '*.rs' -o -name '*.toml' -o -name Cargo.lock -o -name '*.in' -o -name '*.book' \
        -o -name '*.bin' -o -name '*.safetensors' \) \
        -not -path '*/tests/*' -not -path '*/benches/*' -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum; rustc --version; } | sha256sum
}

changed() { # stamp, digest
    [[ ! -f $venv/$1 || $(<"$venv/$1") != "$2" ]]
}

if ! [[ -x $bin/python ]] || ! "$bin/python" -c '' 2>/dev/null; then
    rm -rf "$venv"
    if ! "${PYTHON:-python3}" -m venv "$venv"; then
        say "no virtual environment: '${PYTHON:-python3} -m venv' failed (Debian: python3-venv)"
        exit 3
    fi
fi
if ! "$bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "$("$bin/python" --version) is too old: Python 3.11 or later is needed (set PYTHON)"
    exit 3
fi

pins=$(sha256sum <"$lock")
if changed requirements.stamp "$pins"; then
    pip=("$bin/python" -m pip install --quiet --disable-pip-version-check --retries 1)
    say "installing the packages of $lock"
    if "${pip[@]}" -r "$lock"; then
        echo "$pins" >"$venv/requirements.stamp"
    else
        say "not everything in $lock could be installed; trying each package alone"
        while read -r pin; do
            "${pip[@]}" --no-deps "$pin" >/dev/null 2>&1 || say "could not install $pin"
        done < <(grep -E '^[A-Za-z]' "$lock")
    fi
fi
for package in "${needed[@]}"; do
    if ! "$bin/python" -c "import $package" 2>/dev/null; then
        say "$package is missing, and the Python tests cannot run without it"
        exit 3
    fi
done

digest=$(sources)
if changed package.stamp "$digest" || ! "$bin/python" -c 'import facedown' 2>/dev/null; then
    rm -f "$venv/package.stamp"
    if ! VIRTUAL_ENV=$PWD/$venv "$bin/maturin" develop --release >/dev/null; then
        say "facedown could not be built"
        exit 1
    fi
    echo "$digest" >"$venv/package.stamp"
fi
