#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install the tools that the policies are built and checked with, from source, at fixed versions:
#   install-tools.sh [DIR]     (default: the `bin` folder of GOPATH)
# Both are built inside a module of our own, so that a Go module proxy needs to know only these two versions, and no
# list of all of them.
set -euo pipefail

OPA_VERSION=v1.22.3
REGAL_VERSION=v0.39.0

command -v go >/dev/null 2>&1 || { echo 'install-tools.sh: go is needed (1.25 or later): https://go.dev/dl' >&2; exit 2; }
dir=${1:-$(go env GOPATH)/bin}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

# build NAME MODULE VERSION FLAGS
build() {
  local name=$1 module=$2 version=$3
  # The binary itself says which version of the module it was built from.
  if [ -x "$dir/$name" ] && go version -m "$dir/$name" | grep -qE "^[[:space:]]+(mod|dep)[[:space:]]+$module[[:space:]]+$version([[:space:]]|\$)"; then
    echo "$name $version is there"
    return
  fi
  local work
  work=$(mktemp -d)
  (
    cd "$work"
    printf 'module parley.invalid/tools\n\ngo 1.25\n' > go.mod
    go get "$module@$version"
    CGO_ENABLED=0 go build -trimpath -buildvcs=false -o "$dir/$name" "$module"
  )
  rm -rf "$work"
  echo "$name $version is built"
}

build opa github.com/open-policy-agent/opa "$OPA_VERSION"
build regal github.com/open-policy-agent/regal "$REGAL_VERSION"
