# Every recipe's smoke script.
set -uo pipefail
count=0 bad=0
for script in apps/recipes/*/*/smoke.sh; do
  echo "· ${script#apps/recipes/}"
  if (cd "$(dirname "$script")" && PATH="$OLDPWD/node_modules/.bin:$PATH" bash smoke.sh); then count=$((count + 1)); else bad=$((bad + 1)); fi
done
echo "$count passed, $bad failed"
[ "$bad" -eq 0 ] && [ "$count" -gt 0 ]
