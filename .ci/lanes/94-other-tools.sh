# Real runs of Inspect, promptfoo, vitest-evals and lm-evaluation-harness, read as rows: our pass rate is theirs. Loopback only.
set -euo pipefail
here=$PWD/conformance/other-tools
out="$CI_WORK/other-tools"
mkdir -p "$out"/{inspect,promptfoo,vitest-evals,lm-eval}
node24=$(node_of 24)

folder=$(npm_environment "$here")
inspect=$(python_environment inspect "$here/inspect/requirements.txt")
lm_eval=$(python_environment lm-eval "$here/lm-eval/requirements.txt")
# From here on nothing may leave the machine: what needs a proxy gets one that does not answer.
export HTTP_PROXY=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9 NO_PROXY=127.0.0.1,localhost
export HF_DATASETS_OFFLINE=1 HF_HOME="$out/huggingface"

"$inspect" "$here/inspect/run.py" "$out/inspect"

# promptfoo asks for Node 22 or newer. It ends with 100 when a test failed, which is meant to happen here.
export PROMPTFOO_DISABLE_TELEMETRY=1 PROMPTFOO_DISABLE_UPDATE=1 PROMPTFOO_DISABLE_REMOTE_GENERATION=1
export PROMPTFOO_DISABLE_SHARING=1 PROMPTFOO_CONFIG_DIR="$out/promptfoo/home"
cp "$here"/promptfoo/* "$out/promptfoo/"
for format in json jsonl; do
  code=0
  (cd "$out/promptfoo" && "$node24" "$folder/node_modules/promptfoo/dist/src/entrypoint.js" eval \
    -c promptfooconfig.yaml --repeat 4 --no-cache --no-share --no-table -j 1 -o "out.$format" >"$format.log" 2>&1) || code=$?
  [ "$code" -eq 100 ] || { cat "$out/promptfoo/$format.log"; exit 1; }
done

# vitest-evals runs under the vitest it asks for, which is not ours.
cp "$here"/vitest-evals/* "$out/vitest-evals/"
ln -sfn "$folder/node_modules" "$out/vitest-evals/node_modules"
for generosity in 2 4; do
  (cd "$out/vitest-evals" && REPORT="$out/vitest-evals/report-$generosity.json" GENEROSITY=$generosity \
    "$node24" node_modules/vitest/vitest.mjs run >"run-$generosity.log" 2>&1) || true
  [ -s "$out/vitest-evals/report-$generosity.json" ] || { cat "$out/vitest-evals/run-$generosity.log"; exit 1; }
done

for seed in 3 4; do
  (cd "$here/lm-eval" && "$(dirname "$lm_eval")/lm_eval" --model dummy --tasks tiny_sums,tiny_words --include_path . --log_samples \
    --seed "$seed" --output_path "$out/lm-eval/seed-$seed" >"$out/lm-eval/seed-$seed.log" 2>&1) || { cat "$out/lm-eval/seed-$seed.log"; exit 1; }
done

node_modules/.bin/tsc -p "$here"
OTHER_TOOLS_OUT="$out" node_tests "$CI_WORK/other-tools.txt" "$here"/*.test.ts
