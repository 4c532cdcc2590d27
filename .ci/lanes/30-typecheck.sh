set -euo pipefail
pnpm run typecheck
# Studies and timings, which no package has.
node_modules/.bin/tsc -p benchmarks
