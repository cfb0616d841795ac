#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The cases of the Rego tests run on the Go engine; what ships is the module. This writes the same cases as JSON for
# the tests that run on the module:
#   export-cases.sh           write test/policies/cases.json
#   export-cases.sh --check   fail unless it is up to date
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. ./find-tool.sh

opa=$(find_tool opa)
[ -n "$opa" ] || { echo 'export-cases.sh: opa is needed: run policies/install-tools.sh' >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$opa" eval --format raw --data parley '{
  "request": data.parley.example_test.request,
  "policy": data.parley.example_test.policy,
  "cases": {concern: cases |
    some concern in ["disclosure", "origin", "signature", "history", "security", "protocol", "extensions", "grants", "review", "standing"]
    cases := data.parley[concat("", [concern, "_test"])].cases
  },
}' | node -e '
  const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
  process.stdout.write(JSON.stringify(cases));
' | ../node_modules/.bin/biome format --stdin-file-path=cases.json > "$work/cases.json"

if [ "${1:-}" = --check ]; then
  cmp "$work/cases.json" ../test/policies/cases.json
else
  cp "$work/cases.json" ../test/policies/cases.json
fi
