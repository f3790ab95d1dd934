#!/usr/bin/env bash
# Judges what fetch.sh brought, and makes the comments, which post.sh signs and posts. action.yml, beside this file, says what
# the variables are.
#
# Nothing is checked out and nothing of the change is run: kbgate reads its objects in a repository without a work tree. No
# token and no key is here. What the other workflow uploaded may be anything: it is used only where the findings cannot be
# worked out here, up to a size, read by kbgate alone, and marked as unverified.
set -euo pipefail

# shellcheck source=../steps.sh
. "$(dirname "${BASH_SOURCE[0]}")/../steps.sh"
# shellcheck source=render.sh
. "$(dirname "${BASH_SOURCE[0]}")/render.sh"

readonly most=20000000 # bytes of an upload
# shellcheck disable=SC2034 # render.sh uses repo
readonly repo=${GITHUB_REPOSITORY:?} work=${FETCHED_WORK:-} pulls=${FETCHED_PULLS:-[]}

# judge works the findings out. Whether they block or not, it succeeds.
judge() {
  local folder=() strict=() status=0
  [ -z "${INPUT_FOLDER:-}" ] || folder=("$INPUT_FOLDER")
  [ "${INPUT_STRICT:-}" != true ] || strict=(--strict)
  (cd "$at/kb.git" && GIT_DIR="$at/kb.git" judging check --diff refs/kbgate/base...refs/kbgate/head "--branch=$EVENT_HEAD_BRANCH" \
    --output "json=$at/findings.json" ${strict[@]+"${strict[@]}"} ${folder[@]+"${folder[@]}"}) >"$at/log" 2>"$at/complaints" || status=$?
  [ "$status" -le 1 ]
}

# uploaded takes the findings out of what the other workflow uploaded. Of the archive one entry is read, to a stream.
uploaded() {
  [ -f "$work/upload.zip" ] || return
  { unzip -p -- "$work/upload.zip" findings.json 2>/dev/null || true; } | head -c $((most + 1)) >"$at/findings.json"
  [ -s "$at/findings.json" ] && [ "$(wc -c <"$at/findings.json")" -le "$most" ]
}

# count adds what the gates found in a pull request to the verdicts, as tags and counts.
count() {
  [ "${INPUT_RECORD:-}" = true ] || return 0
  if judging record --findings "$at/findings.json" --print >"$at/verdict.json" 2>"$at/complaints"; then
    jq --compact-output --argjson number "$1" '{number: $number, verdict: .}' "$at/verdict.json" >>"$verdicts"
    return
  fi
  annotate warning "what the gates found in #$1 cannot be counted: $(tail -c 2000 "$at/complaints")" >&2
}

# tend judges one pull request, and prints as JSON what came of it.
tend() {
  local number=$1 base=$2 fetched=$3 verified=false against=""
  at=$work/$number
  if [ "$fetched" = true ] && judge; then
    verified=true against=$(verdict)
    count "$number"
    render "$number" || broken "$number" || return
  else
    annotate warning "could not work out the findings of #$number here: $(tail -c 2000 "$at/complaints" 2>/dev/null || true)" >&2
    if ! uploaded; then
      annotate error "nor did the other workflow leave any that can be used" >&2
      return 1
    fi
    render "$number" --base "$base" --unverified || broken "$number" || return
  fi
  jq --null-input --compact-output --argjson number "$number" --argjson verified "$verified" --arg against "$against" \
    '{number: $number, verified: $verified, against: $against}'
}

# broken says that there is no comment.
broken() {
  annotate error "could not post the comment on #$1: $(tail -c 2000 "$at/complaints")" >&2
  return 1
}

[ "$pulls" != "[]" ] || exit 0
judged=$(mktemp "$work/judged.XXXXXX")
verdicts=$(mktemp "$work/verdicts.XXXXXX")
while IFS=$'\t' read -r number base fetched; do
  tend "$number" "$base" "$fetched" </dev/null >>"$judged" || true # the last step misses it
done < <(jq --raw-output '.[] | "\(.number)\t\(.base)\t\(.fetched)"' <<<"$pulls")
output judged "$(jq --slurp --compact-output . "$judged")"
output verdicts "$(jq --slurp --compact-output . "$verdicts")"
