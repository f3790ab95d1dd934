#!/usr/bin/env bash
# Comments on the pull request for which another workflow ran. action.yml, beside this file, says what the variables are.
#
# This runs with rights, for the change of somebody who may have none. So nothing is checked out and nothing of the change
# is run: its objects are fetched into a repository without a work tree, and kbgate reads them there. Which pull request it
# is, the forge says, by the head that the other workflow ran for. What that workflow uploaded may be anything: it is used
# only where the findings cannot be worked out here, up to a size, read by kbgate alone, and marked as unverified.
set -euo pipefail

readonly most=20000000 # bytes of an answer, or of an upload

token=${INPUT_TOKEN:?the input token is missing} key=${INPUT_KEY:-}
unset INPUT_TOKEN INPUT_KEY
readonly repo=${GITHUB_REPOSITORY:?} api=${GITHUB_API_URL:?} server=${GITHUB_SERVER_URL:?}

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/kbgate.XXXXXX")
trap 'rm -rf -- "$work"' EXIT
(umask 077 && printf 'Authorization: Bearer %s\n' "$token" >"$work/authorization")

# annotate writes a workflow command: annotate error 'its text'.
annotate() {
  local text=${2//'%'/%25}
  text=${text//$'\r'/%0D}
  printf '::%s title=kbgate::%s\n' "$1" "${text//$'\n'/%0A}"
}

# quoted shows text in which nothing is taken for a workflow command.
quoted() {
  local word
  word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$word"
  cat -- "$@"
  printf '\n::%s::\n' "$word"
}

fail() {
  annotate error "$1"
  exit 3
}

# ask sends a request to the forge: ask FILE PATH [curl's arguments]. The answer goes into the file, up to a size. The
# token follows no redirection to another host.
ask() {
  local file=$1 path=$2
  shift 2
  curl --silent --show-error --fail --location --max-redirs 3 --max-time 120 --retry 2 \
    --header "Accept: application/vnd.github+json" --header "X-GitHub-Api-Version: 2022-11-28" --header "@$work/authorization" \
    "$@" -- "$api/repos/$repo/$path" | head -c $((most + 1)) >"$file" && [ "$(wc -c <"$file")" -le "$most" ]
}

# pull_requests prints the number, base commit and base branch of each open pull request whose head is the one that was
# judged. Commits of forks are no commits of the repository to the API, so the list is asked.
pull_requests() {
  ask "$work/pulls.json" pulls --get --data per_page=100 --data state=open \
    --data-urlencode "head=${EVENT_HEAD_REPOSITORY%%/*}:$EVENT_HEAD_BRANCH" || return
  jq --raw-output --arg sha "$EVENT_HEAD" --arg head "$EVENT_HEAD_REPOSITORY" --arg base "$repo" '
    .[] | select(.head.sha == $sha and .head.repo.full_name == $head and .base.repo.full_name == $base)
        | select((.number | type) == "number" and (.base.sha | test("^([0-9a-f]{40}|[0-9a-f]{64})$")))
        | "\(.number)\t\(.base.sha)\t\(.base.ref)"' "$work/pulls.json"
}

# remote runs git in the new repository with the right to read from the forge.
remote() {
  GIT_TERMINAL_PROMPT=0 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.$server/.extraheader" \
    GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'x-access-token:%s' "$token" | base64 | tr -d '\n')" \
    git -C "$work/kb.git" "$@"
}

# fetch brings the objects of a base branch and of a pull request's head into a new repository. It fails with 4 where the
# head is another one by now.
fetch() {
  local number=$1 ref=$2
  rm -rf -- "$work/kb.git"
  git init --quiet --bare --template= "$work/kb.git"
  remote fetch --quiet --no-tags --no-recurse-submodules --no-auto-maintenance -- "$server/$repo" \
    "+refs/heads/$ref:refs/kbgate/base" "+refs/pull/$number/head:refs/kbgate/head" 2>"$work/complaints" || return 1
  [ "$(git -C "$work/kb.git" rev-parse refs/kbgate/head)" = "$EVENT_HEAD" ] || return 4
}

# judge works the findings out. Whether they block or not, it succeeds.
judge() {
  local folder=() strict=() status=0
  [ -z "${INPUT_FOLDER:-}" ] || folder=("$INPUT_FOLDER")
  [ "${INPUT_STRICT:-}" != true ] || strict=(--strict)
  (cd "$work/kb.git" && GIT_DIR="$work/kb.git" "$KBGATE" check --diff refs/kbgate/base...refs/kbgate/head "--branch=$EVENT_HEAD_BRANCH" \
    --output "json=$work/findings.json" ${strict[@]+"${strict[@]}"} ${folder[@]+"${folder[@]}"}) >"$work/log" 2>"$work/complaints" || status=$?
  [ "$status" -le 1 ]
}

# take gets the findings that the other workflow uploaded. Of the archive one entry is read, to a stream.
take() {
  local id
  ask "$work/artifacts.json" "actions/runs/$EVENT_RUN/artifacts" --get --data per_page=100 --data-urlencode "name=$INPUT_ARTIFACT" || return
  id=$(jq --raw-output --arg name "$INPUT_ARTIFACT" --argjson most "$most" '
    [.artifacts[] | select(.name == $name and (.expired | not) and .size_in_bytes <= $most) | .id | select(type == "number")][0] // empty' \
    "$work/artifacts.json")
  [ -n "$id" ] || return 1
  ask "$work/upload.zip" "actions/artifacts/$id/zip" || return
  { unzip -p -- "$work/upload.zip" findings.json 2>/dev/null || true; } | head -c $((most + 1)) >"$work/findings.json"
  [ -s "$work/findings.json" ] && [ "$(wc -c <"$work/findings.json")" -le "$most" ]
}

# post renders the findings and posts them: post NUMBER [arguments for render]. Where there is the repository that was
# judged, its base says how.
post() (
  number=$1
  shift
  root=() strict=()
  if [ -d "$work/kb.git" ]; then
    cd "$work/kb.git"
    export GIT_DIR="$work/kb.git" # nothing else names a repository without a work tree
    [ -z "${INPUT_FOLDER:-}" ] || root=(--root "$INPUT_FOLDER")
  fi
  [ "${INPUT_STRICT:-}" != true ] || strict=(--strict)
  "$KBGATE" comment render --repo "$repo" --pr "$number" --head "$EVENT_HEAD" ${root[@]+"${root[@]}"} ${strict[@]+"${strict[@]}"} "$@" \
    <"$work/findings.json" >"$work/comment.md" || exit
  unset KBGATE_SIGNING_KEY
  KBGATE_TOKEN=$token "$KBGATE" comment post --repo "$repo" --pr "$number" ${root[@]+"${root[@]}"} --file "$work/comment.md"
)

# has_twin reports whether the name of another branch differs from this one's by the case of letters alone. GitHub takes the
# contexts of the two for one.
has_twin() {
  remote ls-remote --heads -- "$server/$repo" >"$work/heads" || fail "could not list the branches of $repo"
  [ "$(cut -f 2 "$work/heads" | tr '[:upper:]' '[:lower:]' | grep -cFx "$(printf 'refs/heads/%s' "$1" | tr '[:upper:]' '[:lower:]')")" -gt 1 ]
}

# set_status makes the verdict the commit's status, which a rule of the branch can require. It bears the branch's name: the
# same commit proposed to a branch where less is asked must not pass for this one. A judgement that stands on what was
# uploaded gives none.
set_status() {
  local context="kbgate ($1${INPUT_FOLDER:+: $INPUT_FOLDER})" state=success text="nothing blocks"
  if ! jq --exit-status '.summary.blocking == 0' "$work/findings.json" >/dev/null; then
    state=failure text="there are blocking findings"
  elif [ "${INPUT_STRICT:-}" = true ] && ! jq --exit-status '.summary.warning == 0' "$work/findings.json" >/dev/null; then
    state=failure text="there are warnings, which fail too"
  fi
  jq --null-input --arg state "$state" --arg text "$text" --arg context "$context" \
    '{state: $state, description: $text, context: $context}' |
    ask "$work/status.json" "statuses/$EVENT_HEAD" --data @- --request POST
}

# tend judges one pull request and comments on it.
tend() {
  local number=$1 base=$2 ref=$3 status=0
  fetch "$number" "$ref" || status=$?
  if [ "$status" = 4 ]; then
    annotate notice "the head of #$number is another one by now, for which this will run again"
    return
  fi
  if [ "$status" = 0 ] && judge; then
    (
      [ -z "$key" ] || export KBGATE_SIGNING_KEY=$key
      post "$number"
    ) >"$work/log" 2>"$work/complaints" || fail "could not post the comment on #$number: $(tail -c 2000 "$work/complaints")"
    quoted "$work/complaints" "$work/log"
    [ "${INPUT_STATUS:-}" = true ] || return 0
    if has_twin "$ref"; then
      annotate warning "no status is set, for another branch is called $ref but for the case of letters, and GitHub would take the status of one for that of the other"
      return
    fi
    set_status "$ref" || fail "could not set the status of $EVENT_HEAD"
    return
  fi
  annotate warning "could not work out the findings of #$number here: $(tail -c 2000 "$work/complaints" 2>/dev/null || true)"
  take || fail "nor did the other workflow leave any that can be used"
  post "$number" --base "$base" --unverified >"$work/log" 2>"$work/complaints" ||
    fail "could not post the comment on #$number: $(tail -c 2000 "$work/complaints")"
  quoted "$work/complaints" "$work/log"
}

case ${INPUT_STRICT:-} in
  "" | true | false) ;;
  *) fail "strict is true or false, not $INPUT_STRICT" ;;
esac
[[ ${EVENT_HEAD:-} =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]] || fail "this runs for workflow_run alone: the event names no head"
[[ ${EVENT_RUN:-} =~ ^[0-9]+$ ]] || fail "this runs for workflow_run alone: the event names no run"
[[ ${EVENT_HEAD_REPOSITORY:-} =~ ^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$ ]] || fail "the event names no repository of the head"

pull_requests >"$work/found" || fail "could not ask $api for the pull request"
if [ ! -s "$work/found" ]; then
  annotate notice "no open pull request has $EVENT_HEAD as its head any more"
  exit 0
fi
head -n 10 "$work/found" >"$work/tended" # one head may be proposed to several branches
while IFS=$'\t' read -r number base ref; do
  tend "$number" "$base" "$ref" </dev/null
done <"$work/tended"
