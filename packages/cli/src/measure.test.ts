import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startTestServer } from "@whileai/test-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { whileai } from "./__fixtures__/whileai.js";

let folder: string;
const inFolder = (name: string) => join(folder, name);
const fixture = (name: string) =>
  fileURLToPath(new URL(`../../stats/src/interop/__fixtures__/${name}`, import.meta.url));

/** Rows of three runs of 24 tasks, 4 rollouts each, of which a share passes; politeness as asked. */
function rowsOf(passing: number, polite: number, shift = 0): string {
  const rows: string[] = [];
  for (let run = 0; run < 3; run++)
    for (let task = 0; task < 24; task++)
      for (let index = 0; index < 4; index++) {
        const place = (run * 31 + task * 7 + index * 13 + shift) % 20;
        rows.push(
          JSON.stringify({
            scenario_id: `t${task}`,
            rollout_index: index,
            reward: Number(place < passing * 20),
            markers: { polite: Number((place * 3) % 20 < polite * 20) },
            tool: task % 2 === 0 ? "get_order" : "refund",
            lineage: { eval_run: run },
          }),
        );
      }
  return `${rows.join("\n")}\n`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-measure-"));
  const files: Record<string, string> = {
    "before.jsonl": rowsOf(0.4, 1),
    "same.jsonl": rowsOf(0.4, 1, 3),
    "better.jsonl": rowsOf(0.9, 1),
    "traded.jsonl": rowsOf(0.9, 0.3),
    "worse.jsonl": rowsOf(0.1, 1),
    "few.jsonl": '{"scenario_id":"a","reward":1}\n',
    "bare.jsonl": '{"scenario_id":"a","prompt":"p"}\n',
    "table.csv": "task,passed\na,yes\na,no\nb,yes\nb,yes\n",
    "tools.json": JSON.stringify([
      { name: "get_order", description: "Look up an order.", parameters: { type: "object", properties: {} } },
    ]),
    "old.txt": "Help customers.",
    "new.txt": "Help customers. Say goodbye.",
    "bot.mjs":
      'export const answer = (message, { rolloutIndex }) => (rolloutIndex === 0 ? "It left. Goodbye." : "It left.");\n' +
      'export const curt = () => "No.";\nexport const judge = (row) => Number(row.final_text.endsWith("Goodbye."));\n',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(inFolder(name), content);
});
afterAll(() => rm(folder, { recursive: true }));

