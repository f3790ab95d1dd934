#!/usr/bin/env bash
# Records what the gates found in pull requests, in the store. action.yml, beside this file, says what the variables are.
#
# The verdicts come from a job that judged the change; they may be anything. So of each the number, the head and the fork are those that
# the forge says, kbgate keeps the tags of gates that it knows and their counts, and nothing else of it. No object of a change is here.
set -euo pipefail

# shellcheck source=../steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

# shellcheck disable=SC2034 # forge.sh uses most
readonly most=20000000 # bytes of an answer
token=${INPUT_TOKEN:?the input token is missing}
unset INPUT_TOKEN
readonly server=${GITHUB_SERVER_URL:?} store=${INPUT_STORE:-feedback} default=${DEFAULT_BRANCH:?the event names no default branch}
# shellcheck source=../comment/forge.sh
. "$(dirname "${BASH_SOURCE[0]}")/../comment/forge.sh"
status=0

fail() {
  annotate error "$1"
  exit 3
}

# remote runs a program with the right to read and write at the forge.
remote() {
  GIT_TERMINAL_PROMPT=0 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.$server/.extraheader" \
    GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'x-access-token:%s' "$token" | base64 | tr -d '\n')" "$@"
}

# in_store runs kbgate in the repository of the store, and shows what it says.
in_store() {
  local status=0
  (cd -- "$private/kb${INPUT_FOLDER:+/$INPUT_FOLDER}" && remote untold "$KBGATE" "$@") >"$private/said" 2>&1 || status=$?
  quoted "$private/said"
  return "$status"
}

# clone makes a repository with the default branch and the store, and nothing else. Its work tree has no file: the default branch says
# what counts.
clone() {
  mkdir -p -- "$private/kb/${INPUT_FOLDER:-}" || return
  (cd -- "$private/kb" && git_in "$private/kb/.git" init --quiet --template= --initial-branch=kbgate) || return
  git_in "$private/kb/.git" config remote.origin.url "$server/$repo"
  git_in "$private/kb/.git" config kbgate.defaultBranch "$default" # whose configuration counts
  git_in "$private/kb/.git" config user.name kbgate
  git_in "$private/kb/.git" config user.email kbgate@users.noreply.github.com
  remote git_in "$private/kb/.git" fetch --quiet --no-tags --no-recurse-submodules --no-auto-maintenance -- origin \
    "+refs/heads/$default:refs/remotes/origin/$default" || return
  remote git_in "$private/kb/.git" fetch --quiet --no-tags --no-recurse-submodules --no-auto-maintenance -- origin \
    "+refs/heads/$store:refs/heads/$store" 2>/dev/null || true # before the first record there is none
}

# tend records one verdict: tend NUMBER.
tend() {
  local number=$1 fork=()
  ask "$private/pull.json" "pulls/$number" || fail "could not ask $api about #$number"
  if [ "$(jq --raw-output --arg repo "$repo" '"\(.head.sha) \(.base.repo.full_name == $repo)"' "$private/pull.json")" != "$EVENT_HEAD true" ]; then
    annotate notice "the head of #$number is another one by now"
    return
  fi
  [ "$(jq --raw-output .head.repo.full_name "$private/pull.json")" = "$repo" ] || fork=(--fork)
  jq --compact-output --argjson number "$number" '[.[] | select(.number == $number)][0].verdict' <<<"$INPUT_VERDICTS" >"$private/verdict.json" ||
    fail "the verdicts are no JSON of the action comment"
  in_store record --findings "$private/verdict.json" --repo "$repo" --pr "$number" --head "$EVENT_HEAD" --at "$EVENT_AT" \
    ${fork[@]+"${fork[@]}"} || status=3
}

[[ ${EVENT_HEAD:-} =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]] || fail "this runs for workflow_run alone: the event names no head"
jq --raw-output '[.[].number | select(type == "number" and . > 0 and . == floor)] | unique | .[:10][]' <<<"${INPUT_VERDICTS:-[]}" >"$private/numbers" ||
  fail "the verdicts are no JSON of the action comment"
[ -s "$private/numbers" ] || exit 0
clone || fail "could not fetch the store of $repo"
while read -r number; do
  tend "$number" </dev/null
done <"$private/numbers"
in_store sync || status=$?
exit "$status"
