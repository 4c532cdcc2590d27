set -euo pipefail
pnpm run typecheck
