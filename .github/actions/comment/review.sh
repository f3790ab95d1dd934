#!/usr/bin/env bash
# Lets a reader of meaning judge what comment.sh judged, and makes the comments anew. action.yml, beside this file, says what the
# variables are. Without a command or an endpoint it does nothing.
#
# This job has none of the proposal's files: kbgate reads the objects in a repository without a work tree. What the reader may see and
# do, the base's configuration says. No token and no signing key is here; the reader's key is in the environment of this step alone.
set -euo pipefail

# shellcheck source=../steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"
# shellcheck source=render.sh
. "$(dirname "${BASH_SOURCE[0]}")/render.sh"

# shellcheck disable=SC2034 # render.sh uses repo
readonly repo=${GITHUB_REPOSITORY:?} work=${FETCHED_WORK:-} judged=${JUDGED:-[]}

# reviewed lets the reader judge. Whatever comes of it, the findings of the check are in what it writes.
reviewed() {
  local folder=() strict=() calibration=() status=0
  [ -z "${INPUT_FOLDER:-}" ] || folder=("$INPUT_FOLDER")
  [ "${INPUT_STRICT:-}" != true ] || strict=(--strict)
  [ -z "${INPUT_REVIEW_CALIBRATION:-}" ] || calibration=(--calibration "$INPUT_REVIEW_CALIBRATION")
  (cd "$at/kb.git" && GIT_DIR="$at/kb.git" judging review --diff refs/kbgate/base...refs/kbgate/head "--branch=$EVENT_HEAD_BRANCH" \
    --output "json=$at/reviewed.json" ${strict[@]+"${strict[@]}"} ${calibration[@]+"${calibration[@]}"} ${folder[@]+"${folder[@]}"}) \
    >"$at/log" 2>"$at/complaints" || status=$?
  quoted "$at/complaints" >&2
  [ "$status" -le 1 ] && mv -- "$at/reviewed.json" "$at/findings.json"
}

# tend reviews one pull request, and prints as JSON what came of it.
tend() {
  local number=$1 verified=$2 against=$3
  at=$work/$number
  if [ "$verified" = true ]; then
    if reviewed && render "$number"; then
      against=$(verdict)
    else
      annotate warning "could not review #$number: $(tail -c 2000 "$at/complaints" 2>/dev/null || true)" >&2
    fi
  fi
  jq --null-input --compact-output --argjson number "$number" --argjson verified "$verified" --arg against "$against" \
    '{number: $number, verified: $verified, against: $against}'
}

if [ -z "${KBGATE_REVIEW_COMMAND:-}${KBGATE_REVIEW_ENDPOINT:-}" ] || [ "$judged" = "[]" ]; then
  output judged "$judged"
  exit 0
fi
again=$(mktemp "$work/reviewed.XXXXXX")
while IFS=$'\t' read -r number verified against; do
  tend "$number" "$verified" "$against" </dev/null >>"$again"
done < <(jq --raw-output '.[] | "\(.number)\t\(.verified)\t\(.against)"' <<<"$judged")
output judged "$(jq --slurp --compact-output . "$again")"
