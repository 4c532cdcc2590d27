set -euo pipefail
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
node --conditions=@whileai/source --import tsx rl-data.ts "$out/train.jsonl" | tee "$out/printed.txt"
grep -q 'estimated' "$out/printed.txt"
grep -q '^every kept group is whole, leaks aside$' "$out/printed.txt"
test -s "$out/train.jsonl" && test -s "$out/train.rollouts.jsonl"
