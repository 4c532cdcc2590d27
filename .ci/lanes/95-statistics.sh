# Our statistics against scipy, statsmodels and exact arithmetic, on random cases with a fixed seed.
set -euo pipefail
python=$(python_environment statistics conformance/statistics/requirements.txt)
cases="$CI_WORK/statistics.cases.json" answers="$CI_WORK/statistics.answers.json"
node_modules/.bin/tsc -p conformance/statistics
"$python" conformance/statistics/compare.py draw "$cases"
node_modules/.bin/node --conditions=@whileai/source --import tsx conformance/statistics/answers.ts "$cases" >"$answers"
"$python" conformance/statistics/compare.py check "$cases" "$answers"
