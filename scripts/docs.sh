#!/usr/bin/env bash
# Builds the documentation as one site in target/site: guides, reference from stubs and docstrings,
# measurements, notebooks, and the Rust documentation in target/site/rust.
#
# Usage: scripts/docs.sh            RUST_DOCS=0 leaves the Rust documentation out.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/docs-venv
if ! [[ -x $venv/bin/mkdocs ]] || [[ python/requirements-docs.txt -nt $venv/bin/mkdocs ]]; then
    "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r python/requirements-docs.txt
    touch "$venv/bin/mkdocs"
fi
NO_MKDOCS_2_WARNING=1 "$venv/bin/mkdocs" build --quiet --strict
if [[ ${RUST_DOCS:-1} != 0 ]]; then
    cargo doc --release --locked --workspace --no-deps --exclude facedown-python
    rm -rf target/site/rust
    cp -r target/doc target/site/rust
fi
echo "target/site/index.html (its search needs a server: python3 -m http.server -d target/site)"
