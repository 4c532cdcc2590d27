# ToolCalls on every right answer of a public benchmark of function calls, and on a thousand that its own checker calls wrong.
set -euo pipefail
drawn_cases tool-calls conformance/tool-calls/requirements-none.txt conformance/tool-calls/requirements.txt
