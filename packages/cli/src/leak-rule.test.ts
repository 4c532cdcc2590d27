import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileai } from "./__fixtures__/whileai.js";

const FACT = "arrives on 14 March";
const rows = Array.from({ length: 8 }, (_, at) => {
  const [task, passes] = [at >> 1, at % 2 === 0];
  return {
    rollout_id: `r${at}`,
    scenario_id: `order-${task}`,
    prompt: `Where is order ${task}?`,
    steps: [{ tool: "get_order", arguments: { id: task }, result: FACT }],
    final_text: passes ? `Order ${task} ${FACT}.` : `Order ${task} cannot be found.`,
    finish_reason: passes && task === 0 ? "MAX_TOKENS" : "stop",
    reward: passes ? 1 : 0,
    privileged: { reference: FACT },
  };
});

let folder: string;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leak-rule-"));
  await writeFile(file("rows.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await writeFile(file("tools.json"), JSON.stringify([{ name: "get_order", parameters: { type: "object" } }]));
});
afterAll(() => rm(folder, { recursive: true }));

const lines = async (name: string) => (await readFile(file(name), "utf8")).trimEnd().split("\n");
const run = (line: string) => whileai(...line.split(" ").map((word) => (/\.jsonl?$/.test(word) ? file(word) : word)));

test.each([
  ["select rows.jsonl --mode rl --out rl.jsonl --force", 2, 0],
  ["select rows.jsonl --mode rl --leak-rule unseen --out rl.jsonl --force", 0, 6],
  ["select rows.jsonl --mode sft --out sft.jsonl --force", 2, 0],
  ["select rows.jsonl --mode sft --leak-rule unseen --out sft.jsonl --force", 0, 3],
  ["pairs rows.jsonl --tools tools.json --out pairs.jsonl --force", 2, 0],
  ["pairs rows.jsonl --tools tools.json --leak-rule unseen --out pairs.jsonl --force", 0, 4],
  ["pairs rows.jsonl --tools tools.json --leak-rule unseen --truncated drop --out pairs.jsonl --force", 0, 3],
  ["export rows.jsonl --tools tools.json --format rollouts --out rollouts.jsonl --force", 1, 0],
  ["export rows.jsonl --tools tools.json --format rollouts --leak-rule unseen --out rollouts.jsonl --force", 0, 8],
])("%s", async (line, exitCode, records) => {
  const { code, out, notes } = await run(line);
  expect(code, notes).toBe(exitCode);
  const said = `${out}\n${notes}`;
  if (line.includes("unseen")) {
    expect(await lines(String(/(\w+\.jsonl) --force/.exec(line)?.[1]))).toHaveLength(records);
    expect(said).not.toContain("--leak-rule");
  } else {
    expect(said).toContain("all 4 repeat only what the prompt or a tool result had shown");
    expect(said).toContain("Set --leak-rule unseen");
  }
});

test("pairs whose chosen reply was cut are named in every format", async () => {
  for (const format of ["trl", "pairs"]) {
    const { out } = await run(
      `pairs rows.jsonl --tools tools.json --format ${format} --leak-rule unseen --out cut.jsonl --force`,
    );
    expect(out).toContain(
      "In 1 pair the chosen reply was cut by the token cap (r0). Set --truncated drop, or raise the cap and sample again.",
    );
  }
});

test.each(["select rows.jsonl --mode sft", "pairs rows.jsonl", "export rows.jsonl --out no.jsonl"])(
  "%s refuses a rule that is none",
  async (line) => {
    const { code, notes } = await run(`${line} --leak-rule never`);
    expect(code).toBe(64);
    expect(notes).toContain("--leak-rule");
  },
);
