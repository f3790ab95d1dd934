#!/usr/bin/env bash
# Gives the kbgate that an action is to run, as the outputs "path" and "sha256", and as "programs" where others are looked for before
# anything is judged. It is the file that was named, a release that is held against
# its SHA-256, or one that is built from the source in which this file stands. Whoever pins the action by its commit pins
# that source.
set -euo pipefail

fail() {
  printf '::error title=kbgate::%s\n' "$1"
  exit 2
}

# shellcheck source=steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

# matches compares a file with the SHA-256 that was asked for.
matches() { [ "$(sha256_of "$1")" = "$2" ]; }

binary=${INPUT_BINARY:-} version=${INPUT_VERSION:-} sha256=${INPUT_SHA256:-}
releases=${INPUT_RELEASES:-https://github.com/kbgate/kbgate/releases/download}

if [ -n "$sha256" ] && [[ ! $sha256 =~ ^[0-9a-f]{64}$ ]]; then
  fail "sha256 is 64 hexadecimal digits in lower case"
fi
if [ -n "$binary" ] && [ -n "$version" ]; then
  fail "binary and version exclude each other"
fi

if [ -n "$binary" ]; then
  if [ ! -f "$binary" ] || [ ! -x "$binary" ]; then
    fail "binary is no program that can be run: $binary"
  fi
  [ -z "$sha256" ] || matches "$binary" "$sha256" || fail "$binary does not have the SHA-256 that was asked for"
  path=$(cd "$(dirname "$binary")" && pwd)/$(basename "$binary")
else
  path=$(mktemp -d "${RUNNER_TEMP:-/tmp}/kbgate-program.XXXXXX")/kbgate
  if [ -n "$version" ]; then
    [[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || fail "version is written v1.2.3"
    [ -n "$sha256" ] || fail "a version needs the sha256 of its program: what is downloaded is held against it"
    system=$(uname -s | tr '[:upper:]' '[:lower:]')
    case $(uname -m) in
      x86_64 | amd64) machine=amd64 ;;
      aarch64 | arm64) machine=arm64 ;;
      *) fail "there is no release for $(uname -m); leave version out to build from source" ;;
    esac
    curl --fail --silent --show-error --location --proto '=https,http' --proto-redir '=https,http' --max-time 300 --retry 2 \
      --output "$path" -- "$releases/$version/kbgate-$system-$machine" || fail "could not download $version from $releases"
    matches "$path" "$sha256" || fail "what was downloaded does not have the SHA-256 that was asked for"
    chmod 755 "$path"
  else
    source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
    command -v go >/dev/null || fail "there is no Go to build kbgate with; name a program as binary, or a version with its sha256"
    (cd "$source" && GOWORK=off GOFLAGS=-mod=readonly go build -buildvcs=false -o "$path" ./cmd/kbgate)
  fi
fi
printf 'path=%s\nsha256=%s\nprograms=%s\n' "$path" "$(sha256_of "$path")" "$PATH" >>"${GITHUB_OUTPUT:-/dev/stdout}"
