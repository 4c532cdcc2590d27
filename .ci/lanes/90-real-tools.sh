# Thousands of real tool schemas: each is accepted and usable, or refused with one error that names the path.
set -euo pipefail
folder="$CI_CACHE/bfcl-eval-2026.3.23"
if [ ! -e "$folder/.complete" ]; then
  rm -rf "$folder" && mkdir -p "$folder"
  python3 -m pip download --quiet --no-deps --dest "$folder" bfcl-eval==2026.3.23
  (cd "$folder" && python3 -m zipfile -e bfcl_eval-*.whl . && touch .complete)
fi
data="$folder/bfcl_eval/data"
cd apps/recipes/01-simulate/real-tool-schemas
../../../../node_modules/.bin/node --conditions=@whileai/source --import tsx real-tool-schemas.ts \
  "$data"/BFCL_v4_simple_python.json "$data"/BFCL_v4_multiple.json "$data"/BFCL_v4_live_simple.json
