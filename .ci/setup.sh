# What every lane may rely on. Sourced by .ci/run; a lane run by hand sources it too.
# Who was told from outside that this is CI has what lanes need; elsewhere some lanes may be left out: cannot_run.
export TOLD_CI=${TOLD_CI-${CI:-}}
export CI=${CI:-true}
export TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1 HF_HUB_OFFLINE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 NO_COLOR=1
# Wheels, virtual environments and older Nodes are kept here between runs; a machine without it fills it again.
export CI_CACHE=${CI_CACHE:-$HOME/.cache/whileai-ci}
export SKIP=75
export SHARED=${SHARED:-$PWD/../shared}
if [ -z "${CI_WORK:-}" ]; then
  CI_WORK=$(mktemp -d)
  export CI_WORK
  trap 'rm -rf "$CI_WORK"' EXIT
fi
mkdir -p "$CI_CACHE"

pnpm() { npx -y pnpm@12.4.2 "$@"; }
export -f pnpm

# need_shared NAME: skips a lane, saying so, where the folder of contracts and vectors is not there.
need_shared() {
  if [ ! -e "$SHARED/$1" ]; then
    echo "$1 is not here: it comes with the shared folder beside the project"
    exit "$SKIP"
  fi
}
export -f need_shared

# cannot_run WHY: skips a lane, saying so, on a machine that cannot have what it needs. In CI, and for root of a Debian, it fails.
cannot_run() {
  echo "$1"
  [ -z "$TOLD_CI" ] || [ "$TOLD_CI" = false ] || exit 1
  ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ] || exit 1
  exit "$SKIP"
}
export -f cannot_run

# debian_install PACKAGE...: installs system packages where that is possible.
debian_install() {
  command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ] || return 1
  apt-get update >/dev/null 2>&1 && apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1
}
export -f debian_install

# need_command NAME: installs a system tool when it is missing.
need_command() {
  command -v "$1" >/dev/null || debian_install "$1" || true
  command -v "$1" >/dev/null || { echo "$1 is missing and could not be installed"; exit 1; }
}
export -f need_command

# node_of MAJOR: prints the path of a Node of that major version, fetching it from the registry when needed.
node_of() {
  local own
  own=$(command -v node || true)
  if [ -n "$own" ] && [ "$("$own" -p 'process.versions.node.split(".")[0]')" = "$1" ]; then echo "$own"; return; fi
  local version
  case "$1" in 20) version=20.20.2 ;; 24) version=24.21.0 ;; *) echo "no version is pinned for Node $1" >&2; return 1 ;; esac
  local arch; arch=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  local folder="$CI_CACHE/node-$version"
  [ -x "$folder/node_modules/node-linux-$arch/bin/node" ] ||
    npm install --silent --no-save --prefix "$folder" "node-linux-$arch@$version" >&2
  echo "$folder/node_modules/node-linux-$arch/bin/node"
}
export -f node_of

# python_environment NAME REQUIREMENTS [NO_DEPS_REQUIREMENTS]: prints the python of a virtual environment with just these packages.
python_environment() {
  local hash; hash=$(cat "${@:2}" <(python3 --version) | sha256sum | cut -c1-12)
  local folder="$CI_CACHE/python-$1-$hash"
  if [ ! -e "$folder/.complete" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder" >&2 || { debian_install python3-venv && python3 -m venv "$folder" >&2; } || return 1
    "$folder/bin/pip" install --quiet -r "$2" >&2 || return 1
    if [ -n "${3:-}" ]; then "$folder/bin/pip" install --quiet --no-deps -r "$3" >&2 || return 1; fi
    touch "$folder/.complete"
  fi
  echo "$folder/bin/python"
}
export -f python_environment

# python_wheel NAME VERSION: prints a folder with what the wheel of a Python package holds, which is not installed.
python_wheel() {
  local folder="$CI_CACHE/$1-$2"
  if [ ! -e "$folder/.complete" ]; then
    rm -rf "$folder" && mkdir -p "$folder"
    python3 -m pip download --quiet --no-deps --dest "$folder" "$1==$2" >&2 || return 1
    (cd "$folder" && python3 -m zipfile -e ./*.whl . && touch .complete) || return 1
  fi
  echo "$folder"
}
export -f python_wheel

# drawn_cases NAME REQUIREMENTS [NO_DEPS_REQUIREMENTS]: holds our answers (conformance/NAME/answers.ts) to cases that compare.py there
# draws against what it checks them by.
drawn_cases() {
  local here="conformance/$1" cases="$CI_WORK/$1.cases.json" answers="$CI_WORK/$1.answers.json" python
  python=$(python_environment "$@") || return 1
  node_modules/.bin/tsc -p "$here" &&
    "$python" "$here/compare.py" draw "$cases" &&
    node_modules/.bin/node --conditions=@whileai/source --import tsx "$here/answers.ts" "$cases" >"$answers" &&
    "$python" "$here/compare.py" check "$cases" "$answers"
}
export -f drawn_cases

# npm_environment FOLDER [INSTALL_FLAG...]: prints a folder whose node_modules are those of FOLDER's package.json and lockfile.
npm_environment() {
  local files=("$1/package.json")
  [ ! -e "$1/pnpm-workspace.yaml" ] || files+=("$1/pnpm-workspace.yaml")
  files+=("$1/pnpm-lock.yaml")
  local folder; folder="$CI_CACHE/$(basename "$1")-$(cat "${files[@]}" | sha256sum | cut -c1-12)"
  if [ ! -e "$folder/.complete" ]; then
    rm -rf "$folder" && mkdir -p "$folder"
    cp "${files[@]}" "$folder/"
    (cd "$folder" && pnpm install --frozen-lockfile --ignore-scripts --reporter=silent "${@:2}") >&2 || return 1
    touch "$folder/.complete"
  fi
  echo "$folder"
}
export -f npm_environment

# node_tests LOG FILE...: runs tests of node:test from sources, shows their names or what went wrong, and ends with the tally.
node_tests() {
  local code=0
  node_modules/.bin/node --conditions=@whileai/source --import tsx --test --test-reporter=spec --test-concurrency=2 "${@:2}" \
    >"$1" 2>&1 || code=$?
  if [ "$code" -eq 0 ]; then grep -E '^ *(✔|﹣)' "$1"; else cat "$1"; fi
  awk '/^ℹ (pass|fail|skipped|cancelled) / {n[$2] = $3} END {print n["pass"] " passed, " n["fail"] + n["cancelled"] " failed, " n["skipped"] " skipped"}' "$1"
  return "$code"
}
export -f node_tests

passed=0 failed=0 skipped=0 failures=()
