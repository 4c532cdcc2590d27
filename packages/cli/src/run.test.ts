import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestServer } from "@whileai/test-server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { whileai } from "./__fixtures__/whileai.js";
import { Rows, resetSettings } from "./index.js";
import { run } from "./run.js";

let folder: string;
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-command-"));
  await writeFile(
    inFolder("tools.json"),
    JSON.stringify([
      {
        name: "get_order",
        description: "Look up an order by id.",
        parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
      },
    ]),
  );
  await writeFile(inFolder("policy.txt"), "Help customers with orders.");
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  resetSettings();
});

const simulateArguments = (out: string) => [
  "simulate",
  "--tools",
  inFolder("tools.json"),
  "--system-prompt",
  `@${inFolder("policy.txt")}`,
  "--agent",
  "seeded",
  "--mode",
  "rl",
  "--repeats",
  "4",
  "--repeat-policy",
  "fixed",
  "--budget",
  "32",
  "--out",
  inFolder(out),
];

describe("the loop, command by command", () => {
  test("the same quickstart may run again, and writes over no other rows", async () => {
    const argv = ["quickstart", "--out", inFolder("again/train.jsonl")];
    expect((await whileai(...argv)).code).toBe(0);
    const first = await readFile(inFolder("again/train.jsonl"), "utf8");
    expect((await whileai(...argv)).code).toBe(0);
    const { code, notes } = await whileai(...argv, "--seed", "5");
    expect(code).toBe(64);
    expect(notes).toContain("--force");
    expect(await readFile(inFolder("again/train.jsonl"), "utf8")).toBe(first);
    expect((await whileai(...argv, "--seed", "5", "--force")).code).toBe(0);
    expect(await readFile(inFolder("again/train.jsonl"), "utf8")).not.toBe(first);
  });

  test("quickstart prints the seeds' line shapes and writes both files", async () => {
    const { code, out, notes } = await whileai("quickstart", "--out", inFolder("quick/train.jsonl"));
    expect(code).toBe(0);
    expect(out).toMatch(
      /^pass@1 \d\.\d\d \[\d\.\d\d\.\.\d\.\d\d\] \| pass\^4 \(pass_pow_k\) \d\.\d\d \[\d\.\d\d\.\.\d\.\d\d\] \| pass@4 \d\.\d\d \[\d\.\d\d\.\.\d\.\d\d\] \| headroom \d\.\d\d \(16 groups, k=4/,
    );
    expect(out).toMatch(
      /^rl selection: kept \d+ of 64 rows\n {2}band 20%\.\.80% pass rate: 0 asks dropped \(0 too easy, 0 too hard\)\n {2}unanimous groups dropped: \d+; duplicates dropped: 0; truncated drop: 0\n {2}privileged leaks dropped: \d+\n {2}groups kept: \d+\n {2}hack scan: \w+/m,
    );
    expect(notes).toContain("offline");
    // What a newcomer needs, and none of the notes that --json has.
    expect(out).toMatch(/^Wrote .*train\.jsonl: \d+ prompts/m);
    expect(out).toMatch(/^Wrote .*train\.rollouts\.jsonl: the \d+ graded rollouts/m);
    expect(out).toMatch(/^How far to trust the selection: \d+ notes \(\d+ warnings\), shown with --json\.$/m);
    expect(out).not.toMatch(/^ {2}(note|warning|error): /m);
    const { selection } = JSON.parse((await whileai("quickstart", "--json", "--out", inFolder("q.jsonl"))).out);
    expect(out).toContain(`${selection.notes.length} notes`);
    const prompts = (await readFile(inFolder("quick/train.jsonl"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(Object.keys(prompts[0])).toEqual(expect.arrayContaining(["prompt", "task_id", "info"]));
    const rollouts = (await readFile(inFolder("quick/train.rollouts.jsonl"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rollouts.length).toBeGreaterThan(prompts.length);
    expect(rollouts.every((rollout) => rollout.reward === 0 || rollout.reward === 1)).toBe(true);
  });

  test("simulate, grade, pass-at, select and export hand files to one another", async () => {
    const simulated = await whileai(...simulateArguments("rows.jsonl"));
    expect(simulated.code).toBe(0);
    expect(simulated.out).toMatch(/^simulation: 32 rows/);
    expect(simulated.notes).toBe(
      `wrote ${inFolder("rows.jsonl")} (32 rows) and ${inFolder("rows.manifest.json")} (system prompt, tools)`,
    );
    expect(existsSync(inFolder("rows.manifest.json"))).toBe(true);
    expect(existsSync(inFolder("rows.partial.jsonl"))).toBe(false);

    await writeFile(
      inFolder("judge.mjs"),
      "export const honest = (row) => ({ reward: row.seeded.length ? 0 : 1, reason: row.seeded.join() });",
    );
    const graded = await whileai(
      "grade",
      inFolder("rows.jsonl"),
      "--module",
      `${inFolder("judge.mjs")}#honest`,
      "--out",
      inFolder("graded.jsonl"),
    );
    expect(graded.code).toBe(0);
    expect(graded.out).toContain("32");

    const passAt = await whileai("pass-at", inFolder("graded.jsonl"), "--json");
    expect(passAt.code).toBe(0);
    const report = JSON.parse(passAt.out);
    expect(report).toMatchObject({ kind: "pass_at", schema: "whileai-report/1", nRows: 32, nGroups: 8, k: 4 });

    const selected = await whileai(
      "select",
      inFolder("graded.jsonl"),
      "--mode",
      "rl",
      "--band",
      "0.2..0.8",
      "--out",
      inFolder("selected.jsonl"),
    );
    expect(selected.code).toBe(0);
    expect(selected.out).toMatch(/^rl selection: kept \d+ of 32 rows/);

    const exported = await whileai("export", inFolder("selected.jsonl"), "--out", inFolder("train.jsonl"));
    expect(exported.code).toBe(0);
    const [first] = (await readFile(inFolder("train.jsonl"), "utf8")).split("\n");
    // The manifest carried the system prompt through three files.
    expect(JSON.parse(first as string).prompt[0]).toEqual({ role: "system", content: "Help customers with orders." });
    expect(existsSync(inFolder("train.rollouts.jsonl"))).toBe(true);

    const sft = await whileai("select", inFolder("graded.jsonl"), "--mode", "sft", "--out", inFolder("sft.jsonl"));
    expect(sft.out).toMatch(/^sft selection: kept \d+ of 32 rows/);
    await whileai("export", inFolder("sft.jsonl"), "--out", inFolder("sft-train.jsonl"));
    const samples = (await readFile(inFolder("sft-train.jsonl"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const sample of samples) {
      expect(sample.completion).toHaveLength(1);
      expect(sample.prompt[0].role).toBe("system");
      expect(sample.tools).toHaveLength(1);
    }
    const messages = await whileai(
      "export",
      inFolder("sft.jsonl"),
      "--format",
      "openai",
      "--out",
      inFolder("messages.jsonl"),
      "--json",
    );
    expect(JSON.parse(messages.out).kind).toBe("export_files");
  });

  test("without --out the rows themselves are the result, and the report is a note", async () => {
    const { code, out, notes } = await whileai(...simulateArguments("unused.jsonl").slice(0, -2));
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => JSON.parse(line).schema_version)).toEqual(new Array(32).fill("1"));
    expect(notes).toContain("simulation: 32 rows");
  });

  test("the same command twice writes the same file", async () => {
    await whileai(...simulateArguments("one.jsonl"));
    await whileai(...simulateArguments("two.jsonl"), "--concurrency", "1");
    expect(await readFile(inFolder("one.jsonl"), "utf8")).toBe(await readFile(inFolder("two.jsonl"), "utf8"));
  });

  test("rows that are there are not written over", async () => {
    await whileai(...simulateArguments("kept.jsonl"));
    const again = await whileai(...simulateArguments("kept.jsonl"));
    expect(again.code).toBe(64);
    expect(again.notes).toContain("--force");
    expect((await whileai(...simulateArguments("kept.jsonl"), "--force")).code).toBe(0);
    await writeFile(inFolder("torn.partial.jsonl"), "{}\n");
    const interrupted = await whileai(...simulateArguments("torn.jsonl"));
    expect(interrupted.code).toBe(64);
    expect(interrupted.notes).toContain("interrupted");
  });

  test("a rubric and a judge model grade through a server", async () => {
    const server = await startTestServer({ replies: ['{"reason": "names the date", "score": 1}'] });
    try {
      await whileai(...simulateArguments("to-judge.jsonl"));
      const { code, out } = await whileai(
        "grade",
        inFolder("to-judge.jsonl"),
        "--rubric",
        "Names the date.",
        "--judge",
        `vllm:m@${server.url}/v1`,
        "--store",
        inFolder("judging"),
        "--json",
      );
      expect(code).toBe(0);
      const { report, rows } = JSON.parse(out);
      expect(report).toMatchObject({ kind: "grade", graded: 32, passed: 32 });
      expect(rows[0]).toMatchObject({ reward: 1, reason: "names the date", judge_status: "ok" });
    } finally {
      await server.close();
    }
  });

  test("a verifier by name, with options", async () => {
    await whileai(...simulateArguments("to-verify.jsonl"));
    const { code, out } = await whileai("grade", inFolder("to-verify.jsonl"), "--verifier", "JSONValid", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).report.failed).toBe(32);
  });

  test.each([
    ["simulate", () => simulateArguments("unwritable.csv")],
    [
      "grade",
      () => ["grade", inFolder("paid.jsonl"), "--module", inFolder("paid.mjs"), "--out", inFolder("graded.csv")],
    ],
    ["select", () => ["select", inFolder("nowhere.jsonl"), "--mode", "rl", "--out", inFolder("selected.csv")]],
  ])("%s refuses a file it cannot write before it does any work", async (_name, argv) => {
    await writeFile(inFolder("paid.jsonl"), '{"scenario_id": "a", "final_text": "x"}\n');
    await writeFile(inFolder("paid.mjs"), "globalThis.paidFor = true; export default () => 1;");
    const { code, notes } = await whileai(...argv());
    expect(code).toBe(64);
    expect(notes).toContain(".csv");
    expect(
      existsSync(inFolder("unwritable.partial.jsonl")) || existsSync(inFolder("unwritable.csv.partial.jsonl")),
    ).toBe(false);
    expect(globalThis).not.toHaveProperty("paidFor");
  });

  test("verdicts are not written over by accident, nor are the rows that were graded", async () => {
    await writeFile(inFolder("once.jsonl"), '{"scenario_id": "a", "final_text": "{}"}\n');
    const argv = ["grade", inFolder("once.jsonl"), "--verifier", "JSONValid", "--out"];
    const onto = await whileai(...argv, inFolder("once.jsonl"));
    expect(onto.code).toBe(64);
    expect(onto.notes).toContain("--force");
    expect(await readFile(inFolder("once.jsonl"), "utf8")).not.toContain("reward");
    expect((await whileai(...argv, inFolder("once.graded.jsonl"))).code).toBe(0);
    expect((await whileai(...argv, inFolder("once.graded.jsonl"))).code).toBe(64);
    expect((await whileai(...argv, inFolder("once.graded.jsonl"), "--force")).code).toBe(0);
  });

  test("the verifier that the help of grade shows is one", async () => {
    const { out } = await whileai("grade", "--help");
    const example = /'(\w+:\{.*?\})'/.exec(out.replace(/\s+/g, " "))?.[1];
    await writeFile(inFolder("shown.jsonl"), '{"scenario_id": "a", "final_text": "refund", "answer": "refund"}\n');
    const graded = await whileai("grade", inFolder("shown.jsonl"), "--verifier", `${example}`, "--json");
    expect(graded).toMatchObject({ code: 0, out: expect.stringContaining('"passed": 1') });
  });

  test("an interrupted grading keeps its verdicts, and is not as asked", async () => {
    const interrupted = new AbortController();
    Object.assign(globalThis, { interruptGrading: () => interrupted.abort() });
    await writeFile(inFolder("many.jsonl"), Array.from({ length: 6 }, (_, id) => `{"scenario_id": ${id}}\n`).join(""));
    await writeFile(
      inFolder("slow.mjs"),
      "export default (row) => row.scenario_id < 3 ? 1 : new Promise(() => globalThis.interruptGrading());",
    );
    const argv = ["grade", inFolder("many.jsonl"), "--module", inFolder("slow.mjs"), "--concurrency", "1"];
    const out = inFolder("interrupted.jsonl");
    const code = await run([...argv, "--out", out], { out: () => {}, note: () => {}, signal: interrupted.signal });
    expect(code).toBe(2);
    const rewards = (await readFile(out, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).reward);
    expect(rewards).toEqual([1, 1, 1, null, null, null]);
  });

  test("an interrupted run keeps its rows, and is not as asked", async () => {
    const interrupted = new AbortController();
    const server = await startTestServer({
      replies: ({ index }) => {
        if (index > 3) interrupted.abort();
        return "Hello.";
      },
    });
    try {
      const out = inFolder("interrupted-run.jsonl");
      const store = inFolder("interrupted, it's said");
      const argv = ["simulate", "--tools", inFolder("tools.json"), "--system-prompt", "x", "--budget", "50"];
      const notes: string[] = [];
      const code = await run(
        [...argv, "--agent", `vllm:m@${server.url}/v1`, "--concurrency", "1", "--store", store, "--out", out],
        { out: () => {}, note: (text) => notes.push(text), signal: interrupted.signal },
      );
      expect(code).toBe(2);
      const rows = (await readFile(out, "utf8")).trim().split("\n");
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThan(50);
      const pasted = `'${inFolder("interrupted, it'\\''s said")}'`;
      expect(notes.join("\n")).toContain(`whileai simulate --resume ${pasted} --out ${out} --force`);

      const asked = server.requests.length;
      const resumed = await whileai("simulate", "--resume", store, "--out", out, "--force", "--json");
      expect(resumed.code).toBe(0);
      expect(JSON.parse(resumed.out)).toMatchObject({ rows: 50, resumed: rows.length, folder: store });
      expect((await readFile(out, "utf8")).trim().split("\n").slice(0, rows.length)).toEqual(rows);
      expect(server.requests.length).toBeLessThanOrEqual(asked + 50 - rows.length);
      // The folder is rows with a manifest, like every other file of rows.
      const passAt = await whileai("pass-at", join(store, "rows.jsonl"), "--json");
      expect(JSON.parse(passAt.out)).toMatchObject({ kind: "pass_at" });
      expect((await Rows.from(join(store, "rows.jsonl"))).context).toMatchObject({
        systemPrompt: "x",
        mode: "explore",
      });
      await writeFile(join(store, "manifest.json"), '{"name": "an extension"}');
      expect((await Rows.from(join(store, "rows.jsonl"))).context.systemPrompt).toBeUndefined();
    } finally {
      await server.close();
    }
  });

  test.each([
    ["no run", ["--resume", "nowhere"], /nowhere holds no run/],
    ["another budget", ["--resume", "nowhere", "--budget", "3"], /--budget and --resume do not go together/],
    [
      "another simulator",
      ["--resume", "nowhere", "--simulator", "none"],
      /--simulator and --resume do not go together/,
    ],
    ["no tools", ["--system-prompt", "x"], /--tools is missing/],
  ])("does not go on with %s", async (_, argv, message) => {
    const { code, notes } = await whileai("simulate", ...argv);
    expect([code, notes]).toEqual([64, expect.stringMatching(message)]);
  });

  test.each([{}, { options: null, tools: [] }, { options: { turns: {} }, tools: [] }, { options: {}, tools: "x" }])(
    "does not go on with a run whose manifest was cut to %j",
    async (rest) => {
      await mkdir(inFolder("cut"), { recursive: true });
      const manifest = { schema: "whileai-run/1", options_hash: "a", ...rest };
      await writeFile(inFolder("cut/manifest.json"), JSON.stringify(manifest));
      const { code, notes } = await whileai("simulate", "--resume", inFolder("cut"));
      expect([code, notes]).toEqual([64, expect.stringContaining("lacks what a run is started with")]);
    },
  );

  test("a run in a folder goes on by the same command, a seeded one too, and by --resume", async () => {
    const argv = [...simulateArguments("kept.jsonl"), "--store", inFolder("kept"), "--force", "--json"];
    const first = await whileai(...argv);
    expect(JSON.parse(first.out)).toMatchObject({ rows: 32, resumed: 0 });
    expect(JSON.parse((await whileai(...argv)).out)).toMatchObject({ rows: 32, resumed: 32 });
    const { out } = await whileai("simulate", "--resume", inFolder("kept"), "--json");
    expect(JSON.parse(out).report).toMatchObject({ rows: 32, resumed: 32 });
    const other = await whileai(...argv, "--seed", "1");
    expect([other.code, other.out]).toEqual([64, expect.stringMatching(/seed \(0 there, 1 here\)/)]);
  });

  test("without a model, the command names its own options", async () => {
    vi.stubEnv("WHILEAI_API_KEY", undefined);
    vi.stubEnv("WHILEAI_HOME", inFolder("nobody"));
    await writeFile(inFolder("ungraded.jsonl"), '{"scenario_id": "a", "final_text": "x"}\n');
    const grade = await whileai("grade", inFolder("ungraded.jsonl"));
    expect([grade.code, grade.notes]).toEqual([
      64,
      expect.stringMatching(/No judge.*--judge.*verify:MathEqual.*judge\.mjs.*--rubric/),
    ]);
    const argv = ["simulate", "--tools", inFolder("tools.json"), "--system-prompt", "x", "--budget", "1"];
    const run = await whileai(...argv);
    expect([run.code, run.notes]).toEqual([64, expect.stringMatching(/agent.*--agent seeded/)]);
    vi.stubEnv("WHILEAI_API_KEY", "zp_live_0123456789abcdef");
    vi.stubEnv("WHILEAI_MODELS_URL", "http://127.0.0.1:9");
    const hosted = await whileai(...argv);
    expect(hosted.notes).toContain("127.0.0.1:9");
  });

  test("a module that throws says what it threw", async () => {
    await writeFile(inFolder("thrower.mjs"), 'throw new Error("no database");');
    const { code, notes } = await whileai("grade", inFolder("bare.jsonl"), "--module", inFolder("thrower.mjs"));
    expect([code, notes]).toEqual([64, expect.stringContaining("Error: no database")]);
  });

  test("status shows roles and sources, never a key", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-secret-value");
    vi.stubEnv("WHILEAI_API_KEY", "zp_live_0123456789abcdef");
    vi.stubEnv("WHILEAI_HOME", inFolder("home"));
    vi.stubEnv("WHILEAI_AGENT", "openai:gpt-4.1-mini");
    const text = await whileai("status");
    expect(text.code).toBe(0);
    expect(text.out).toMatch(/agent +openai:gpt-4\.1-mini/);
    expect(text.out).toContain("WHILEAI_API_KEY");
    const json = await whileai("status", "--json");
    expect(JSON.parse(json.out)).toMatchObject({ schema: "whileai-status/1", variables: ["OPENAI_API_KEY"] });
    for (const shown of [text.out, json.out]) {
      expect(shown).not.toContain("sk-secret-value");
      expect(shown).not.toContain("zp_live_0123456789abcdef");
    }
  });
});

describe("exit codes", () => {
  const cases: [what: string, argv: () => string[], code: number, says: RegExp][] = [
    ["no command", () => [], 64, /Usage|usage|help/],
    ["an unknown command", () => ["pass-ta"], 64, /pass-at/],
    ["an unknown flag", () => ["pass-at", "x.jsonl", "--kk", "1"], 64, /--kk|--k/],
    ["a flag that is no number", () => ["pass-at", "x.jsonl", "--k", "four"], 64, /whole number/],
    ["a band that is no range", () => ["select", "x.jsonl", "--mode", "rl", "--band", "0.2"], 64, /0\.2\.\.0\.8/],
    ["a missing file", () => ["pass-at", inFolder("absent.jsonl")], 64, /absent\.jsonl/],
    ["a missing required option", () => ["select", "x.jsonl"], 64, /--mode/],
    ["a mode that is none", () => ["select", inFolder("bare.jsonl"), "--mode", "grpo"], 64, /rl/],
    [
      "tools that are no JSON",
      () => ["simulate", "--tools", inFolder("policy.txt"), "--system-prompt", "x"],
      64,
      /not JSON/,
    ],
    [
      "tools that are no list",
      () => ["simulate", "--tools", inFolder("object.json"), "--system-prompt", "x"],
      64,
      /list of tools/,
    ],
    [
      "a text file that is not there",
      () => ["simulate", "--tools", inFolder("tools.json"), "--system-prompt", "@nowhere.txt"],
      64,
      /nowhere\.txt/,
    ],
    ["an unknown verifier", () => ["grade", inFolder("bare.jsonl"), "--verifier", "ExactMatsch"], 64, /ExactMatch/],
    [
      "a verifier with broken options",
      () => ["grade", inFolder("bare.jsonl"), "--verifier", "Includes:{"],
      64,
      /not JSON/,
    ],
    [
      "two judges at once",
      () => ["grade", inFolder("bare.jsonl"), "--verifier", "JSONValid", "--judge", "openai:m"],
      64,
      /cannot go together/,
    ],
    [
      "a judge module that is not there",
      () => ["grade", inFolder("bare.jsonl"), "--module", "nowhere.mjs#judge"],
      64,
      /nowhere\.mjs/,
    ],
    [
      "a judge module without the export",
      () => ["grade", inFolder("bare.jsonl"), "--module", `${inFolder("empty.mjs")}#judge`],
      64,
      /exports/,
    ],
    ["an export as Parquet", () => ["export", inFolder("bare.jsonl"), "--out", inFolder("x.parquet")], 64, /\.jsonl/],
    ["an export of zero rows", () => ["export", inFolder("empty.jsonl"), "--out", inFolder("x.jsonl")], 1, /row/],
    ["rows that are not graded", () => ["pass-at", inFolder("bare.jsonl")], 2, /n\/a/],
    ["a selection of ungraded rows", () => ["select", inFolder("bare.jsonl"), "--mode", "rl"], 2, /kept 0/],
    ["a manifest that is broken", () => ["select", inFolder("odd.jsonl"), "--mode", "rl"], 64, /manifest/],
    ["help", () => ["--help"], 0, /quickstart/],
    ["help of a command", () => ["grade", "--help"], 0, /--rubric/],
    ["version", () => ["--version"], 0, /^\d+\.\d+\.\d+$/],
  ];

  beforeAll(async () => {
    await writeFile(inFolder("bare.jsonl"), '{"scenario_id":"a","prompt":"p","steps":[],"final_text":"t"}\n');
    await writeFile(inFolder("odd.jsonl"), '{"scenario_id":"a","reward":1}\n');
    await writeFile(inFolder("odd.manifest.json"), "{}");
    await writeFile(inFolder("empty.jsonl"), "");
    await writeFile(inFolder("empty.mjs"), "export const other = 1;");
    await writeFile(inFolder("object.json"), "{}");
  });

  test.each(cases)("%s", async (_what, argv, code, says) => {
    const result = await whileai(...argv());
    expect(`${result.out}\n${result.notes}`.trim()).toMatch(says);
    expect(result.code).toBe(code);
  });

  test.each(cases.filter(([, , code]) => code === 64 || code === 1))("%s, as JSON", async (_what, argv, code) => {
    const words = argv();
    if (words.length === 0) return;
    const result = await whileai(...words, "--json");
    expect(result.code).toBe(code);
    const { error } = JSON.parse(result.out);
    expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String), fix: expect.any(String) });
    expect(result.notes).toBe("");
  });
});
