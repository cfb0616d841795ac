# SPDX-License-Identifier: Apache-2.0
# Sourced, not run. find_tool NAME prints the path of a tool: from the variable of its upper-case name, from PATH, or
# from where `go install` puts it. Prints nothing where there is none.
find_tool() {
  local name=$1 wanted
  wanted=$(printenv "$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]')" || true)
  if [ -n "$wanted" ]; then
    command -v "$wanted" || true
  elif command -v "$name" >/dev/null 2>&1; then
    command -v "$name"
  elif command -v go >/dev/null 2>&1 && [ -x "$(go env GOPATH)/bin/$name" ]; then
    printf '%s\n' "$(go env GOPATH)/bin/$name"
  fi
}
