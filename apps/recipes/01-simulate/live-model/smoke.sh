# Both protocols against the project's own loopback server, which answers every ask with one right call.
set -euo pipefail
for protocol in openai anthropic; do
  node --conditions=@whileai/source --import tsx scripted-server.ts "$protocol" | tee /dev/stderr | grep -q '"rows":40,'
done
