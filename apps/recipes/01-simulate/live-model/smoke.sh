# Both protocols against the project's own loopback server, which answers every ask with one right call; then conversations.
set -euo pipefail
for protocol in openai anthropic; do
  node --conditions=@whileai/source --import tsx scripted-server.ts "$protocol" | tee /dev/stderr | grep -q '"rows":40,'
done
node --conditions=@whileai/source --import tsx scripted-server.ts openai conversations.ts | tee /dev/stderr | grep -q '"tasks_per_run":\[3,3,3\]'
