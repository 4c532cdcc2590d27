# kill -9 at 50 drawn moments of model-backed runs against a local server: every run goes on to the rows of one left alone.
set -uo pipefail
if node_modules/.bin/node --conditions=@whileai/source --import tsx benchmarks/kill-resume.ts 50; then echo "1 passed, 0 failed"; else
  echo "0 passed, 1 failed"
  exit 1
fi
