# shellcheck shell=bash
# What the steps of the actions share. Their tokens and keys are in the environment of the step that posts alone (and a token in
# that of the one that fetches): whatever runs while a change is judged may read the environment of its step, and of no other.

# annotate writes a workflow command: annotate error 'its text'.
annotate() {
  local text=${2//'%'/%25}
  text=${text//$'\r'/%0D}
  printf '::%s title=kbgate::%s\n' "$1" "${text//$'\n'/%0A}"
}

output() { printf '%s=%s\n' "$1" "$2" >>"${GITHUB_OUTPUT:-/dev/null}"; }

# quoted shows text in which nothing is taken for a workflow command.
quoted() {
  local word
  word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$word"
  cat -- "$@"
  printf '\n::%s::\n' "$word"
}

sha256_of() {
  local sum
  if command -v sha256sum >/dev/null; then sum=$(sha256sum -- "$1"); else sum=$(shasum -a 256 -- "$1"); fi
  printf '%s' "${sum%% *}"
}

# judging runs kbgate on a change. It is not told where the runner takes variables and paths for the later steps from.
judging() { env -u GITHUB_ENV -u GITHUB_PATH -u GITHUB_OUTPUT -u GITHUB_STATE -u GITHUB_STEP_SUMMARY "$KBGATE" "$@"; }

# is_left reports whether a file is one that an earlier step left for a later one, and no link to another place.
is_left() {
  case $1 in
    */../*) return 1 ;;
    "${RUNNER_TEMP:-/tmp}"/kbgate.*) [ -f "$1" ] && [ ! -L "$1" ] ;;
    *) return 1 ;;
  esac
}

# apart goes where no repository is, so that nothing of a change is asked there, and holds the program against what it was
# before the change was judged.
apart() {
  cd -- "$(mktemp -d "${RUNNER_TEMP:-/tmp}/kbgate.XXXXXX")" || return
  export GIT_CEILING_DIRECTORIES=$PWD
  [ "$(sha256_of "$KBGATE")" = "${KBGATE_SHA256:-}" ]
}
