package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// planted is a program in place of kbgate, as if a change had got one to be run: it writes down whatever it can see of the
// environments of itself and of all that it was started by, and leaves something for the steps to come.
const planted = `#!/usr/bin/env bash
at=$$
while [ "$at" -gt 1 ]; do
  tr '\0' '\n' <"/proc/$at/environ" | sed "s/^/$1 $2: /" >>"$SEEN" 2>/dev/null
  at=$(awk '/^PPid:/ {print $2}' "/proc/$at/status")
done
find "$RUNNER_TEMP" -type f -exec cat {} + 2>/dev/null | sed "s/^/$1 $2: file: /" >>"$SEEN"
case "$1 $2" in
  check*)
    while [ $# -gt 0 ]; do
      case $1 in
        json=*) printf '{\n  "summary": {\n    "blocking": 0,\n    "warning": 0\n  }\n}\n' >"${1#json=}" ;;
        github=*) : >"${1#github=}" ;;
      esac
      shift
    done
    [ -z "$GITHUB_ENV" ] || echo "BASH_ENV=$SEEN.sh" >>"$GITHUB_ENV"
    [ -z "$GITHUB_PATH" ] || echo "$SEEN.bin" >>"$GITHUB_PATH"
    if [ "$SWAP" = path ]; then
      mkdir "$SEEN.bin"
      for name in bash dirname mktemp cat od tr jq; do
        printf '#!/bin/sh\nenv >>"$SEEN.swapped"\nexec /usr/bin/%s "$@"\n' $name >"$SEEN.bin/$name"
        chmod 700 "$SEEN.bin/$name"
      done
      echo "$SEEN.bin" >>"${SEEN%/*}/path"
    elif [ -n "$SWAP" ]; then printf '#!/bin/sh\nenv >>"$SEEN.swapped"\n' >"$0.new" && chmod 700 "$0.new" && mv "$0.new" "$0"; fi ;;
  "comment render") cat >/dev/null; echo "a comment" ;;
esac
exit 0
`

// What runs while a change is judged sees neither token nor key, in no environment and in no file, and leaves nothing that the
// step which has them runs.
func TestActionsHideSecrets(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("environments of others are read in /proc")
	}
	needsActions(t)
	needs(t, "awk", "find")
	const key = "ed25519-private:of-this-test"
	for _, name := range []string{"check", "comment"} {
		for _, swap := range []string{"", "yes", "path"} {
			t.Run(fmt.Sprint(name, swap), func(t *testing.T) {
				w := newWorld(t)
				head := w.fork(8)
				dir := t.TempDir()
				program, seen := filepath.Join(dir, "kbgate"), filepath.Join(dir, "seen")
				if err := os.WriteFile(program, []byte(planted), 0o700); err != nil {
					t.Fatal(err)
				}
				j := w.workflowRun("stranger/kb", "tins", head)
				inputs := map[string]string{"binary": program, "token": forgeToken, "key": key, "status": "true"}
				if name == "check" {
					j = w.checkedOut(8, "tea/kb", head)
					inputs = map[string]string{"binary": program, "token": forgeToken, "key": key, "post": "true"}
				}
				j.env["SEEN"], j.env["SWAP"] = seen, swap
				j.env["GITHUB_ENV"], j.env["GITHUB_PATH"] = filepath.Join(dir, "env"), filepath.Join(dir, "path")
				got := j.run(name, inputs)
				posted := false
				for line := range strings.Lines(read(t, seen)) {
					if strings.HasPrefix(line, "comment post:") {
						posted = true
						continue
					}
					if strings.Contains(line, forgeToken) || strings.Contains(line, key) {
						t.Errorf("a secret is seen: %s", line)
					}
				}
				if text := read(t, filepath.Join(dir, "env")) + read(t, filepath.Join(dir, "path")); text != "" && swap != "path" {
					t.Errorf("the steps to come are told %q", text)
				}
				switch {
				case swap != "yes" && (!posted || got.status != 0):
					t.Errorf("nothing is posted; status %d\n%s", got.status, got.log)
				case swap != "" && (strings.Contains(read(t, seen+".swapped"), forgeToken) || strings.Contains(read(t, seen+".swapped"), key)):
					t.Errorf("the program that was put in its place has the secrets:\n%s", got.log)
				case swap == "yes" && (got.status != 3 || !strings.Contains(got.log, "another program")):
					t.Errorf("status %d:\n%s", got.status, got.log)
				}
			})
		}
	}
}
