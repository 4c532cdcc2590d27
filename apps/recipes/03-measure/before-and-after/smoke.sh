# A rule that matters is found; other words for the same prompt are not.
set -euo pipefail
printed=$(node --conditions=@whileai/source --import tsx before-and-after.ts)
echo "$printed"
grep -A3 'a rule that matters' <<<"$printed" | grep -qx 'PASS'
grep -A3 'the same in other words' <<<"$printed" | grep -qx 'NO DIFFERENCE'
