# shellcheck shell=bash disable=SC2154
# What the steps that judge and that review share: they make the comment of the findings in the folder $at, about a pull request of $repo.

# render makes the comment: render NUMBER [arguments]. Where there is the repository that was judged, its base says how.
render() (
  number=$1
  shift
  root=() strict=()
  if [ -d "$at/kb.git" ]; then
    cd "$at/kb.git" || return
    export GIT_DIR="$at/kb.git" # nothing else names a repository without a work tree
    [ -z "${INPUT_FOLDER:-}" ] || root=(--root "$INPUT_FOLDER")
  fi
  [ "${INPUT_STRICT:-}" != true ] || strict=(--strict)
  judging comment render --repo "$repo" --pr "$number" --head "$EVENT_HEAD" ${root[@]+"${root[@]}"} ${strict[@]+"${strict[@]}"} "$@" \
    <"$at/findings.json" >"$at/comment.md" 2>"$at/complaints"
)

# verdict prints the commit status of findings that were worked out here.
verdict() {
  if ! jq --exit-status '.summary.blocking == 0' "$at/findings.json" >/dev/null; then
    echo "there are blocking findings"
  elif ! jq --exit-status '.review.required != true or (.review.unanswered // [] | length) == 0' "$at/findings.json" >/dev/null; then
    echo "no reader has judged all of it, and review.required asks for that"
  elif [ "${INPUT_STRICT:-}" = true ] && ! jq --exit-status '[.findings[] | select(.certainty != "possible")] | length == 0' "$at/findings.json" >/dev/null; then
    echo "there are warnings, which fail too"
  fi
}
