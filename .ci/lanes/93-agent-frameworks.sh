# Real agent frameworks, pinned by a lockfile of their own, against the adapters and AISDK: on loopback, with a model that follows a script.
set -euo pipefail
here=conformance/agent-frameworks
folder="$CI_CACHE/agent-frameworks-$(cat "$here/package.json" "$here/pnpm-lock.yaml" | sha256sum | cut -c1-12)"
if [ ! -e "$folder/.complete" ]; then
  rm -rf "$folder" && mkdir -p "$folder"
  cp "$here/package.json" "$here/pnpm-lock.yaml" "$folder/"
  (cd "$folder" && pnpm install --frozen-lockfile --ignore-workspace --ignore-scripts --reporter=silent)
  touch "$folder/.complete"
fi
ln -sfn "$folder/node_modules" "$here/node_modules"
# The frameworks' own agents, tools and models must fit our types as they are.
node_modules/.bin/tsc -p "$here"
# None of them may send traces or usage anywhere.
export OPENAI_AGENTS_DISABLE_TRACING=1 LANGSMITH_TRACING=false LANGCHAIN_TRACING_V2=false MASTRA_TELEMETRY_DISABLED=1
log="$CI_WORK/agent-frameworks.txt"
code=0
node_modules/.bin/node --conditions=@whileai/source --import tsx --test --test-reporter=spec --test-concurrency=2 \
  "$here"/*.test.ts >"$log" 2>&1 || code=$?
if [ "$code" -eq 0 ]; then grep -E '^(✔|﹣)' "$log"; else cat "$log"; fi
awk '/^ℹ (pass|fail|skipped|cancelled) / {n[$2] = $3} END {print n["pass"] " passed, " n["fail"] + n["cancelled"] " failed, " n["skipped"] " skipped"}' "$log"
exit "$code"