describe("compare over two files", () => {
  const compare = (after: string, ...options: string[]) =>
    whileai("compare", inFolder("before.jsonl"), inFolder(after), ...options);

  test.each<[string, string, string[], number, RegExp]>([
    ["a gain", "better.jsonl", ["--target", "pass_at_1"], 0, /^PASS$/m],
    ["no difference", "same.jsonl", ["--target", "pass_at_1"], 0, /^NO DIFFERENCE/m],
    ["no difference that must be a gain", "same.jsonl", ["--fail-on", "not-improved"], 1, /^NO DIFFERENCE/m],
    ["a gain that must be one", "better.jsonl", ["--fail-on", "not-improved"], 0, /moved|PASS/],
    ["a loss", "worse.jsonl", ["--target", "pass_at_1"], 1, /^FAIL$/m],
    ["a loss that decides nothing", "worse.jsonl", ["--fail-on", "never"], 0, /worse/],
    ["a guard that was traded", "traded.jsonl", ["--must-not-regress", "polite"], 1, /polite/],
    [
      "a proxy that rose alone",
      "better.jsonl",
      ["--target", "marker:polite", "--proxy", "pass_at_1"],
      1,
      /OVER-OPTIMIZED/,
    ],
    ["too little", "few.jsonl", ["--target", "pass_at_1"], 2, /not enough data|INSUFFICIENT/],
    ["slices", "better.jsonl", ["--by", "tool", "--target", "pass_at_1"], 0, /by tool:\n {2,}(get_order|refund)/],
    ["one metric", "traded.jsonl", ["--metric", "marker:polite"], 1, /worse/],
    [
      "one metric within its margin",
      "traded.jsonl",
      ["--metric", "marker:polite", "--margin", "polite=0.9"],
      1,
      /a loss of 0\.9 is ruled out/,
    ],
    [
      "one metric that may have lost more",
      "same.jsonl",
      ["--metric", "pass_at_1", "--margin", "0.001"],
      1,
      /not ruled out/,
    ],
    [
      "one metric of which less is better",
      "traded.jsonl",
      ["--metric", "marker:polite", "--lower-is-better", "polite"],
      0,
      /better/,
    ],
    ["a margin", "better.jsonl", ["--must-not-regress", "polite", "--margin", "polite=0.1"], 0, /polite/],
  ])("%s ends with its exit code", async (_, after, options, code, says) => {
    const result = await compare(after, ...options);
    expect(result.out + result.notes).toMatch(says);
    expect(result.code).toBe(code);
  });

  test("--json prints the report, --out writes it as well", async () => {
    const { code, out, notes } = await compare("better.jsonl", "--json", "--out", inFolder("reports/delta.json"));
    const report = JSON.parse(out);
    expect([code, report.kind, report.schema, report.outcome]).toEqual([
      0,
      "delta_report",
      "whileai-report/1",
      "better",
    ]);
    expect(JSON.parse(await readFile(inFolder("reports/delta.json"), "utf8"))).toEqual(report);
    expect(notes).toBe(`wrote ${inFolder("reports/delta.json")}`);
    await compare("better.jsonl", "--out", inFolder("delta.txt"));
    expect(await readFile(inFolder("delta.txt"), "utf8")).toMatch(/^[\s\S]+\n$/);
  });

  test("results of another tool are told how they were read", async () => {
    const { notes, code } = await whileai("compare", fixture("inspect.eval"), fixture("inspect.json"));
    expect(notes).toMatch(/^inspect results of .*inspect\.eval: 6 rows of 3 tasks/);
    expect([0, 1, 2]).toContain(code);
  });

  test.each<[string, string[], RegExp]>([
    ["no file", [], /nothing to compare.*--before-system-prompt/s],
    ["one file", ["before.jsonl"], /side after is missing/],
    ["a missing file", ["before.jsonl", "none.jsonl"], /none\.jsonl.*no such file/s],
    ["options of playing", ["before.jsonl", "same.jsonl", "--runs", "3"], /--runs and two files/],
    [
      "gates beside one metric",
      ["before.jsonl", "same.jsonl", "--metric", "mean_reward", "--target", "pass_at_1"],
      /--target and --metric/,
    ],
    [
      "a margin of another metric than the one compared",
      ["before.jsonl", "same.jsonl", "--metric", "pass_at_1", "--margin", "polite=0.1"],
      /--margin speaks of polite/,
    ],
    ["files beside sides to play", ["before.jsonl", "--after-agent", "seeded"], /before\.jsonl is a file.*--tasks/s],
    [
      "a level that is none",
      ["before.jsonl", "same.jsonl", "--alpha", "5"],
      /^error: --alpha must be a number between/,
    ],
    ["a change that is none", ["before.jsonl", "same.jsonl", "--changed", "toolz"], /^error: --changed must be/],
    ["slices by nothing", ["before.jsonl", "same.jsonl", "--by", "nonsense"], /so --by forms no slices/],
    ["an unknown guard", ["before.jsonl", "same.jsonl", "--must-not-regress", "polit"], /polite/],
    ["an unknown metric", ["before.jsonl", "same.jsonl", "--metric", "pass_at_2"], /pass_at_1/],
    [
      "a report that cannot be written",
      ["before.jsonl", "same.jsonl", "--out", "report.pdf"],
      /report.*\.json or \.txt/s,
    ],
    ["an unknown rule", ["before.jsonl", "same.jsonl", "--fail-on", "always"], /regressed, not-improved, never/],
    ["names that are none", ["before.jsonl", "same.jsonl", "--must-not-regress", "polite,,x"], /names with commas/],
    ["a margin that is none", ["before.jsonl", "same.jsonl", "--margin", "polite=much"], /name=number/],
  ])("%s is refused with the fix", async (_, words, message) => {
    const argv = words.map((word) => (word.endsWith(".jsonl") ? inFolder(word) : word));
    const { code, notes } = await whileai("compare", ...argv);
    expect(notes).toMatch(message);
    expect(code).toBe(64);
  });
});

