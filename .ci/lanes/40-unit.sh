# All unit tests on the sources, with a 90% line gate per package.
set -euo pipefail
pnpm run test:coverage
