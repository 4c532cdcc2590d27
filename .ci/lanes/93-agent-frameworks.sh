# Real agent frameworks, pinned by a lockfile of their own, against the adapters and AISDK: on loopback, with a model that follows a script.
set -euo pipefail
here=conformance/agent-frameworks
folder=$(npm_environment "$here" --ignore-workspace)
ln -sfn "$folder/node_modules" "$here/node_modules"
# The frameworks' own agents, tools and models must fit our types as they are.
node_modules/.bin/tsc -p "$here"
# None of them may send traces or usage anywhere.
export OPENAI_AGENTS_DISABLE_TRACING=1 LANGSMITH_TRACING=false LANGCHAIN_TRACING_V2=false MASTRA_TELEMETRY_DISABLED=1
node_tests "$CI_WORK/agent-frameworks.txt" "$here"/*.test.ts
