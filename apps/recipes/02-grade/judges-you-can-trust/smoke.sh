# No cheat is paid, the careful judge passes, and the flattered one is named by the probe for it alone.
set -euo pipefail
printed=$(node --conditions=@whileai/source --import tsx judges-you-can-trust.ts)
echo "$printed"
grep -q '^PASS cheats against Includes' <<<"$printed"
[ "$(grep -c '^agreement 100%' <<<"$printed")" -eq 2 ]
[ "$(grep -c '^PASS$' <<<"$printed")" -eq 1 ]
[ "$(grep -c '^FAIL$' <<<"$printed")" -eq 1 ]
grep -qE '^  sycophancy .*EXPLOITABLE' <<<"$printed"
[ "$(grep -c 'EXPLOITABLE' <<<"$printed")" -eq 1 ]
