# Our statistics against scipy, statsmodels and exact arithmetic, on random cases with a fixed seed.
set -euo pipefail
drawn_cases statistics conformance/statistics/requirements.txt
