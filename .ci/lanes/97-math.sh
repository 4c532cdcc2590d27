# MathEqual beside math-verify on 2,000 pairs of answers that sympy made, equal and nearly equal.
set -euo pipefail
python=$(python_environment math conformance/math/requirements.txt)
cases="$CI_WORK/math.cases.json" answers="$CI_WORK/math.answers.json"
node_modules/.bin/tsc -p conformance/math
"$python" conformance/math/compare.py make "$cases"
node_modules/.bin/node --conditions=@whileai/source --import tsx conformance/math/answers.ts "$cases" >"$answers"
"$python" conformance/math/compare.py check "$cases" "$answers"
