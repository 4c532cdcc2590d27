# The same pass@1 three times, and headroom that tells the agents apart.
set -euo pipefail
printed=$(node --conditions=@whileai/source --import tsx pass-at-k.ts)
echo "$printed"
[ "$(grep -c 'pass@1 0.50 ' <<<"$printed")" -eq 3 ]
grep -A1 'half of the tasks, always' <<<"$printed" | grep -q 'headroom 0.00'
grep -A1 'a coin on every task' <<<"$printed" | grep -q 'headroom 0.50'
