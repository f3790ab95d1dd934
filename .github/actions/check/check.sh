#!/usr/bin/env bash
# Judges what an event of a forge's CI brings. action.yml, beside this file, says what the variables are; beyond them it
# reads those that GitHub sets, which Gitea and Forgejo set too.
#
# Whatever an event says is text that somebody else wrote: it comes in by the environment, and nothing of it is evaluated.
# The exit status is that of the check, and comes last, after the summary, the outputs and the comment.
set -euo pipefail

# For the programs that need them, and no others.
token=${INPUT_TOKEN:-} key=${INPUT_KEY:-}
unset INPUT_TOKEN INPUT_KEY

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/kbgate.XXXXXX")
findings=$work/findings.json

# annotate writes a workflow command: annotate error 'its text'.
annotate() {
  local text=${2//'%'/%25}
  text=${text//$'\r'/%0D}
  printf '::%s title=kbgate::%s\n' "$1" "${text//$'\n'/%0A}"
}

output() { printf '%s=%s\n' "$1" "$2" >>"${GITHUB_OUTPUT:-/dev/null}"; }

# finish ends without a verdict on the change.
finish() {
  output verdict "$1"
  exit "$2"
}

# broken says that there is no verdict, which is nobody's rejection.
broken() {
  annotate error "could not judge: $2"
  finish error "$1"
}

is_id() { [[ $1 =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]]; }
is_none() { [[ $1 =~ ^0+$ ]]; }
has() { git rev-parse --verify --quiet --end-of-options "$1^{commit}" >/dev/null; }

# quoted shows text in which nothing is taken for a workflow command.
quoted() {
  local word
  word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$word"
  cat -- "$@"
  printf '\n::%s::\n' "$word"
}

# change prints what to judge, as --diff has it; nothing where that is the whole base.
change() {
  local base=${INPUT_BASE:-} head=${EVENT_HEAD:-} default=refs/remotes/origin/${EVENT_DEFAULT_BRANCH:-}
  case ${GITHUB_EVENT_NAME:-} in
    pull_request)
      # The tip of the branch as it was fetched is newer than what the event remembers.
      if [ -z "$base" ] && [ -n "${GITHUB_BASE_REF:-}" ] && has "refs/remotes/origin/$GITHUB_BASE_REF"; then
        base=$(git rev-parse "refs/remotes/origin/$GITHUB_BASE_REF")
      fi
      ;;
    push)
      # A new branch has nothing before it, and a forced one what may be gone: they are held against the default branch.
      if [ -z "$base" ] && { is_none "$EVENT_BASE" || ! has "$EVENT_BASE"; }; then
        if [ "${GITHUB_REF:-}" != "refs/heads/${EVENT_DEFAULT_BRANCH:-}" ] && has "$default"; then
          base=$(git rev-parse "$default")
        else
          base=${head//?/0}
        fi
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

# cannot_post says why nothing can be posted, or nothing.
cannot_post() {
  if [ -z "${EVENT_NUMBER:-}" ]; then
    echo "this event is about no pull request, so there is nothing to comment on"
  elif [ "${EVENT_HEAD_REPOSITORY:-}" != "${GITHUB_REPOSITORY:-}" ]; then
    echo "the token of a fork's pull request may only read, so no comment is posted; docs/github.md has the workflows that post it"
  elif [ "${GITHUB_ACTOR:-}" = "dependabot[bot]" ]; then
    echo "the token of Dependabot's pull requests may only read, so no comment is posted"
  fi
}

post() (
  [ -z "$key" ] || export KBGATE_SIGNING_KEY=$key
  "$KBGATE" comment render --repo "$GITHUB_REPOSITORY" --pr "$EVENT_NUMBER" <"$findings" >"$work/comment.md" || exit
  unset KBGATE_SIGNING_KEY
  KBGATE_TOKEN=$token "$KBGATE" comment post --repo "$GITHUB_REPOSITORY" --pr "$EVENT_NUMBER" --file "$work/comment.md"
)

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
range=$(change)
[ -z "$range" ] || arguments+=(--diff "$range")

status=0
"$KBGATE" "${arguments[@]}" >"$work/log" 2>"$work/complaints" || status=$?
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
if "$KBGATE" comment render --summary <"$findings" >"$work/summary.md"; then
  head -c 900000 "$work/summary.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
else
  trouble=3
  annotate error "could not write the summary"
fi
if [ "${INPUT_POST:-}" = true ]; then
  reason=$(cannot_post)
  if [ -n "$reason" ]; then
    annotate notice "$reason"
  elif post 2>"$work/complaints" >"$work/log"; then
    quoted "$work/complaints" "$work/log"
  else
    trouble=3
    annotate error "could not post the comment: $(tail -c 4000 "$work/complaints")"
  fi
fi
[ "$status" != 0 ] || status=$trouble
exit "$status"
