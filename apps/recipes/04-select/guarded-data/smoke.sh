# Both judges are told apart, the evaluation's prompts go and no other, and every file is written.
set -euo pipefail
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
printed=$(node --conditions=@whileai/source --import tsx guarded-data.ts "$out")
echo "$printed"
[ "$(grep -c '^TRAIN$' <<<"$printed")" -eq 1 ]
grep -A4 '^REWARD HACK$' <<<"$printed" | grep -q '^\*  contains:! '
grep -q '16 contaminated' <<<"$printed"
grep -q '^gradient gate: open' <<<"$printed"
for file in train.jsonl train.rollouts.jsonl holdout.jsonl pairs.jsonl; do test -s "$out/$file"; done
