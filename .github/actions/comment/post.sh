#!/usr/bin/env bash
# Signs and posts the comments that comment.sh made, and sets the statuses. The key is here alone, and the token where it was
# fetched and here: nothing of the change is run here, read as a configuration, or asked by git. Which pull requests there are,
# fetch.sh says, whatever came of judging them.
set -euo pipefail

# shellcheck source=../steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"

readonly most=20000000 # bytes of an answer
readonly work=${FETCHED_WORK:-} pulls=${FETCHED_PULLS:-[]} judged=${JUDGED:-[]}
token=${INPUT_TOKEN:?the input token is missing} key=${INPUT_KEY:-}
unset INPUT_TOKEN INPUT_KEY
# shellcheck source=forge.sh
. "$(dirname "${BASH_SOURCE[0]}")/forge.sh"
status=0

# failed says what did not succeed; the others of the pull requests are tended all the same.
failed() {
  annotate error "$1"
  status=3
}

# post posts a comment: post NUMBER VERIFIED. What was not worked out here is never signed.
post() (
  sign=()
  if [ "$2" = true ] && [ -n "$key" ]; then
    export KBGATE_SIGNING_KEY=$key
    sign=(--sign)
  fi
  KBGATE_TOKEN=$token "$KBGATE" comment post --repo "$repo" --pr "$1" --file "$work/$1/comment.md" ${sign[@]+"${sign[@]}"}
)

# set_status makes the verdict the commit's status, which a rule of the branch can require. It bears the branch's name: the
# same commit proposed to a branch where less is asked must not pass for this one. A judgement that stands on what was
# uploaded gives none.
set_status() {
  local context="kbgate ($1${INPUT_FOLDER:+: $INPUT_FOLDER})" state=success text=${2:-nothing blocks}
  [ -z "$2" ] || state=failure
  jq --null-input --arg state "$state" --arg text "${text:0:100}" --arg context "$context" \
    '{state: $state, description: $text, context: $context}' |
    ask "$private/status.json" "statuses/$EVENT_HEAD" --data @- --request POST
}

# tend posts what there is to say of one pull request.
tend() {
  local number=$1 ref=$2 twin=$3 verified against
  verified=$(jq --raw-output --argjson number "$number" '[.[] | select(.number == $number)][0].verified' <<<"$judged")
  against=$(jq --raw-output --argjson number "$number" '[.[] | select(.number == $number)][0].against' <<<"$judged")
  if [ "$verified" = null ]; then
    status=3 # comment.sh has said why
    return
  fi
  if ! is_left "$work/$number/comment.md" || ! is_left "$work/$number/complaints"; then
    failed "could not post the comment on #$number: it is none that the judging has left"
    return
  fi
  if [ -z "$key" ] && [ "$verified" = true ]; then quoted "$work/$number/complaints"; fi # it says so where a signature is missed
  if ! post "$number" "$verified" >log 2>complaints; then
    failed "could not post the comment on #$number: $(tail -c 2000 complaints)"
    return
  fi
  quoted complaints log
  [ "$verified" = true ] && [ "${INPUT_STATUS:-}" = true ] || return 0
  if [ "$twin" = true ]; then
    annotate warning "no status is set, for another branch is called $ref but for the case of letters, and GitHub would take the status of one for that of the other"
    return
  fi
  set_status "$ref" "$against" || failed "could not set the status of $EVENT_HEAD"
}

[ "$pulls" != "[]" ] || exit 0
if ! apart; then
  annotate error "nothing is posted: kbgate is another program than before the change was judged"
  exit 3
fi
while IFS=$'\t' read -r number ref twin; do
  tend "$number" "$ref" "$twin" </dev/null
done < <(jq --raw-output '.[] | "\(.number)\t\(.ref)\t\(.twin)"' <<<"$pulls")
rm -rf -- "$work"
exit "$status"
