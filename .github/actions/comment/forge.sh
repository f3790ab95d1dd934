# shellcheck shell=bash
# How the steps that have the token ask the forge. The token is kept in a folder of its own, until the step ends.
: "${token:?}" "${most:?}" # of the step that reads this file
readonly repo=${GITHUB_REPOSITORY:?} api=${GITHUB_API_URL:?}

private=$(mktemp -d "${RUNNER_TEMP:-/tmp}/kbgate.XXXXXX")
trap 'rm -rf -- "$private"' EXIT
(umask 077 && printf 'Authorization: Bearer %s\n' "$token" >"$private/authorization")

# ask sends a request to the forge: ask FILE PATH [curl's arguments]. The answer goes into the file, up to a size. The
# token follows no redirection to another host.
ask() {
  local file=$1 path=$2
  shift 2
  curl --silent --show-error --fail --location --max-redirs 3 --max-time 120 --retry 2 \
    --header "Accept: application/vnd.github+json" --header "X-GitHub-Api-Version: 2022-11-28" --header "@$private/authorization" \
    "$@" -- "$api/repos/$repo/$path" | head -c $((most + 1)) >"$file" && [ "$(wc -c <"$file")" -le "$most" ]
}
