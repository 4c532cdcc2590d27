# The vectors of the contracts: the shared ones where they are, else the copies checked in beside each package.
set -euo pipefail
pnpm run golden
