import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { frozenCopy } from "@whileai/core";
import * as select from "@whileai/select";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectingRows } from "../__fixtures__/selecting-rows.js";
import * as wai from "../index.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-rows-selecting-"));
});
afterAll(() => rm(folder, { recursive: true }));

const schema = { type: "object", properties: {} };
const tools = ["get_order", "search"].map((name) => ({ name, description: name, parameters: schema }));
const context = { systemPrompt: "Help.", tools };
const rows = frozenCopy(selectingRows()) as wai.Row[];
const graded = wai.Rows.from(rows, context);

test("the umbrella has everything that select has", () => {
  // A selection is made by `optimize` alone; its type is there.
  const missing = Object.keys(select).filter((name) => name !== "Selection" && !(name in wai));
  expect(missing).toEqual([]);
});

test("decontaminated rows keep their stage and their context, and print what was found", async () => {
  const against = { held: rows.slice(8, 9) };
  const clean = graded.decontaminate({ against });
  expect([clean.stage, clean.length, clean.context]).toEqual(["graded", 184, context]);
  expect(`${clean}`).toMatch(/^decontamination: kept 184 of 192 rows/);
  expect(clean.rows[0]).toBe(rows[0]);
  expect(graded.decontaminate({ against: wai.Rows.from(rows.slice(0, 8)) }).length).toBe(184);
  const embedder = async (texts: readonly string[]) =>
    texts.map((text) => (/^Task 1?[0-3]:/.test(text) ? [1, 0] : [0, 1]));
  const unlike = await graded.decontaminateSemantic({ against, embedder });
  expect(unlike.length).toBeLessThan(184);
  expect(`${unlike}`).toContain("semantic");
  expect(() => graded.decontaminate({ against, embedder } as never)).toThrow(/decontaminateSemantic/);
  expect(() => graded.decontaminate({ agianst: [] } as never)).toThrow(/against/);
});

test("pairs go to trainers with the system prompt and the tools of the rows", async () => {
  const pairs = graded.pairs({ maxPairsPerPrompt: 2 });
  expect([...pairs]).toHaveLength(pairs.length);
  expect(pairs.length).toBeGreaterThan(24);
  expect(`${pairs}`).toMatch(new RegExp(`^preference pairs: ${pairs.length} from 192 rows`));
  const path = join(folder, "pairs.jsonl");
  const report = await pairs.export(path);
  expect(report.files).toMatchObject([{ path, format: "trl-dpo", records: pairs.length }]);
  const [first] = (await readFile(path, "utf8")).split("\n").map((line) => line && JSON.parse(line));
  expect(first).toMatchObject({ prompt: [{ role: "system", content: "Help." }, {}], tools: [{}, {}] });
  await pairs.save(join(folder, "whole.jsonl"));
  const back = await wai.Rows.from(join(folder, "whole.jsonl"));
  expect(back.rows[0]).toMatchObject({ chosen: { reward: 1 }, rejected: { reward: 0 } });
  expect(back.context.systemPrompt).toBe("Help.");
  await expect(pairs.export("")).rejects.toThrow("path of the file is missing");
  await expect(pairs.export(join(folder, "pairs.csv"))).rejects.toThrow(".csv");
  await expect(
    wai.Rows.from([] as wai.Row[])
      .pairs()
      .export(path),
  ).rejects.toMatchObject({ code: "no_preference_pairs" });
  expect(wai.taskKey(pairs.pairs[0]?.chosen as wai.Row)).toBe(wai.taskKey(pairs.pairs[0]?.rejected as wai.Row));
});

test("what the reward pays for, now and since", () => {
  const endorsed = ["tool:get_order"];
  expect(graded.hackScan({ endorsed }).regime).toBe("train");
  const gamed = wai.Rows.from(selectingRows("word"));
  expect(gamed.hackScan({ endorsed }).regime).toBe("reward_hack");
  expect(graded.hackScanDiff(gamed, { endorsed })).toMatchObject({ regimeBefore: "train", regimeAfter: "reward_hack" });
  expect(gamed.rewardCorrelations().nGraded).toBe(192);
});

test("tasks are ordered, solved ones go, and near prompts are counted", () => {
  const solved = wai.Rows.from(
    rows.map((row, at) => (at < 8 ? { ...row, reward: 1 } : row)),
    context,
  );
  expect(solved.curriculum().retired.map(({ taskId }) => taskId)).toEqual(["t0"]);
  const left = solved.retireSolved();
  expect([left.length, left.stage, left.context]).toEqual([184, "graded", context]);
  expect(`${left}`).toBe("184 graded rows of 23 tasks");
  expect(graded.nearDuplicatePrompts().nPrompts).toBe(24);
});

test("both sides of a split are rows of the same stage", async () => {
  const selected = graded.select({ mode: "rl" });
  const { train, holdout, report } = selected.split({ exact: true });
  expect([train.stage, holdout.stage, train.context.mode]).toEqual(["selected", "selected", "rl"]);
  expect([train.length + holdout.length, `${train}`]).toEqual([selected.length, `${report}`]);
  const exported = await train.export(join(folder, "split.jsonl"));
  expect(exported.files.map(({ format }) => format)).toEqual(["trl-grpo", "rollouts"]);
  const gated = selected.gateSplit({ holdout: { exact: true } });
  expect(gated.gate.ok).toBe(true);
  expect(gated.train.rows[0]?.calibration?.pass_rate).toBeGreaterThan(0);
  expect([`${gated.train}`, `${gated.holdout}`]).toEqual([`${gated.gate}`, `${gated.split}`]);
  expect(() =>
    wai.Rows.from(rows.map((row) => ({ ...row, reward: 1 }))).gateSplit({ holdout: { exact: true } }),
  ).toThrow(/No prompt has rollouts with different rewards/);
  expect(() => graded.split(1)).toThrow(/fraction/);
});
