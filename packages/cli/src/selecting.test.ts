import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { selectingRows } from "./__fixtures__/selecting-rows.js";
import { whileai } from "./__fixtures__/whileai.js";
import { run } from "./run.js";

let folder: string;
const inFolder = (name: string): string => join(folder, name);
/** Words of a command line, with files of the folder by their names. */
const words = (line: string): string[] =>
  line.split(" ").map((word) => (/\.(?:jsonl?|xml|md|csv|mjs|pdf|txt)(?:#|$)/.test(word) ? inFolder(word) : word));
const whileaiLine = (line: string) => whileai(...words(line));
const write = (name: string, rows: readonly unknown[]) =>
  writeFile(inFolder(name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
const read = async (name: string): Promise<Record<string, unknown>[]> =>
  (await readFile(inFolder(name), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const rows = selectingRows();
const tool = { name: "get_order", description: "Look up an order.", parameters: { type: "object", properties: {} } };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-selecting-"));
  await write("graded.jsonl", rows);
  await write("gamed.jsonl", selectingRows("word"));
  await write(
    "solved.jsonl",
    rows.map((row) => ({ ...row, reward: 1 })),
  );
  await write(
    "ungraded.jsonl",
    rows.map(({ reward: _, ...row }) => row),
  );
  await write("eval.jsonl", [
    { task_id: "e1", prompt: String(rows[8]?.prompt).toUpperCase() },
    { task_id: "e2", prompt: "What is the capital of a country that nobody here has asked for?" },
  ]);
  await write("clean-eval.jsonl", [
    { task_id: "e2", prompt: "What is the capital of a country that nobody asked for?" },
  ]);
  await write("wordless-eval.jsonl", [{ task_id: "e2", prompt: "…" }]);
  await write("questions.jsonl", [{ question: rows[0]?.prompt, target: "x" }]);
  await writeFile(inFolder("empty.jsonl"), "");
  await writeFile(inFolder("junk.jsonl"), '{"scenario_id": "a", "reward": 1}\n{"scenario_id": "b", "rew\n{}\n');
  await writeFile(inFolder("tools.json"), JSON.stringify([tool, { ...tool, name: "search" }]));
  await writeFile(inFolder("table.csv"), "id,passed\na,1\n");
  await writeFile(inFolder("questions.csv"), `question,target\n"${rows[0]?.prompt}",x\n`);
  await writeFile(inFolder("questions-tab.csv"), "question\ttarget\nWho asks this?\t\n");
  await writeFile(inFolder("audit.json"), JSON.stringify({ fails: { rate: 0.4 } }));
  await writeFile(inFolder("list.json"), "[1]");
  await writeFile(
    inFolder("embed.mjs"),
    "export default async (texts) => texts.map((text) => (/capital|seat of government/i.test(text) ? [1, 0] : [0, 1]));\nexport const none = 3;\n",
  );
});
afterAll(() => rm(folder, { recursive: true }));

const AGAINST = "--against eval.jsonl";
const BOTH_SIDES = "--out side-train.jsonl --holdout-out side-holdout.jsonl --force";

describe("commands end with what they found", () => {
  test.each<[line: string, code: number, says: RegExp]>([
    ["hack-scan graded.jsonl --endorsed tool:get_order", 0, /^TRAIN$/m],
    ["hack-scan gamed.jsonl --endorsed tool:get_order", 1, /^REWARD HACK$/m],
    ["hack-scan graded.jsonl", 2, /^UNENDORSED$/m],
    ["hack-scan graded.jsonl --endorsed nothing_like_it", 2, /^UNKNOWN$/m],
    ["hack-scan graded.jsonl --no-auto --features nothing=day --endorsed get_order --seed 3", 0, /1 of 4 features/],
    ["hack-scan solved.jsonl", 2, /^UNKNOWN$/m],
    ["hack-scan empty.jsonl", 2, /empty\.jsonl holds no rows/],
    ["hack-scan graded.jsonl --against graded.jsonl --endorsed tool:get_order", 0, /^TRAIN, before and after$/m],
    ["hack-scan gamed.jsonl --against graded.jsonl --endorsed tool:get_order", 1, /gained/],
    ["hack-scan gamed.jsonl --against graded.jsonl", 2, /^UNENDORSED, before and after$/m],
    [
      "hack-scan graded.jsonl --against empty.jsonl --endorsed get_order",
      2,
      /No feature can be named in the earlier rows/,
    ],
    ["curriculum graded.jsonl --tiers 2", 0, /^tasks 24 {2}trainable 24[\s\S]*tier 2/],
    ["curriculum solved.jsonl", 2, /retired 24/],
    ["curriculum ungraded.jsonl", 2, /^tasks/],
    ["curriculum empty.jsonl", 2, /^tasks 0/m],
    [`decontaminate graded.jsonl ${AGAINST}`, 1, /8 contaminated/],
    [`decontaminate graded.jsonl ${AGAINST} --out clean.jsonl`, 0, /kept 184 of 192 rows/],
    [
      "decontaminate graded.jsonl --against questions.csv --columns prompt=question",
      1,
      /8 contaminated \(4\.2%\): 1 task, found in 1 of 1 eval row\n {2}same task not compared[\s\S]*row 1 \(the first of 8 rows of 1 task\)/,
    ],
    ["decontaminate graded.jsonl --against questions.csv --columns prompt=question,task_id=target", 1, /same task 0,/],
    [
      "decontaminate graded.jsonl --against questions-tab.csv --columns prompt=question,answer=target",
      64,
      /no row of .*questions-tab\.csv has the field "target"/,
    ],
    ["decontaminate graded.jsonl --against clean-eval.jsonl", 0, /0 contaminated/],
    ["decontaminate graded.jsonl --against empty.jsonl", 2, /0 eval rows/],
    ["decontaminate graded.jsonl --against wordless-eval.jsonl", 2, /0 contaminated/],
    [`decontaminate graded.jsonl ${AGAINST} --fields question`, 2, /0 contaminated/],
    ["decontaminate empty.jsonl --against eval.jsonl", 2, /kept 0 of 0 rows/],
    ["decontaminate graded.jsonl --against graded.jsonl --out nothing.jsonl", 2, /kept 0 of 192 rows/],
    ["decontaminate graded.jsonl --against clean-eval.jsonl eval.jsonl --coverage-of train", 1, /8 contaminated/],
    ["pairs graded.jsonl --format pairs --out pairs.jsonl", 0, /^preference pairs: 24 from 192 rows/m],
    ["pairs graded.jsonl --tools tools.json --out dpo.jsonl --max-length-ratio 3", 0, /24 records/],
    [
      "export pairs.jsonl --out again.jsonl",
      64,
      /^error: row 1 \(\w+\): this is a preference pair already.*whileai pairs/m,
    ],
    ["export dpo.jsonl --out again.jsonl", 64, /Trainers load this file as it is/],
    ["pairs graded.jsonl --out dpo-bare.jsonl", 1, /tool schemas/],
    ["pairs solved.jsonl --out none.jsonl", 2, /there are no pairs: nothing was written/],
    ["pairs empty.jsonl", 2, /No row could be compared/],
    [`split graded.jsonl --exact ${BOTH_SIDES}`, 0, /gradient gate: open/],
    [`split graded.jsonl --held t1,t2 ${BOTH_SIDES}`, 0, /held: t1, t2/],
    [`split graded.jsonl --by tool --held get_order ${BOTH_SIDES}`, 1, /nothing is left to train on/],
    [`split solved.jsonl --exact ${BOTH_SIDES}`, 1, /gradient gate: refused, no mixed groups/],
    [`split solved.jsonl --mode sft --exact ${BOTH_SIDES}`, 0, /open, not for groups/],
    [`split ungraded.jsonl --exact ${BOTH_SIDES}`, 1, /refused, ungraded rl rows/],
    [`split ungraded.jsonl --no-gate --exact ${BOTH_SIDES}`, 0, /^holdout by task/m],
    [`split gamed.jsonl --endorsed tool:get_order --strict-hacks --exact ${BOTH_SIDES}`, 1, /refused, reward hack/],
    [`split solved.jsonl ${BOTH_SIDES}`, 1, /^error: no task was held out\. Set --exact, which/m],
    [
      `split empty.jsonl ${BOTH_SIDES}`,
      1,
      /empty\.jsonl holds no rows\n.*^error: .*there are no rows, so nothing is left to train on/ms,
    ],
    [
      `split graded.jsonl --by tool ${BOTH_SIDES}`,
      1,
      /24 tasks touch a held tool \(\w+\) and another that is not held.*Split with --by task: no choice of tools/s,
    ],
    [`split graded.jsonl --by tool --held search ${BOTH_SIDES}`, 1, /on neither side \(192 rows\).*--by task/s],
    ["select graded.jsonl --mode rl --band-rule posterior --order middle --min-spread 0.5", 0, /^rl selection/m],
    ["select solved.jsonl --mode rl --out selected-none.jsonl", 2, /kept 0 of 192 rows/],
  ])("%s", async (line, code, says) => {
    const result = await whileaiLine(line);
    expect(`${result.out}\n${result.notes}`).toMatch(says);
    expect(result.code).toBe(code);
  });

  test("a refused split and a prompt set without pairs leave no file", async () => {
    await whileaiLine("split solved.jsonl --exact --out refused.jsonl --holdout-out refused-holdout.jsonl");
    await whileaiLine("pairs solved.jsonl --out refused-pairs.jsonl");
    for (const name of ["refused.jsonl", "refused-holdout.jsonl", "refused-pairs.jsonl"])
      expect(existsSync(inFolder(name)), name).toBe(false);
  });
});

describe("wrong usage names the fix", () => {
  test.each<[line: string, says: RegExp]>([
    ...["hack-scan", "curriculum", "pairs", "select --mode rl"].flatMap((command): [string, RegExp][] => [
      [`${command} none.jsonl`, /none\.jsonl.*no such file/s],
      [`${command} junk.jsonl`, /junk\.jsonl:2: not JSON/],
    ]),
    [`decontaminate none.jsonl ${AGAINST}`, /none\.jsonl.*no such file/s],
    [`decontaminate junk.jsonl ${AGAINST} --out junk-clean.jsonl`, /junk\.jsonl:2: not JSON/],
    ["decontaminate graded.jsonl --against none.jsonl", /none\.jsonl.*no such file/s],
    ["decontaminate graded.jsonl --against junk.jsonl", /junk\.jsonl:2: not JSON/],
    ["decontaminate graded.jsonl", /required option '--against <file\.\.\.>'/],
    [`decontaminate graded.jsonl ${AGAINST} --ngram 0`, /^error: --ngram must be/],
    [`decontaminate graded.jsonl ${AGAINST} --overlap 2`, /^error: --overlap must be/],
    [`decontaminate graded.jsonl ${AGAINST} --threads 0`, /^error: --threads must be/],
    [`decontaminate graded.jsonl ${AGAINST} --coverage-of both`, /either, train, eval/],
    [`decontaminate graded.jsonl ${AGAINST} --columns prompt=questoin`, /has the field "questoin".*task_id, prompt/s],
    [`decontaminate graded.jsonl ${AGAINST} --similarity 0.9`, /--similarity and no --embedder do not go together/],
    [`decontaminate graded.jsonl ${AGAINST} --embedder embed.mjs --threads 2`, /--threads and --embedder/],
    [`decontaminate graded.jsonl ${AGAINST} --embedder embed.mjs#none`, /names no embedder.*openai:/s],
    [`decontaminate graded.jsonl ${AGAINST} --embedder anthropic:claude`, /names no embedder.*local:/s],
    [`decontaminate graded.jsonl ${AGAINST} --embedder minilm`, /names no embedder/],
    [`decontaminate graded.jsonl ${AGAINST} --out graded.jsonl`, /--out: .*graded\.jsonl is what is read/],
    [`decontaminate graded.jsonl ${AGAINST} --out x.jsonl --flagged x.jsonl`, /--flagged: .* is what --out writes/],
    [`decontaminate graded.jsonl ${AGAINST} --out clean.csv`, /\.csv/],
    [
      `decontaminate graded.jsonl ${AGAINST} --report report.pdf`,
      /^error: --report: a report cannot be written as \.pdf/,
    ],
    ["select graded.jsonl --mode rl --out graded.jsonl", /is what is read/],
    ["select graded.jsonl --mode rl --order best", /^error: --order must be/],
    ["select graded.jsonl --mode sft --no-enforce-band", /enforceBand|enforce-band/],
    ["select graded.jsonl --mode rl --audit list.json", /holds no report of auditVerifier/],
    ["select graded.jsonl --mode rl --audit table.csv", /holds no report of auditVerifier/],
    ["select graded.jsonl --mode rl --prior none.jsonl", /none\.jsonl.*no such file/s],
    ["pairs graded.jsonl --format dpo", /trl, trl-rm, trl-kto, openai, fireworks, pairs/],
    ["pairs graded.jsonl --min-margin 0", /^error: --min-margin must be/],
    ["pairs graded.jsonl --max-pairs-per-prompt 0", /^error: --max-pairs-per-prompt must be/],
    ["curriculum graded.jsonl --floor 0.9", /^error: --floor \(0\.9\) is above --solved/],
    ["curriculum graded.jsonl --out plan.pdf", /^error: --out: a report cannot be written/],
    ["hack-scan graded.jsonl --alpha 0.001", /shuffles cannot bound false alarms/],
    ["hack-scan graded.jsonl --features day", /name=|pairs with commas/],
    [`split graded.jsonl --holdout 1 ${BOTH_SIDES}`, /must be a number from 0 to below 1/],
    [`split gamed.jsonl --strict-hacks --exact ${BOTH_SIDES}`, /^error: --strict-hacks .*nothing is endorsed/],
    [
      `split gamed.jsonl --strict-hacks --endorsed tool:get_ordr --exact ${BOTH_SIDES}`,
      /^error: --strict-hacks: No feature matches.*Did you mean tool:get_order\?/,
    ],
    [
      `split gamed.jsonl --strict-hacks --endorsed get_order --mode sft --exact ${BOTH_SIDES}`,
      /^error: --strict-hacks and --mode sft do not go together/,
    ],
    [`split graded.jsonl --holdout 0.2 --held t1 ${BOTH_SIDES}`, /--holdout and --held do not go together/],
    [`split graded.jsonl --no-gate --mode rl ${BOTH_SIDES}`, /--mode and --no-gate do not go together/],
    [`split graded.jsonl --no-decontaminate --ngram 5 ${BOTH_SIDES}`, /--ngram and --no-decontaminate/],
    [`split graded.jsonl --axes stance ${BOTH_SIDES}`, /--axes is about/],
    ["split graded.jsonl --out one.jsonl --holdout-out one.jsonl", /is what --out writes/],
    ["split graded.jsonl --out one.jsonl", /--holdout-out <path>/],
    ["split graded.jsonl --out graded.jsonl --holdout-out one.jsonl", /is what is read/],
  ])("%s", async (line, says) => {
    const { code, notes, out } = await whileaiLine(line);
    expect(notes).toMatch(says);
    expect([code, out]).toEqual([64, ""]);
    const told = await whileaiLine(`${line} --json`);
    expect(JSON.parse(told.out)).toHaveProperty("error.message");
  });
});

describe("documents of --json keep their shape", () => {
  test.each<[line: string, keys: readonly string[]]>([
    ["hack-scan graded.jsonl", ["kind", "schema", "regime", "nGraded", "tau", "topFeature", "features", "notes"]],
    ["hack-scan gamed.jsonl --against graded.jsonl", ["kind", "before", "after", "gained", "lost", "unclear", "moved"]],
    ["curriculum graded.jsonl", ["kind", "schedule", "tiers", "trainable", "retired", "notReady", "thin", "notes"]],
    [
      `decontaminate graded.jsonl ${AGAINST}`,
      ["kind", "nKept", "nContaminated", "flagged", "hits", "sources", "notes"],
    ],
  ])("%s: a report", async (line, keys) => {
    const { out } = await whileaiLine(`${line} --json`);
    expect(Object.keys(JSON.parse(out))).toEqual(expect.arrayContaining([...keys]));
  });

  test.each<[line: string, keys: readonly string[], kinds: Readonly<Record<string, string>>]>([
    ["pairs graded.jsonl --format pairs", ["export", "records", "report"], { report: "preference_pairs" }],
    ["pairs graded.jsonl --tools tools.json --out shape-dpo.jsonl", ["export", "report"], { export: "export" }],
    [
      `split graded.jsonl --exact ${BOTH_SIDES}`,
      ["gate", "schema", "split"],
      { split: "split_holdout", gate: "gradient_gate" },
    ],
    ["select graded.jsonl --mode rl", ["report", "rows"], { report: "selection" }],
  ])("%s: several things", async (line, keys, kinds) => {
    const document = JSON.parse((await whileaiLine(`${line} --json`)).out);
    expect(Object.keys(document).sort()).toEqual(keys);
    for (const [key, kind] of Object.entries(kinds)) expect(document[key].kind).toBe(kind);
  });

  test("reports go to files too, as build servers show them", async () => {
    await whileaiLine(`decontaminate graded.jsonl ${AGAINST} --report check.xml`);
    expect(await readFile(inFolder("check.xml"), "utf8")).toMatch(/failures="1".*<failure message="8 of 192 rows/s);
    await whileaiLine(`decontaminate graded.jsonl ${AGAINST} --out filtered.jsonl --report filter.xml`);
    expect(await readFile(inFolder("filter.xml"), "utf8")).toContain('failures="0"');
    await whileaiLine("hack-scan graded.jsonl --out scan.xml");
    expect(await readFile(inFolder("scan.xml"), "utf8")).toContain('<error message="unendorsed"');
    await whileaiLine("hack-scan gamed.jsonl --against graded.jsonl --endorsed get_order --out diff.xml");
    expect(await readFile(inFolder("diff.xml"), "utf8")).toContain("train, then reward_hack");
    await whileaiLine("split solved.jsonl --exact --out a.jsonl --holdout-out b.jsonl --report split.md");
    expect(await readFile(inFolder("split.md"), "utf8")).toContain("no mixed groups");
    await whileaiLine("pairs graded.jsonl --format pairs --report pairs.json");
    expect(JSON.parse(await readFile(inFolder("pairs.json"), "utf8")).kind).toBe("preference_pairs");
    expect((await whileaiLine("pairs graded.jsonl --out toolless.jsonl --report toolless.xml")).code).toBe(1);
    expect(await readFile(inFolder("toolless.xml"), "utf8")).toMatch(/failures="1".*tool schemas/s);
    await whileaiLine("curriculum graded.jsonl --out plan.json");
    expect(JSON.parse(await readFile(inFolder("plan.json"), "utf8")).nTasks).toBe(24);
    await whileaiLine("select graded.jsonl --mode sft --report sft.json");
    expect(JSON.parse(await readFile(inFolder("sft.json"), "utf8")).kind).toBe("selection");
  });
});

describe("rows that were made", () => {
  test("select takes every option of the mode", async () => {
    const line = "select graded.jsonl --mode rl --json --prior solved.jsonl --audit audit.json --no-enforce-band";
    const { report } = JSON.parse((await whileaiLine(line)).out);
    expect(report).toMatchObject({ enforceBand: false, nSelected: 0, prior: { droppedSolved: 24 } });
    const audited = JSON.parse((await whileaiLine("select graded.jsonl --mode rl --json --audit audit.json")).out);
    expect(audited.report.notes.map((note: { code: string }) => note.code)).toContain("verifier_false_negatives");
    const sft = "select graded.jsonl --mode sft --per-prompt 2 --duplicates keep --truncated keep --pick random --json";
    expect(JSON.parse((await whileaiLine(sft)).out).report.nSelected).toBe(48);
  });

  test("select writes what it drops, each with its gate, and says so when it is not asked to", async () => {
    const { notes } = await whileaiLine("select graded.jsonl --mode sft --out few.jsonl --dropped left.jsonl");
    expect(notes).toContain("left.jsonl (168 rows, each with its gate)");
    expect(notes).toContain("few.manifest.json (empty: the rows came without a system prompt or tools)");
    const left = await read("left.jsonl");
    expect(left).toHaveLength(168);
    for (const { dropped, ...row } of left) {
      const { index, gate } = dropped as { index: number; gate: string };
      expect(row).toEqual(rows[index]);
      expect(gate).toMatch(/^[a-z_]+$/);
    }
    const told = await whileaiLine("select graded.jsonl --mode sft --out few.jsonl --force");
    expect(told.notes).toContain("168 rows were left out; --dropped FILE writes each with its gate");
  });

  test.each<[line: string, says: RegExp]>([
    ["select graded.jsonl --mode sft --band 0.2..0.8", /--band and --mode sft do not go together: it is for --mode rl/],
    ["select graded.jsonl --mode rl --band 0.6..0.4", /The lower share comes first: 0\.4\.\.0\.6/],
    ["select graded.jsonl --mode rl --band 40..60", /shares from 0 to 1/],
    ["select graded.jsonl --mode sft --min-reward 3", /--min-reward asks for 3.*lower --min-reward/s],
    ["select empty.jsonl --mode rl --report empty.txt", /^(?!.*(?:report\.dropped|minimumObservations))/s],
    ["pairs solved.jsonl", /a smaller --min-margin\./],
    ["pairs graded.jsonl --out bare.jsonl", /Give the agent's tools: --tools tools\.json\./],
    ["hack-scan --endorsed tool:get_order graded.jsonl", /--endorsed takes every word after it: put <rows> first/],
    ["decontaminate --against eval.jsonl graded.jsonl", /--against takes every word after it: put <train> first/],
    ["select --mode rl --endorsed tool:search graded.jsonl", /put <rows> first, as in whileai select FILE --endorsed/],
    [
      `split ${BOTH_SIDES} --endorsed tool:search graded.jsonl`,
      /put <rows> first, as in whileai split FILE --endorsed/,
    ],
  ])("%s", async (line, says) => {
    expect((await whileaiLine(line)).notes).toMatch(says);
  });

  test("lists take commas, bands percent signs, and reports --report", async () => {
    const commas = await whileaiLine("hack-scan graded.jsonl --endorsed tool:search,tool:get_order --report scan.json");
    expect(commas.code).toBe(0);
    const scan = JSON.parse(await readFile(inFolder("scan.json"), "utf8"));
    expect(scan.notes.map((note: { message: string }) => note.message).join()).not.toContain("No feature matches");
    const percent = await whileaiLine("select graded.jsonl --mode rl --band 20%..80% --json");
    expect(JSON.parse(percent.out).report.band).toEqual([0.2, 0.8]);
  });

  test("decontaminated rows keep their manifest; flagged ones carry the evidence", async () => {
    await write("run.jsonl", rows);
    await writeFile(
      inFolder("run.manifest.json"),
      JSON.stringify({ schema: "whileai-manifest/1", system_prompt: "Help.", tools: [tool] }),
    );
    const { code, out, notes } = await whileaiLine(
      `decontaminate run.jsonl ${AGAINST} --out run-clean.jsonl --flagged run-flagged.jsonl`,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^decontamination: kept 184 of 192 rows/);
    expect(notes).toContain("run-clean.jsonl (184 rows)");
    const flagged = await read("run-flagged.jsonl");
    expect(flagged.map((row) => row.rollout_id)).toEqual(rows.slice(8, 16).map((row) => row.rollout_id));
    expect(flagged[0]).toMatchObject({
      ...rows[8],
      contamination: {
        rule: "exact",
        field: "prompt",
        eval_index: 0,
        eval_task_id: "e1",
        source: inFolder("eval.jsonl"),
      },
    });
    expect(await read("run-clean.jsonl")).toEqual([...rows.slice(0, 8), ...rows.slice(16)]);
    expect(JSON.parse(await readFile(inFolder("run-clean.manifest.json"), "utf8"))).toMatchObject({
      system_prompt: "Help.",
    });
  });

  test("an evaluation may be one plain array, and its rows are named by their ids", async () => {
    const ask = "Say which of the two cities in the list is larger by people, and by how much.";
    await write("asked.jsonl", [{ prompt: ask.toLowerCase().replace(",", "") }]);
    await writeFile(inFolder("plain.json"), JSON.stringify([{ prompt: "x" }, { prompt: ask, id: "q7" }]));
    const { code, out } = await whileaiLine(
      "decontaminate asked.jsonl --against plain.json --flagged asked-flagged.jsonl",
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /row 1 prompt: near, a copy but for punctuation or signs, \S*plain\.json row 2 \(id q7\) prompt/,
    );
    expect((await read("asked-flagged.jsonl"))[0]?.contamination).toMatchObject({ copy: "words", eval_id: "q7" });
  });

  test.each([
    ["decontaminate nothing.jsonl --against eval.jsonl", /^exit code 2: there is no training row$/],
    ["decontaminate graded.jsonl --against questions.jsonl", /^exit code 2: no eval row has a prompt.*--columns/],
    ["decontaminate graded.jsonl --against eval.jsonl --fields nowhere", /^exit code 2: .* word in nowhere; --fields/],
    ["decontaminate graded.jsonl --against graded.jsonl --out none-left.jsonl", /exit code 2: no row is left$/],
  ])("%s says why it ends with 2", async (line, says) => {
    await write("nothing.jsonl", []);
    expect(await whileaiLine(line)).toMatchObject({ code: 2, notes: expect.stringMatching(says) });
  });

  test("evaluations with names of their own are read by them", async () => {
    const line = "decontaminate graded.jsonl --against questions.jsonl --columns prompt=question,answer=target --json";
    const report = JSON.parse((await whileaiLine(line)).out);
    expect(report).toMatchObject({ nContaminated: 8, hits: [{ evalField: "prompt" }, {}, {}, {}, {}, {}, {}, {}] });
    expect((await whileaiLine("decontaminate graded.jsonl --against questions.jsonl")).code).toBe(2);
    await write("two-shapes.jsonl", [{ question: rows[0]?.prompt }, { prompt: rows[8]?.prompt }]);
    const both = "decontaminate graded.jsonl --against two-shapes.jsonl --columns prompt=question --json";
    expect(JSON.parse((await whileaiLine(both)).out).nContaminated).toBe(16);
  });

  test("threads give the same file", async () => {
    await whileaiLine(`decontaminate graded.jsonl ${AGAINST} --out one-thread.jsonl`);
    const argv = words(
      `decontaminate graded.jsonl ${AGAINST} --threads 2 --out threads.jsonl --flagged threads-flagged.jsonl`,
    );
    const main = fileURLToPath(new URL("./main.ts", import.meta.url));
    const flags = ["--conditions=@whileai/source", "--import", import.meta.resolve("tsx")];
    const child = spawn(process.execPath, [...flags, main, ...argv], { stdio: "ignore" });
    expect(await new Promise((done) => child.on("close", done))).toBe(0);
    expect(await readFile(inFolder("threads.jsonl"), "utf8")).toBe(
      await readFile(inFolder("one-thread.jsonl"), "utf8"),
    );
    expect(await read("threads-flagged.jsonl")).toHaveLength(8);
  });

  test("meaning is compared by a function of a module, or by a server", async () => {
    await write("paraphrased.jsonl", [
      { prompt: "Name the seat of government there." },
      { prompt: "Cancel my order." },
    ]);
    const line = "decontaminate paraphrased.jsonl --against clean-eval.jsonl";
    expect((await whileaiLine(line)).code).toBe(0);
    const found = await whileaiLine(`${line} --embedder embed.mjs --similarity 0.9 --out meant.jsonl --json`);
    expect([found.code, JSON.parse(found.out)]).toMatchObject([0, { nSemantic: 1, similarity: 0.9 }]);
    expect(await read("meant.jsonl")).toEqual([{ prompt: "Cancel my order." }]);
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers.authorization);
      request.setEncoding("utf8");
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        const { input } = JSON.parse(body) as { input: string[] };
        const data = input.map((text, index) => ({ index, embedding: /capital|seat/.test(text) ? [1, 0] : [0, 1] }));
        response.end(JSON.stringify({ data, usage: { prompt_tokens: 9 } }));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    vi.stubEnv("OPENAI_API_KEY", "sk-not-for-this-server");
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      const asked = await whileaiLine(`${line} --embedder vllm:e@${url} --json`);
      expect([asked.code, JSON.parse(asked.out)]).toMatchObject([1, { nSemantic: 1, similarity: 0.85 }]);
      expect(keys.join()).not.toContain("sk-not");
    } finally {
      vi.unstubAllEnvs();
      server.close();
    }
    const local = await whileaiLine(`${line} --embedder local:nowhere`);
    expect([local.code, local.notes]).toEqual([64, expect.stringMatching(/nowhere|onnxruntime/)]);
  });

  test("an interrupted filter leaves the older file as it was", async () => {
    await write("kept-clean.jsonl", [{ prompt: "older" }]);
    const stop = new AbortController();
    stop.abort();
    const notes: string[] = [];
    const argv = words(`decontaminate graded.jsonl ${AGAINST} --out kept-clean.jsonl --force`);
    const code = await run(argv, { out: () => {}, note: (text) => notes.push(text), signal: stop.signal });
    expect([code, notes]).toEqual([2, ["interrupted: no rows were written"]]);
    expect(await read("kept-clean.jsonl")).toEqual([{ prompt: "older" }]);
  });

  test("pairs are files for trainers, or both rows whole", async () => {
    await whileaiLine(
      "pairs graded.jsonl --tools tools.json --system-prompt Help. --out for-trl.jsonl --no-length-match",
    );
    const [first] = await read("for-trl.jsonl");
    expect(first).toMatchObject({
      prompt: [{ role: "system", content: "Help." }, { role: "user" }],
      chosen: [{ role: "assistant" }],
      rejected: [{ role: "assistant" }],
      margin: 1,
    });
    const { out, notes } = await whileaiLine(
      "pairs graded.jsonl --format pairs --max-pairs-per-prompt 2 --prefer margin",
    );
    const pairs = out.split("\n").map((line) => JSON.parse(line));
    expect(notes).toMatch(new RegExp(`^preference pairs: ${pairs.length} from 192 rows`));
    expect(pairs.length).toBeGreaterThan(24);
    expect(pairs[0].chosen).toMatchObject({ reward: 1, steps: [{ tool: "get_order" }] });
  });

  test("the two sides of a split share no task, and hold out the tool that was named", async () => {
    const split = "split graded.jsonl --holdout 0.25 --exact --out train.jsonl --holdout-out holdout.jsonl";
    expect((await whileaiLine(split)).code).toBe(0);
    const [train, holdout] = [await read("train.jsonl"), await read("holdout.jsonl")];
    expect([train.length, holdout.length]).toEqual([144, 48]);
    const held = new Set(holdout.map((row) => row.scenario_id));
    expect(train.some((row) => held.has(row.scenario_id))).toBe(false);
    expect(train[0]).toHaveProperty("calibration.pass_rate");
    const steps = (name: string) => [{ tool: name, arguments: {}, result: "ok" }];
    await write(
      "two-tools.jsonl",
      rows.map((row) => ({ ...row, steps: steps(Number(String(row.scenario_id).slice(1)) % 2 ? "search" : "refund") })),
    );
    const byTool =
      "split two-tools.jsonl --by tool --held refund --out tool-train.jsonl --holdout-out tool-holdout.jsonl";
    expect(JSON.parse((await whileaiLine(`${byTool} --json`)).out).split).toMatchObject({
      by: "tool",
      trainRowsTouchingHeld: 0,
      holdout: { tasks: 12 },
    });
    expect(JSON.stringify(await read("tool-train.jsonl"))).not.toContain("refund");
  });
});
