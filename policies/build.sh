#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build the default policy pack:
#   build.sh            compile policies/parley to policies/bundle/policy.wasm and write the manifests
#   build.sh --check    compile to a temporary folder and fail unless every byte is the same
# The paths given to the compiler are part of its output, so they are fixed and relative. The order of the
# entrypoints is the order of their numbers in the module.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. ./find-tool.sh

OPA_VERSION=1.22.3
unset EXPERIMENTAL_WASM_OPT EXPERIMENTAL_WASM_OPT_ARGS

opa=$(find_tool opa)
if [ -z "$opa" ]; then
  echo 'build.sh: opa is not on the PATH: run policies/install-tools.sh, or set OPA to its path' >&2
  exit 2
fi
found=$("$opa" version | sed -n 's/^Version: *//p')
if [ "$found" != "$OPA_VERSION" ]; then
  echo "build.sh: opa $OPA_VERSION is needed, $opa is $found: other versions give other bytes" >&2
  exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$opa" build --target wasm --capabilities capabilities.json --ignore '*_test.rego' \
  --entrypoint parley/decide --entrypoint parley/registry --output "$work/bundle.tar.gz" parley
tar -xzf "$work/bundle.tar.gz" -C "$work" --transform='s,^/,,' 2>/dev/null || tar -xzf "$work/bundle.tar.gz" -C "$work"

if [ "${1:-}" = --check ]; then
  mkdir -p "$work/out"
  node manifest.js "$work" "$work/out" "$OPA_VERSION"
  cmp "$work/policy.wasm" bundle/policy.wasm
  cmp "$work/out/.manifest" bundle/.manifest
  cmp "$work/out/manifest.json" manifest.json
  echo 'the built policy is up to date'
else
  cp "$work/policy.wasm" bundle/policy.wasm
  chmod 644 bundle/policy.wasm
  node manifest.js "$work" . "$OPA_VERSION"
  mv .manifest bundle/.manifest
  echo 'built bundle/policy.wasm, bundle/.manifest and manifest.json'
fi
