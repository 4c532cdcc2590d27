# What is published: ESM and CJS with both kinds of types, package checks, sizes.
set -euo pipefail
pnpm run build
pnpm run pack:check
pnpm run size
