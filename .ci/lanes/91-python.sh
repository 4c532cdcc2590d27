# Real Python consumers of our files, without torch: the Python package's schema check and pass@1, `datasets`, TRL's data code.
set -euo pipefail
python=$(python_environment conformance conformance/requirements.txt conformance/requirements-trainers.txt)
out="$CI_WORK/trainer-files"
run() { node_modules/.bin/node --conditions=@whileai/source --import tsx "$@"; }
run apps/recipes/05-export/trainer-files/trainer-files.ts "$out" >/dev/null
"$python" conformance/rows_with_python.py "$out" --pass-at "$out/pass_at.json" --write-python-rows "$CI_WORK/python.rows.jsonl" | tee "$CI_WORK/rows-with-python.txt"
# And back: rows that the Python package wrote give the same pass@1 here.
run packages/cli/src/main.ts pass-at "$CI_WORK/python.rows.jsonl" --json >"$CI_WORK/python.pass_at.json"
"$python" - "$CI_WORK/python.pass_at.json" "$CI_WORK/python.rows.jsonl.pass_at.json" <<'PYTHON'
import json, sys
ours, theirs = (json.load(open(path)) for path in sys.argv[1:])
expected = next(iter(theirs.values())) if "pass_at_1" not in theirs else theirs
assert abs(ours["passAt1"] - expected["pass_at_1"]) < 1e-9, (ours["passAt1"], expected)
print(f"rows of the Python package read here: pass@1 {ours['passAt1']:.4f} on both sides, {ours['nRows']} rows")
PYTHON
tallies=("$(tail -n 1 "$CI_WORK/rows-with-python.txt")")
if [ -e "$SHARED/conformance/conformance.py" ]; then
  mkdir -p "$out/files" && cp "$out"/{sft,kto,grpo}*.jsonl "$out/files/" && rm -f "$out"/files/*.rollouts.jsonl
  "$python" "$SHARED/conformance/conformance.py" "$out/files" --require datasets,trl | tee "$CI_WORK/conformance.txt"
  tallies+=("$(grep -oE '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$CI_WORK/conformance.txt" | tail -n 1)")
else
  echo "the shared conformance script is not here; our own checks ran"
fi
printf '%s\n' "${tallies[@]}" | awk '{p += $1; f += $3; s += $5} END {print p " passed, " f " failed, " s " skipped"}'
