import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectingRows } from "./__fixtures__/selecting-rows.js";
import { whileai } from "./__fixtures__/whileai.js";

const rows = selectingRows();
const KINDS = {
  graded: rows,
  gamed: selectingRows("word"),
  ungraded: rows.map(({ reward: _, ...row }) => row),
  solved: rows.map((row) => ({ ...row, reward: 1 })),
  single: rows.filter((row) => row.rollout_index === 0),
  empty: [],
};
const SIDES = "--out side-a.jsonl --holdout-out side-b.jsonl --force";
const LINES = [
  "hack-scan ROWS",
  "hack-scan ROWS --endorsed tool:nothing",
  "hack-scan ROWS --against graded.jsonl",
  "curriculum ROWS",
  "decontaminate ROWS --against eval.jsonl",
  "pairs ROWS",
  "pairs ROWS --format pairs",
  "select ROWS --mode rl --endorsed tool:get_order --min-spread 0.2",
  "select ROWS --mode sft",
  `split ROWS --exact ${SIDES}`,
  `split ROWS --by cell ${SIDES}`,
  `split ROWS --by rule --held nothing ${SIDES}`,
  "export ROWS --out exported.jsonl --force",
  "export ROWS --format trl-grpo --out exported.jsonl --force",
  "blame ROWS",
];
/** A name as the library spells it, or an option without its flag. */
const LIBRARY_WORD = /(?<!["\w])[a-z]+[A-Z]\w*|\bngram\b(?<!--ngram)|\(row\) =>|\breport\./;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "words-"));
  const write = (name: string, all: readonly object[]) =>
    writeFile(join(folder, name), all.map((row) => `${JSON.stringify(row)}\n`).join(""));
  for (const [kind, all] of Object.entries(KINDS)) await write(`${kind}.jsonl`, all);
  await write("eval.jsonl", [{ prompt: String(rows[8]?.prompt) }, { prompt: "A short one." }]);
});
afterAll(() => rm(folder, { recursive: true }));

test.each(LINES.flatMap((line) => Object.keys(KINDS).map((kind) => line.replace("ROWS", `${kind}.jsonl`))))(
  "%s speaks of flags, not of the library",
  async (line) => {
    const { out, notes } = await whileai(
      ...line.split(" ").map((word) => (word.endsWith(".jsonl") ? join(folder, word) : word)),
    );
    const said = `${out}\n${notes}`.split("\n").filter((each) => !each.startsWith("{"));
    expect(said.filter((each) => LIBRARY_WORD.test(each.replaceAll(folder, "")))).toEqual([]);
  },
);

test.each(
  LINES.filter((line) => !/^(?:export|blame)|--format|--by/.test(line)).flatMap((line) =>
    ["txt", "md", "xml"].map((kind) => `${line.replace("ROWS", "gamed.jsonl")} --report kept.${kind}`),
  ),
)("%s speaks of flags in the file too", async (line) => {
  const path = join(folder, `kept.${line.split(".").at(-1)}`);
  await rm(path, { force: true });
  await whileai(...line.split(" ").map((word) => (/\.(?:jsonl|txt|md|xml)$/.test(word) ? join(folder, word) : word)));
  const kept = await readFile(path, "utf8");
  expect(kept.split("\n").filter((each) => LIBRARY_WORD.test(each.replaceAll(folder, "")))).toEqual([]);
  expect(kept).not.toMatch(/`(?:endorsed|mode|band)`/);
});
