# Every file is there, and every line of it is JSON.
set -euo pipefail
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
node --conditions=@whileai/source --import tsx trainer-files.ts "$out"
for name in rows sft.openai sft.trl-messages sft.trl-prompt-completion kto.trl grpo.trl grpo.trl.rollouts; do
  node -e 'const lines = require("node:fs").readFileSync(process.argv[1], "utf8").trim().split("\n"); lines.forEach((line) => JSON.parse(line)); console.log(`${process.argv[2]}: ${lines.length} records`);' "$out/$name.jsonl" "$name"
done