describe("compare of sides with a file for each run", () => {
  const one = (text: string) =>
    text
      .split("\n")
      .slice(0, 24 * 4)
      .join("\n");

  test("counts each file as a run, so that a gain is one", async () => {
    const files: string[] = [];
    for (const [side, passing] of [["b", 0.4] as const, ["a", 0.9] as const])
      for (const run of [1, 2, 3]) {
        files.push(inFolder(`${side}${run}.jsonl`));
        await writeFile(files.at(-1) as string, one(rowsOf(passing, 1, run * 3)));
      }
    const [b1, b2, b3, a1, a2, a3] = files as [string, string, string, string, string, string];
    const single = await whileai("compare", b1, a1, "--json");
    expect(single.code).toBe(2);
    const several = await whileai("compare", "--before", b1, b2, b3, "--after", a1, a2, a3, "--json");
    expect(several.code).toBe(0);
    expect(JSON.parse(several.out)).toMatchObject({ outcome: "better", runStdSource: "eval_run" });
    const mixed = await whileai("compare", b1, "--after", a1, "--json", "--metric", "pass_at_1");
    expect(mixed.code).toBe(0);
  });

  test.each([
    [["one.jsonl", "--before", "b1.jsonl"], /--before and the file one.jsonl do not go together/],
    [["--after", "a1.jsonl"], /The file of the side before is missing/],
    [
      ["--before", "b1.jsonl", "--after-system-prompt", "x"],
      /--before and --before-… and --after-… do not go together/,
    ],
  ])("%j is refused", async (argv, message) => {
    const { code, notes } = await whileai("compare", ...argv);
    expect(code).toBe(64);
    expect(notes).toMatch(message);
  });
});

describe("the words of the command", () => {
  test.each<[string[], RegExp]>([
    [["pass-at", "before.jsonl", "--k", "0"], /^error: --k must be/],
    [["variance", "before.jsonl", "--by", "nonsense"], /name the field with --by\./],
    [["failures", "before.jsonl", "--min-tasks", "0"], /^error: --min-tasks must be/],
    [["power", "--noise-band", "-1"], /^error: --noise-band must be/],
    [["compare", "before.jsonl", "before.jsonl", "--target", "pass_at_9"], /Perhaps --target pass_at_1\./],
    [["compare", "before.jsonl", "worse.jsonl"], /Add what must not get worse to --must-not-regress\./],
    [["self-check", "--full", "--trials", "5"], /'--full' cannot be used with option '--trials <n>'/],
  ])("%j speaks of flags", async (words, says) => {
    const argv = words.map((word) => (word.endsWith(".jsonl") ? inFolder(word) : word));
    const { out, notes } = await whileai(...argv);
    expect(`${notes}\n${out}`).toMatch(says);
    const { notes: told } = await whileai(...argv, "--json");
    expect(told).not.toMatch(/`(?:k|by|minTasks|noiseBand)`/);
  });

  test("rows on stdout keep every letter", async () => {
    const row = { scenario_id: "a", final_text: 'Set `seed` and mode: "rl".', reward: 1 };
    await writeFile(inFolder("words.jsonl"), `${JSON.stringify(row)}\n`);
    const { out } = await whileai("select", inFolder("words.jsonl"), "--mode", "sft");
    expect(JSON.parse(out)).toMatchObject(row);
  });

  test("a table's columns are asked for as flags, with the file's name", async () => {
    await writeFile(inFolder("named.csv"), "id,passed\na,1\n");
    const { code, notes } = await whileai("pass-at", inFolder("named.csv"));
    expect(code).toBe(64);
    expect(notes).toContain("named.csv: no column holds the task. Name it in --columns scenario_id=…");
    const typo = await whileai("failures", inFolder("named.csv"), "--columns", "scenario_id=id,reward=pased");
    expect(typo.notes).toContain('named.csv: "pased" is not a column of the table. Did you mean "passed"?');
  });

  test.each(["pass-at", "failures"])("%s says that a file holds no rows", async (command) => {
    await writeFile(inFolder("nothing.jsonl"), "");
    const { code, notes } = await whileai(command, inFolder("nothing.jsonl"));
    expect(code).toBe(2);
    expect(notes).toContain("nothing.jsonl holds no rows");
  });

  test("pass-at keeps one report, not the last of several", async () => {
    const { code, notes } = await whileai(
      "pass-at",
      inFolder("before.jsonl"),
      inFolder("same.jsonl"),
      "--out",
      "x.json",
    );
    expect(code).toBe(64);
    expect(notes).toContain("--out keeps the report of one file, and there are 2.");
  });

  test("a report goes to the files that build servers show", async () => {
    const argv = ["compare", inFolder("before.jsonl"), inFolder("better.jsonl"), "--out"];
    await whileai(...argv, inFolder("delta.xml"));
    expect(await readFile(inFolder("delta.xml"), "utf8")).toContain('<testsuite name="delta_report" tests="1"');
    await whileai(...argv, inFolder("delta.md"));
    expect(await readFile(inFolder("delta.md"), "utf8")).toContain("| pass\\_at\\_1 |");
  });
});

