# Format and lint, the arrows between packages, dead code.
set -euo pipefail
pnpm exec biome check .
pnpm exec turbo boundaries
pnpm exec knip
