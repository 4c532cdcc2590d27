/**
 * `LocalEmbedder` with real weights (all-MiniLM-L6-v2, 8 bit) and a real tokenizer: paraphrases are nearer to each other than
 * to anything else, `decontaminateSemantic` finds them and lets clean rows pass. Ends with the tally.
 *
 *   node --conditions=@whileai/source --import tsx --import ./conformance/embeddings/peers.mjs conformance/embeddings/check.ts MODEL.onnx VOCABULARY.json WORK_FOLDER
 */

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { LocalEmbedder } from "../../packages/core/src/backends/index.js";
import { quantile } from "../../packages/core/src/index.js";
import { decontaminate, decontaminateSemantic } from "../../packages/select/src/index.js";
import { AWKWARD, CLEAN, PARAPHRASES } from "./texts.js";
import { bertTokenizer, bertVocabulary } from "./word-pieces.js";

const [weights, pieces, work] = process.argv.slice(2) as [string, string, string];
/** What the package says its file is. */
const WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6";
const DIMENSIONS = 384;
const BOUNDS = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85];
/** A bound at which this model flags no clean row (measured here). */
const BOUND = 0.7;
const LEAST_FOUND = 0.75;

let [passed, failed] = [0, 0];
function expectThat(holds: boolean, what: string): void {
  if (holds) passed++;
  else failed++;
  console.log(`${holds ? "ok    " : "FAILED"} ${what}`);
}

const product = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
};

const model = `${work}/all-MiniLM-L6-v2`;
mkdirSync(model, { recursive: true });
copyFileSync(weights, `${model}/model.onnx`);
const vocabulary = bertVocabulary(JSON.parse(readFileSync(pieces, "utf8")));
writeFileSync(`${model}/tokenizer.json`, JSON.stringify(bertTokenizer(vocabulary)));
const sha256 = createHash("sha256").update(readFileSync(weights)).digest("hex");
expectThat(sha256 === WEIGHTS_SHA256, "the weights are those that the package names");
expectThat(Object.keys(vocabulary).length === 30_522, "the vocabulary has 30,522 pieces");

const embedder = LocalEmbedder({ model });
const evals = PARAPHRASES.map(([one]) => one);
const others = PARAPHRASES.map(([, other]) => other);
const began = performance.now();
const [a, b, clean] = [await embedder(evals), await embedder(others), await embedder(CLEAN)];
const texts = evals.length + others.length + CLEAN.length;
console.log(`${texts} texts in ${((performance.now() - began) / 1000).toFixed(1)} s`);
expectThat(
  [...a, ...b, ...clean].every((v) => v.length === DIMENSIONS && Math.abs(product(v, v) - 1) < 1e-5),
  `vectors have ${DIMENSIONS} dimensions and length 1`,
);

const same = a.map((vector, at) => product(vector, b[at] as Float32Array));
const different = a.flatMap((vector, at) => b.filter((_, other) => other !== at).map((v) => product(vector, v)));
const toClean = clean.map((vector) => Math.max(...a.map((v) => product(vector, v))));
const line = (name: string, cosines: readonly number[]): void => {
  const ascending = Float64Array.from(cosines).sort();
  const shown = [0, 0.05, 0.5, 0.95, 1].map((share) => (quantile(ascending, share) as number).toFixed(3).padStart(8));
  console.log(`${name.padEnd(44)}${String(cosines.length).padStart(6)}${shown.join("")}`);
};
console.log(`\n${"cosines".padEnd(44)}     n  lowest      5%  median     95% highest`);
line("paraphrases", same);
line("eval prompts and paraphrases of others", different);
line("clean prompts and the nearest eval prompt", toClean);
const first = a.filter((vector, at) =>
  b.every((v, other) => other === at || product(vector, v) < (same[at] as number)),
).length;
expectThat(
  first === PARAPHRASES.length,
  `${first} of ${PARAPHRASES.length} eval prompts are nearest to their own paraphrase`,
);
expectThat(
  (quantile(Float64Array.from(same).sort(), 0.05) as number) >
    (quantile(Float64Array.from(different).sort(), 0.99) as number),
  "19 of 20 paraphrases are nearer than 99 of 100 pairs of different questions",
);

const against = evals.map((prompt, at) => ({ prompt, task_id: `eval-${at}` }));
const rows = [...others, ...CLEAN].map((prompt, at) => ({ prompt, task_id: `train-${at}` }));
console.log(
  `\n${"decontaminateSemantic".padEnd(24)}${"paraphrases found".padStart(20)}${"clean flagged".padStart(16)}`,
);
for (const similarity of BOUNDS) {
  const { report } = await decontaminateSemantic(rows, { against, embedder, similarity });
  const found = report.flagged.filter((row) => row < others.length).length;
  const wrong = report.flagged.length - found;
  console.log(
    `similarity ${similarity}`.padEnd(24) +
      `${found} of ${others.length}`.padStart(20) +
      `${wrong} of ${CLEAN.length}`.padStart(16),
  );
  if (similarity !== BOUND) continue;
  expectThat(
    found >= LEAST_FOUND * others.length,
    `at ${BOUND} at least ${LEAST_FOUND * 100}% of the paraphrases are found`,
  );
  expectThat(wrong === 0, `at ${BOUND} no clean row is flagged`);
  const own = report.hits.filter(({ index, evalIndex }) => index === evalIndex).length;
  expectThat(own === found, "each hit names the eval prompt that it paraphrases");
  expectThat((report.semantic?.calibration?.p99 ?? 1) < BOUND, "99 of 100 pairs of eval prompts lie below the bound");
  console.log(report.notes.map(({ code, message }) => `        ${code}: ${message}`).join("\n"));
}
const plain = decontaminate(rows, { against }).report;
expectThat(plain.nContaminated === 0, "the text rules see none of the paraphrases");

const [alone, together] = [
  await embedder(["Where is my parcel?"]),
  await embedder(["x", "Where is my parcel?", evals.join(" ")]),
];
expectThat(
  product(alone[0] as Float32Array, together[1] as Float32Array) > 1 - 1e-6,
  "a text's vector does not depend on its neighbours",
);
const before = embedder.usage().truncatedTexts as number;
const [long] = await embedder([`${"word ".repeat(1000)}`]);
expectThat(
  embedder.usage().truncatedTexts === before + 1 && long?.every(Number.isFinite) === true,
  "a long text is cut, and counted",
);

const { Tokenizer } = await import("@huggingface/tokenizers");
const tokenizer = new Tokenizer(bertTokenizer(vocabulary), {});
const tokenized = [...evals, ...others, ...CLEAN, ...AWKWARD].map((text) => {
  // What Python reads from JSON has no half of a character.
  const whole = Buffer.from(text).toString();
  return { text: whole, ids: tokenizer.encode(whole).ids };
});
writeFileSync(`${work}/tokens.json`, JSON.stringify(tokenized));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
