# The packed tarballs in clean folders: ESM and CJS, Node 20 and 24, statistics alone, start-up time, no network at import.
set -euo pipefail
need_command strace
node20=$(node_of 20)
node24=$(node_of 24)
rm -rf "$CI_WORK/tarballs" && mkdir -p "$CI_WORK/tarballs"
for folder in packages/*/; do (cd "$folder" && pnpm pack --pack-destination "$CI_WORK/tarballs" >/dev/null); done
node tooling/packed/check.mjs "$CI_WORK/tarballs" "$node20" "$node24"
