import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selectingRows } from "./__fixtures__/selecting-rows.js";
import { whileai } from "./__fixtures__/whileai.js";

let folder: string;
const inFolder = (name: string): string => join(folder, name);
const whileaiLine = (line: string) =>
  whileai(...line.split(" ").map((word) => (/\.jsonl?$/.test(word) ? inFolder(word) : word)));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-write-over-"));
  const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  await writeFile(inFolder("graded.jsonl"), lines(selectingRows()));
  await writeFile(inFolder("selection.jsonl"), lines(selectingRows().map(({ steps: _, ...row }) => row)));
  await writeFile(
    inFolder("selection.manifest.json"),
    JSON.stringify({ schema: "whileai-manifest/1", system_prompt: "Help.", tools: [], mode: "rl" }),
  );
  await writeFile(inFolder("eval.jsonl"), '{"prompt": "What is the capital of a country?"}\n');
  await writeFile(inFolder("tools.json"), '[{"name": "get_order", "parameters": {"type": "object"}}]');
});
afterAll(() => rm(folder, { recursive: true }));

/** Every command that writes rows, and every file of its that may be there already. */
const WRITERS: readonly [line: string, flag: string, written: string][] = [
  ["quickstart --out quick.jsonl", "--out", "quick.jsonl"],
  ["quickstart --out quick.jsonl", "--out", "quick.rollouts.jsonl"],
  [
    "simulate --agent seeded --tools tools.json --system-prompt Help. --budget 4 --out rows.jsonl",
    "--out",
    "rows.jsonl",
  ],
  ["grade graded.jsonl --verifier JSONValid --out verdicts.jsonl", "--out", "verdicts.jsonl"],
  ["blame graded.jsonl --out blamed.jsonl", "--out", "blamed.jsonl"],
  ["select graded.jsonl --mode rl --out selected.jsonl --dropped left.jsonl", "--out", "selected.jsonl"],
  ["select graded.jsonl --mode rl --out selected.jsonl --dropped left.jsonl", "--dropped", "left.jsonl"],
  ["pairs graded.jsonl --format pairs --out pairs.jsonl", "--out", "pairs.jsonl"],
  ["decontaminate graded.jsonl --against eval.jsonl --out clean.jsonl", "--out", "clean.jsonl"],
  ["decontaminate graded.jsonl --against eval.jsonl --flagged flagged.jsonl", "--flagged", "flagged.jsonl"],
  ["split graded.jsonl --exact --out train.jsonl --holdout-out held.jsonl", "--out", "train.jsonl"],
  ["split graded.jsonl --exact --out train.jsonl --holdout-out held.jsonl", "--holdout-out", "held.jsonl"],
  ["export selection.jsonl --out exported.jsonl", "--out", "exported.jsonl"],
  ["export selection.jsonl --out exported.jsonl", "--out", "exported.rollouts.jsonl"],
  ["export selection.jsonl --format openai --out samples.jsonl", "--out", "samples.jsonl"],
];

describe("what is there is written over with --force alone", () => {
  test.each(WRITERS)("%s: %s, %s", async (line, flag, written) => {
    await rm(inFolder(written), { force: true });
    await writeFile(inFolder(written), "of the user\n");
    const refused = await whileaiLine(line);
    expect(refused.code).toBe(64);
    // The quickstart runs before it knows: the rows that it would write may be there already.
    expect(refused.notes.replace(/^(simulate|grade): .*\n/gm, "")).toBe(
      `error: ${inFolder(written)} exists. Move it away, choose another ${flag}, or pass --force to write over it.`,
    );
    expect(await readFile(inFolder(written), "utf8")).toBe("of the user\n");
    expect((await whileaiLine(`${line} --force`)).code).toBe(0);
    expect(await readFile(inFolder(written), "utf8")).not.toBe("of the user\n");
    for (const [other, , file] of WRITERS) if (other === line) await rm(inFolder(file), { force: true });
  });

  test("all files that are there are named, with their flags", async () => {
    await writeFile(inFolder("both.jsonl"), "");
    await writeFile(inFolder("sides.jsonl"), "");
    const { notes } = await whileaiLine("split graded.jsonl --out both.jsonl --holdout-out sides.jsonl");
    expect(notes).toContain(`${inFolder("both.jsonl")} and ${inFolder("sides.jsonl")} exist.`);
    expect(notes).toContain("choose another --out and --holdout-out, or pass --force to write over them.");
  });

  test("every command with a file of rows has --force, and --report writes over its last report", async () => {
    const { out } = await whileai("--help");
    const commands = [...out.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name as string);
    const withRows: string[] = [];
    for (const name of commands) {
      const help = (await whileai(name, "--help")).out;
      if (/^ +--out </m.test(help)) withRows.push(name);
      expect([name, /^ +--force /m.test(help)]).toEqual([name, /^ +--out </m.test(help)]);
    }
    expect(new Set(WRITERS.map(([line]) => line.split(" ")[0]))).toEqual(new Set(withRows));
    for (const line of ["hack-scan graded.jsonl --report scan.json", "curriculum graded.jsonl --report scan.json"])
      expect((await whileaiLine(line)).notes).toContain(`wrote ${inFolder("scan.json")}`);
  });

  test.each([
    ["export graded.jsonl --format openai --out graded.jsonl --force", "--out"],
    ["export selection.rollouts.jsonl --out selection.jsonl --force", "--out"],
  ])("%s: what is read is not written over, even so", async (line, flag) => {
    const rows = await readFile(inFolder("selection.jsonl"), "utf8");
    await writeFile(inFolder("selection.rollouts.jsonl"), rows);
    await writeFile(
      inFolder("selection.rollouts.manifest.json"),
      await readFile(inFolder("selection.manifest.json"), "utf8"),
    );
    const { code, notes } = await whileaiLine(line);
    expect(notes).toMatch(new RegExp(`^error: ${flag}: .* is what is read`));
    expect(code).toBe(64);
    expect(await readFile(inFolder("selection.rollouts.jsonl"), "utf8")).toBe(rows);
  });
});
