# Ten schemas of every odd kind: eight usable, two refused with their path, none lost.
set -euo pipefail
node --conditions=@whileai/source --import tsx real-tool-schemas.ts tools.jsonl | tee /dev/stderr | grep -q '^10 schemas in 10 tasks: 8 usable, 2 refused, 0 crashed'
