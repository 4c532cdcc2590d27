set -euo pipefail
pnpm install --frozen-lockfile
