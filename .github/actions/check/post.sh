#!/usr/bin/env bash
# Signs and posts the comment that check.sh made, and exits with the status of the check. Token and key are here alone, where
# nothing of the change is run, read as a configuration, or asked by git.
set -euo pipefail

# shellcheck source=../steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

token=${INPUT_TOKEN:-} key=${INPUT_KEY:-} status=${JUDGED_STATUS:-3}
unset INPUT_TOKEN INPUT_KEY

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
  sign=()
  if [ -n "$key" ]; then
    export KBGATE_SIGNING_KEY=$key
    sign=(--sign)
  fi
  KBGATE_TOKEN=$token "$KBGATE" comment post --repo "$GITHUB_REPOSITORY" --pr "$EVENT_NUMBER" --file "$JUDGED_COMMENT" ${sign[@]+"${sign[@]}"}
)

case $status in
  0 | 1) ;;
  *) exit "$status" ;; # there is no verdict, or a comment that could not be made
esac
[ "${INPUT_POST:-}" = true ] || exit "$status"
reason=$(cannot_post)
if [ -n "$reason" ]; then
  annotate notice "$reason"
elif [ -n "${JUDGED_COMMENT:-}" ]; then
  if ! is_left "$JUDGED_COMMENT" || ! is_left "$JUDGED_COMPLAINTS"; then
    annotate error "could not post the comment: it is none that the check has left"
    exit 3
  fi
  if ! apart; then
    annotate error "could not post the comment: kbgate is another program than before the change was judged"
    exit 3
  fi
  [ -n "$key" ] || quoted "$JUDGED_COMPLAINTS" # it says so where a signature is missed
  if post 2>complaints >log; then
    quoted complaints log
  else
    [ "$status" != 0 ] || status=3
    annotate error "could not post the comment: $(tail -c 4000 complaints)"
  fi
fi
exit "$status"
