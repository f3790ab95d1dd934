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

# untold runs a program that is not told where the runner takes variables and paths for the later steps from.
untold() { env -u GITHUB_ENV -u GITHUB_PATH -u GITHUB_OUTPUT -u GITHUB_STATE -u GITHUB_STEP_SUMMARY "$@"; }

# judging runs kbgate on a change.
judging() { untold "$KBGATE" "$@"; }

# git_in runs git on a repository: git_in GIT_DIRECTORY [arguments]. Git looks for none itself, as a folder of a change may look
# like one. No other line of the actions starts git; the settings are those of internal/git/command.go.
git_in() {
  untold env -u GIT_WORK_TREE LC_ALL=C GIT_NO_REPLACE_OBJECTS=1 git --git-dir="$1" --no-pager -c safe.bareRepository=explicit \
    -c core.fsmonitor=false -c log.showRoot=true -c log.showSignature=false -c log.follow=false -c log.diffMerges=separate \
    -c submodule.recurse=false -c pack.useSparse=false "${@:2}"
}

# asking asks git about a repository, as git_in. It starts no other program, and fetches nothing that is lacking.
asking() { GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git_in "$1" -c core.hooksPath=/dev/null -c protocol.allow=never "${@:2}"; }

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
