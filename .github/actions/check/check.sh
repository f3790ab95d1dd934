#!/usr/bin/env bash
# Judges what an event of a forge's CI brings, and makes the comment on it; post.sh signs and posts that. action.yml, beside
# this file, says what the variables are; beyond them it reads those that GitHub sets, which Gitea and Forgejo set too.
#
# Whatever an event says is text that somebody else wrote: it comes in by the environment, and nothing of it is evaluated.
# No token and no key is here. The status of the check is an output, with which the last step exits.
set -euo pipefail

# shellcheck source=../steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/kbgate.XXXXXX")
findings=$work/findings.json

# finish ends without a verdict on the change. The last step exits with the status.
finish() {
  output verdict "$1"
  output status "$2"
  exit 0
}

# broken says that there is no verdict, which is nobody's rejection.
broken() {
  annotate error "could not judge: $2"
  finish error "$1"
}

is_id() { [[ $1 =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]]; }
is_none() { [[ $1 =~ ^0+$ ]]; }
has() { asking "$repository" rev-parse --verify --quiet --end-of-options "$1^{commit}" >/dev/null; }

# tip prints the commit of the reference of exactly that name, where it is there. No tag stands in for it.
tip() { asking "$repository" show-ref --verify --hash -- "$1" 2>/dev/null || true; }

# git_directory prints the one of the checkout, from the folder of the base upward. No change brings a folder .git; a file .git is a
# submodule's, which a change chooses.
git_directory() {
  local at=$PWD
  while [ -n "$at" ] && [ ! -d "$at/.git" ]; do at=${at%/*}; done
  printf '%s/.git' "$at"
}

# change prints what to judge, as --diff has it; nothing where that is the whole base.
change() {
  local base=${INPUT_BASE:-} head=${EVENT_HEAD:-} default=refs/remotes/origin/${EVENT_DEFAULT_BRANCH:-}
  case ${GITHUB_EVENT_NAME:-} in
    pull_request)
      # The tip of the branch as it was fetched is newer than what the event remembers.
      if [ -z "$base" ] && [ -n "${GITHUB_BASE_REF:-}" ]; then
        base=$(tip "refs/remotes/origin/$GITHUB_BASE_REF")
      fi
      ;;
    push)
      # A new branch has nothing before it, and a forced one what may be gone: they are held against the default branch.
      if [ -z "$base" ] && { is_none "$EVENT_BASE" || ! has "$EVENT_BASE"; }; then
        [ "${GITHUB_REF:-}" = "refs/heads/${EVENT_DEFAULT_BRANCH:-}" ] || base=$(tip "$default")
        base=${base:-${head//?/0}}
      fi
      ;;
    merge_group) ;;
    *)
      [ -z "$base" ] || printf '%s...HEAD' "$base"
      return
      ;;
  esac
  base=${base:-${EVENT_BASE:-}}
  if is_none "$base"; then
    printf '%s..%s' "$base" "$head"
  else
    printf '%s...%s' "$base" "$head"
  fi
}

# counted reads a number of the summary: such a key cannot stand within a text, where its quotes would be escaped.
counted() { sed -n "s/^ *\"$1\": *\([0-9][0-9]*\),\{0,1\}$/\1/p" "$findings" | head -n 1; }

case ${INPUT_STRICT:-} in
  "" | true | false) ;;
  *) broken 2 "strict is true or false, not $INPUT_STRICT" ;;
esac
case ${GITHUB_EVENT_NAME:-} in
  pull_request_target)
    broken 2 "pull_request_target lends a stranger's change the rights of the repository; docs/github.md has two workflows that do without"
    ;;
  pull_request | push | merge_group)
    for id in "${EVENT_BASE:-}" "${EVENT_HEAD:-}"; do
      is_id "$id" || broken 2 "the event names no commits"
    done
    if is_none "$EVENT_HEAD"; then
      annotate notice "the branch is gone, so there is nothing to judge"
      finish passed 0
    fi
    ;;
esac
cd -- "${INPUT_WORKING_DIRECTORY:-.}" || broken 2 "there is no folder ${INPUT_WORKING_DIRECTORY:-.}"

arguments=(check --format "${INPUT_FORMAT:-text}" --output "json=$findings" --output "github=$work/annotations")
[ "${INPUT_STRICT:-}" != true ] || arguments+=(--strict)
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=(--output "$line")
done <<<"${INPUT_OUTPUT:-}"
repository=$(git_directory)
range=$(change)
[ -z "$range" ] || arguments+=(--diff "$range")

status=0
judging "${arguments[@]}" >"$work/log" 2>"$work/complaints" || status=$?
quoted "$work/complaints" "$work/log"
case $status in
  0 | 1) ;;
  *) broken "$status" "$(tail -c 4000 "$work/complaints")" ;;
esac

cat "$work/annotations"
blocking=$(counted blocking) warnings=$(counted warning)
verdict=passed
[ "$warnings" = 0 ] || verdict=warnings
[ "$blocking" = 0 ] || verdict=rejected
output verdict "$verdict"
output blocking "$blocking"
output warnings "$warnings"
output findings "$findings"

trouble=0 # what fails from here on is the tool's failure, and never a rejection
# A summary holds a mebibyte at most.
if judging comment render --summary <"$findings" >"$work/summary.md"; then
  head -c 900000 "$work/summary.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
else
  trouble=3
  annotate error "could not write the summary"
fi
if [ "${INPUT_POST:-}" = true ] && [ -n "${EVENT_NUMBER:-}" ]; then
  if judging comment render --repo "$GITHUB_REPOSITORY" --pr "$EVENT_NUMBER" <"$findings" >"$work/comment.md" 2>"$work/complaints"; then
    output comment "$work/comment.md"
    output complaints "$work/complaints"
  else
    trouble=3
    annotate error "could not post the comment: $(tail -c 4000 "$work/complaints")"
  fi
fi
[ "$status" != 0 ] || status=$trouble
output status "$status"
