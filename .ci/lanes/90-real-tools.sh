# Thousands of real tool schemas: each is accepted and usable, or refused with one error that names the path.
set -euo pipefail
folder=$(python_wheel bfcl-eval 2026.3.23)
data="$folder/bfcl_eval/data"
cd apps/recipes/01-simulate/real-tool-schemas
../../../../node_modules/.bin/node --conditions=@whileai/source --import tsx real-tool-schemas.ts \
  "$data"/BFCL_v4_simple_python.json "$data"/BFCL_v4_multiple.json "$data"/BFCL_v4_live_simple.json