describe("compare that plays both sides", () => {
  const shared = () => ["compare", "--tools", inFolder("tools.json"), "--budget", "8", "--repeats", "2"];
  const judged = () => ["--module", `${inFolder("bot.mjs")}#judge`];

  test("functions of a module, with the rows saved", async () => {
    const { code, out, notes } = await whileai(
      ...shared(),
      ...judged(),
      ...["--before-agent", `${inFolder("bot.mjs")}#curt`, "--after-agent", `${inFolder("bot.mjs")}#answer`],
      ...["--target", "pass_at_1", "--save-rows", inFolder("played"), "--json"],
    );
    const report = JSON.parse(out);
    expect(report).toMatchObject({ outcome: "better", played: { nTasks: 8, repeats: 2, runs: 3, changed: ["agent"] } });
    expect(code).toBe(0);
    expect(notes).toContain("after.jsonl");
    const again = await whileai("compare", inFolder("played/before.jsonl"), inFolder("played/after.jsonl"), "--json");
    expect(JSON.parse(again.out).metrics[0][1].delta).toBe(report.metrics[0][1].delta);
    const replayed = await whileai(
      ...[
        "compare",
        "--tools",
        inFolder("tools.json"),
        "--tasks",
        inFolder("played/before.jsonl"),
        "--agent",
        "seeded",
      ],
      ...["--after-system-prompt", `@${inFolder("new.txt")}`, "--runs", "2", "--repeats", "1", ...judged(), "--json"],
    );
    expect(JSON.parse(replayed.out).played).toMatchObject({ nTasks: 8, changed: ["system_prompt"] });
  });

  test("a prompt edit on a model behind an endpoint", async () => {
    const server = await startTestServer({
      replies: (request: { body: unknown }) => ({
        text: JSON.stringify(request.body).includes("Say goodbye") ? "It left. Goodbye." : "It left.",
      }),
    } as never);
    vi.stubEnv("VLLM_API_KEY", "none");
    try {
      const { code, out } = await whileai(
        ...shared(),
        ...judged(),
        ...["--agent", `vllm:tiny@${server.url}/v1`, "--store", inFolder("store"), "--runs", "2"],
        ...["--before-system-prompt", `@${inFolder("old.txt")}`, "--after-system-prompt", `@${inFolder("new.txt")}`],
        ...["--target", "pass_at_1"],
      );
      expect(out).toMatch(/pass_at_1: moved \(\+1\.000/);
      expect(out).toMatch(/^cost: /m);
      expect(code).toBe(0);
      expect(await readFile(inFolder("store/after/rows.jsonl"), "utf8")).toContain("Goodbye");
    } finally {
      vi.unstubAllEnvs();
      await server.close();
    }
  });

  test.each<[string, string[], RegExp]>([
    ["no tools", ["--before-agent", "seeded"], /--tools is missing/],
    ["no agent", ["--tools", "tools.json", "--before-system-prompt", "x"], /No agent is given/],
    ["no judge", ["--tools", "tools.json", "--agent", "seeded", "--after-system-prompt", "x"], /No judge is given/],
    [
      "a module without the export",
      ["--tools", "tools.json", "--after-agent", "bot.mjs#reply", "--agent", "seeded"],
      /exports no reply; it exports answer/,
    ],
    [
      "reading options",
      ["--tools", "tools.json", "--agent", "seeded", "--after-system-prompt", "x", "--format", "csv"],
      /--format and --before-/,
    ],
  ])("%s is refused with the fix", async (_, words, message) => {
    const argv = words.map((word) => (/^(?:tools\.json|bot\.mjs)/.test(word) ? inFolder(word) : word));
    const { code, notes } = await whileai("compare", ...argv);
    expect(notes).toMatch(message);
    expect(code).toBe(64);
  });
});

describe("one side", () => {
  test("pass-at reads any format, each file on its own", async () => {
    const one = await whileai(
      "pass-at",
      inFolder("table.csv"),
      "--columns",
      "scenario_id=task,reward=passed",
      "--json",
    );
    expect(JSON.parse(one.out)).toMatchObject({ kind: "pass_at", passAt1: 0.75, nGroups: 2 });
    const two = await whileai(
      "pass-at",
      inFolder("before.jsonl"),
      fixture("promptfoo.json"),
      "--k",
      "2",
      "--min-k",
      "2",
    );
    expect(two.out).toMatch(/before\.jsonl\npass@1 .*pass@2 0[\s\S]*\n\n.*promptfoo\.json\npass@1 /);
    const json = await whileai("pass-at", inFolder("before.jsonl"), inFolder("bare.jsonl"), "--json");
    expect(JSON.parse(json.out)).toMatchObject({
      schema: "whileai-reports/1",
      reports: [{}, { report: { passAt1: null } }],
    });
    expect(json.code).toBe(2);
    const clustered = await whileai(
      "pass-at",
      inFolder("before.jsonl"),
      "--cluster-by",
      "tool",
      "--interval",
      "t",
      "--json",
    );
    expect(JSON.parse(clustered.out).nClusters).toBe(2);
  });

  test("variance of one file by its runs, and of files that are a run each", async () => {
    const one = await whileai("variance", inFolder("before.jsonl"), "--json");
    expect(JSON.parse(one.out)).toMatchObject({ kind: "eval_variance", nRuns: 3 });
    expect(one.code).toBe(0);
    const two = await whileai(
      "variance",
      inFolder("before.jsonl"),
      inFolder("better.jsonl"),
      "--metric",
      "marker:polite",
    );
    expect(two.out).toContain("marker:polite");
    expect((await whileai("variance", inFolder("few.jsonl"))).code).toBe(2);
  });

  test("failures by cluster", async () => {
    const rows = rowsOf(0.4, 1).trimEnd().split("\n");
    const inDocuments = rows.map((row, at) =>
      JSON.stringify({ ...JSON.parse(row), document: Math.floor(at / 8) % 12 }),
    );
    await writeFile(inFolder("documents.jsonl"), inDocuments.join("\n"));
    const cell = async (...options: string[]) =>
      JSON.parse((await whileai("failures", inFolder("documents.jsonl"), "--by", "tool", ...options, "--json")).out)
        .cells[0];
    expect(await cell()).toMatchObject({ nTasks: 12, nClusters: null });
    expect(await cell("--cluster-by", "document")).toMatchObject({ nTasks: 12, nClusters: 12 });
  });

  test("failures by what was asked", async () => {
    const { code, out } = await whileai("failures", inFolder("before.jsonl"), "--by", "tool,marker");
    expect(out).toMatch(/^fail rate 0\.\d\d/);
    expect(out).toContain("get_order");
    expect(code).toBe(0);
    expect((await whileai("failures", inFolder("bare.jsonl"), "--json")).code).toBe(2);
  });

  test("power with and without rows", async () => {
    const plain = await whileai("power", "--effect", "0.1", "--base", "0.7", "--k", "8", "--tasks", "60", "--json");
    expect(JSON.parse(plain.out)).toMatchObject({
      schema: "whileai-power/1",
      holdout_size: { effect: 0.1, base: 0.7, k: 8 },
      detectable_effect: { nTasks: 60 },
    });
    const rows = await whileai("power", inFolder("before.jsonl"));
    expect(rows.out).toMatch(/holdout \d+ paired tasks for a \+0\.050 gain/);
    expect(rows.out).toMatch(/\n=> \d+ tasks with 12 rollouts each, on both sides: compare then shows a gain of 0\.05/);
    expect((await whileai("power", "--noise-band", "0.3")).out).not.toContain("=>");
    expect(rows.code).toBe(0);
    const both = await whileai("power", inFolder("before.jsonl"), inFolder("better.jsonl"), "--json");
    expect(JSON.parse(both.out).holdout_size).toMatchObject({ sdSource: "rows", nPaired: 24 });
    expect((await whileai("power", inFolder("bare.jsonl"))).code).toBe(2);
    for (const file of ["before.jsonl", "bare.jsonl", "none.jsonl"])
      expect(await whileai("power", inFolder(file), "--tasks", "9")).toMatchObject({
        code: 64,
        notes: expect.stringContaining("do not go together"),
      });
    const kept = await whileai("power", "--tasks", "60", "--json", "--out", inFolder("plan.json"));
    expect(await readFile(inFolder("plan.json"), "utf8")).toBe(`${kept.out}\n`);
    await whileai("power", "--tasks", "60", "--out", inFolder("plan.xml"));
    expect(await readFile(inFolder("plan.xml"), "utf8")).toContain('<testsuite name="detectable_effect"');
    expect((await whileai("power", "--effect", "2")).code).toBe(64);
  });
});

describe("self-check", () => {
  test("is on target, and the same seed says the same", async () => {
    const { code, out } = await whileai("self-check", "--trials", "20", "--json");
    const report = JSON.parse(out);
    expect(report).toMatchObject({ kind: "self_check", ok: true, trials: 20, seed: 0 });
    expect(report.checks).toHaveLength(8);
    expect(code).toBe(0);
    expect((await whileai("self-check", "--trials", "20", "--json")).out).toBe(out);
    const text = await whileai("self-check", "--trials", "5", "--seed", "2", "--out", inFolder("check.txt"));
    expect(text.out).toMatch(/^self-check: all on target \(5 simulated comparisons each/);
    expect((await whileai("self-check", "--trials", "0")).code).toBe(64);
  });
});
