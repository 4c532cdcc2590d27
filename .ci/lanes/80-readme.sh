# The code of the documentation; then the two commands of the README on a machine that has only Node and npm: a fresh clone and an empty home.
set -euo pipefail
node_modules/.bin/node tooling/docs/check-blocks.mjs
clone="$CI_WORK/clone" home="$CI_WORK/home"
rm -rf "$clone" "$home" && mkdir -p "$home"
git clone --quiet . "$clone"
bare=(env -i "HOME=$home" "PATH=$(dirname "$(command -v node)"):/usr/bin:/bin")
cd "$clone"
started=$SECONDS
"${bare[@]}" npx -y pnpm@12.4.2 quickstart | tee "$CI_WORK/quickstart.txt"
echo "quickstart took $((SECONDS - started)) s in a fresh clone"
grep -qE '^pass@1 [01]\.[0-9]{2} \[.*\] \| pass\^4 \(pass_pow_k\) .* \| pass@4 .* \| headroom .* \(16 groups, k=4' "$CI_WORK/quickstart.txt"
grep -qE '^rl selection: kept [0-9]+ of 64 rows$' "$CI_WORK/quickstart.txt"
test -s train.jsonl
started=$SECONDS
"${bare[@]}" npx -y pnpm@12.4.2 test >"$CI_WORK/test.txt" 2>&1 || { tail -n 60 "$CI_WORK/test.txt"; exit 1; }
echo "test took $((SECONDS - started)) s, $(tail -n 1 "$CI_WORK/test.txt")"
# An import against the arrows must not pass.
echo 'import "@whileai/stats";' >>packages/select/src/index.ts
if "${bare[@]}" TURBO_TELEMETRY_DISABLED=1 npx -y pnpm@12.4.2 exec turbo boundaries >"$CI_WORK/boundaries.txt" 2>&1; then
  echo "turbo boundaries let a forbidden import pass"; exit 1
fi
echo "a forbidden import is refused: $(grep -m1 -iE 'cannot|not|without' "$CI_WORK/boundaries.txt")"
