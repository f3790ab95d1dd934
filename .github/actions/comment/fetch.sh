#!/usr/bin/env bash
# Fetches what comment.sh judges: the pull requests whose head another workflow ran for, their objects, and what that workflow
# uploaded. Of all that, nothing is read here but what the forge itself says. action.yml, beside this file, says what the
# variables are.
set -euo pipefail

# shellcheck source=../steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

readonly most=20000000 # bytes of an answer, or of an upload

token=${INPUT_TOKEN:?the input token is missing}
unset INPUT_TOKEN
readonly server=${GITHUB_SERVER_URL:?}
# shellcheck source=forge.sh
. "$(dirname "${BASH_SOURCE[0]}")/forge.sh"
work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/kbgate.XXXXXX")
readonly store=${INPUT_STORE:-feedback} # the branch of the store

fail() {
  annotate error "$1" >&2
  exit 3
}

# pull_requests prints the number, base commit and base branch of each open pull request whose head is the one that was
# judged. Commits of forks are no commits of the repository to the API, so the list is asked.
pull_requests() {
  ask "$private/pulls.json" pulls --get --data per_page=100 --data state=open \
    --data-urlencode "head=${EVENT_HEAD_REPOSITORY%%/*}:$EVENT_HEAD_BRANCH" || return
  jq --raw-output --arg sha "$EVENT_HEAD" --arg head "$EVENT_HEAD_REPOSITORY" --arg base "$repo" '
    .[] | select(.head.sha == $sha and .head.repo.full_name == $head and .base.repo.full_name == $base)
        | select((.number | type) == "number" and (.base.sha | test("^([0-9a-f]{40}|[0-9a-f]{64})$")))
        | "\(.number)\t\(.base.sha)\t\(.base.ref)"' "$private/pulls.json"
}

# remote runs git in the new repository, at "$at/kb.git", with the right to read from the forge.
remote() {
  GIT_TERMINAL_PROMPT=0 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.$server/.extraheader" \
    GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'x-access-token:%s' "$token" | base64 | tr -d '\n')" \
    git_in "$at/kb.git" "$@"
}

# fetch brings the objects of a base branch and of a pull request's head into a new repository. It fails with 4 where the
# head is another one by now. It brings the store's branch, too.
fetch() {
  local number=$1 ref=$2
  git_in "$at/kb.git" init --quiet --bare --template=
  remote fetch --quiet --no-tags --no-recurse-submodules --no-auto-maintenance -- "$server/$repo" \
    "+refs/heads/$ref:refs/kbgate/base" "+refs/pull/$number/head:refs/kbgate/head" 2>"$at/complaints" || return 1
  # What reviewers let through; where there is no such branch, nothing.
  remote fetch --quiet --no-tags --no-recurse-submodules --no-auto-maintenance -- "$server/$repo" \
    "+refs/heads/$store:refs/heads/$store" 2>>"$at/complaints" || true
  [ "$(asking "$at/kb.git" rev-parse refs/kbgate/head)" = "$EVENT_HEAD" ] || return 4
}

# take gets the archive with the findings that the other workflow uploaded. Where there is none that is all.
take() {
  local id
  ask "$private/artifacts.json" "actions/runs/$EVENT_RUN/artifacts" --get --data per_page=100 --data-urlencode "name=$INPUT_ARTIFACT" || return
  id=$(jq --raw-output --arg name "$INPUT_ARTIFACT" --argjson most "$most" '
    [.artifacts[] | select(.name == $name and (.expired | not) and .size_in_bytes <= $most) | .id | select(type == "number")][0] // empty' \
    "$private/artifacts.json") || return
  [ -z "$id" ] || ask "$work/upload.zip" "actions/artifacts/$id/zip" || rm -f -- "$work/upload.zip"
}

# has_twin reports whether the name of another branch differs from this one's by the case of letters alone. GitHub takes the
# contexts of the two for one.
has_twin() {
  remote ls-remote --heads -- "$server/$repo" >"$at/heads" || fail "could not list the branches of $repo"
  [ "$(cut -f 2 "$at/heads" | tr '[:upper:]' '[:lower:]' | grep -cFx "$(printf 'refs/heads/%s' "$1" | tr '[:upper:]' '[:lower:]')")" -gt 1 ]
}

# tend fetches one pull request, and prints it as JSON where it is to be judged.
tend() {
  local number=$1 base=$2 ref=$3 status=0 twin=false
  at=$work/$number
  mkdir -- "$at"
  fetch "$number" "$ref" || status=$?
  if [ "$status" = 4 ]; then
    annotate notice "the head of #$number is another one by now, for which this will run again" >&2
    return
  fi
  if [ "$status" = 0 ] && [ "${INPUT_STATUS:-}" = true ] && has_twin "$ref"; then twin=true; fi
  jq --null-input --compact-output --argjson number "$number" --arg base "$base" --arg ref "$ref" \
    --argjson fetched "$([ "$status" = 0 ] && echo true || echo false)" --argjson twin "$twin" \
    '{number: $number, base: $base, ref: $ref, fetched: $fetched, twin: $twin}'
}

case ${INPUT_STRICT:-} in
  "" | true | false) ;;
  *) fail "strict is true or false, not $INPUT_STRICT" ;;
esac
[[ ${EVENT_HEAD:-} =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]] || fail "this runs for workflow_run alone: the event names no head"
[[ ${EVENT_RUN:-} =~ ^[0-9]+$ ]] || fail "this runs for workflow_run alone: the event names no run"
[[ ${EVENT_HEAD_REPOSITORY:-} =~ ^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$ ]] || fail "the event names no repository of the head"

pull_requests >"$private/found" || fail "could not ask $api for the pull request"
if [ ! -s "$private/found" ]; then
  annotate notice "no open pull request has $EVENT_HEAD as its head any more"
  exit 0
fi
take || true
head -n 10 "$private/found" >"$private/tended" # one head may be proposed to several branches
while IFS=$'\t' read -r number base ref; do
  tend "$number" "$base" "$ref" </dev/null
done <"$private/tended" >"$private/fetched"
output work "$work"
output pulls "$(jq --slurp --compact-output . "$private/fetched")"
