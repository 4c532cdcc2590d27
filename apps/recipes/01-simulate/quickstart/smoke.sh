# The printed lines have the shape the documentation shows, and both files hold rows.
set -euo pipefail
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
node --conditions=@whileai/source --import tsx quickstart.ts "$out/train.jsonl" | tee "$out/printed.txt"
grep -qE '^pass@1 0\.[0-9]{2} \[0\.[0-9]{2}\.\.[01]\.[0-9]{2}\] \| pass\^4 \(pass_pow_k\) ' "$out/printed.txt"
grep -qE '^rl selection: kept [1-9][0-9]* of 64 rows$' "$out/printed.txt"
test -s "$out/train.jsonl" && test -s "$out/train.rollouts.jsonl"
