# ToolCalls on every right answer of a public benchmark of function calls, and on a thousand that its own checker calls wrong.
set -euo pipefail
here=conformance/tool-calls
python=$(python_environment tool-calls "$here/requirements-none.txt" "$here/requirements.txt")
cases="$CI_WORK/tool-calls.cases.json" answers="$CI_WORK/tool-calls.answers.json"
node_modules/.bin/tsc -p "$here"
"$python" "$here/compare.py" draw "$cases"
node_modules/.bin/node --conditions=@whileai/source --import tsx "$here/answers.ts" "$cases" >"$answers"
"$python" "$here/compare.py" check "$cases" "$answers"
