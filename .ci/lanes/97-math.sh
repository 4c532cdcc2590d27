# MathEqual beside math-verify on 2,000 pairs of answers that sympy made, equal and nearly equal.
set -euo pipefail
drawn_cases math conformance/math/requirements.txt
