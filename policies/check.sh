#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Check the policy sources: compiler in strict mode, format, tests with coverage, lint. `--require-all` fails where a
# tool is missing instead of saying so and going on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. ./find-tool.sh

missing() {
  echo "check.sh: $1 is not there: run policies/install-tools.sh" >&2
  [ "${2:-}" != --require-all ]
}

opa=$(find_tool opa)
if [ -z "$opa" ]; then
  missing opa "${1:-}"
else
  "$opa" check --strict --capabilities capabilities.json --ignore '*_test.rego' parley
  "$opa" check --strict parley
  "$opa" fmt --list --fail parley
  "$opa" test --coverage --threshold 99 parley >"${TMPDIR:-/tmp}/parley-coverage.$$" || {
    cat "${TMPDIR:-/tmp}/parley-coverage.$$"
    rm -f "${TMPDIR:-/tmp}/parley-coverage.$$"
    exit 1
  }
  rm -f "${TMPDIR:-/tmp}/parley-coverage.$$"
  "$opa" test parley
  if [ -x ../node_modules/.bin/biome ]; then ./export-cases.sh --check; fi
fi

regal=$(find_tool regal)
if [ -z "$regal" ]; then missing regal "${1:-}"; else "$regal" lint parley; fi
