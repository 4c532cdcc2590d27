# Both protocols against the project's own loopback server, which cannot decide about one row.
set -euo pipefail
for protocol in openai anthropic; do
  node --conditions=@whileai/source --import tsx scripted-server.ts "$protocol" | tee /dev/stderr | grep -q '"rows":50,"parsed":49,"explained":1,'
done
