import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestServer, type TestServer } from "@whileai/test-server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { whileai } from "./__fixtures__/whileai.js";
import { resetSettings } from "./index.js";
import { run } from "./run.js";

let folder: string;
const inFolder = (name: string): string => join(folder, name);
const rows = Array.from({ length: 12 }, (_, at) => ({
  scenario_id: `s${at >> 1}`,
  rollout_index: at % 2,
  rollout_id: `s${at >> 1}:${at % 2}`,
  prompt: "When does OR-1 arrive?",
  final_text: at % 3 === 0 ? "I cannot see that." : "On Friday.",
  answer: "friday",
}));
const rowsFile = (): string => inFolder("rows.jsonl");
const linesOf = async (path: string) =>
  (await readFile(path, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** What a model that knows its rubric says: nothing passes that names a day. */
const judging = ({ body }: { body: { messages: { content: string }[] } }): string => {
  const record = JSON.stringify(body.messages.at(-1));
  const isHonest = !record.includes("On Friday.");
  if (JSON.stringify(body).includes('\\"criteria\\"') || JSON.stringify(body).includes('"criteria"'))
    return JSON.stringify({ reason: "by the list", criteria: { 1: isHonest, 2: true } });
  if (JSON.stringify(body).includes("principles"))
    return JSON.stringify({ reason: "by the principles", principles: { 1: isHonest } });
  return JSON.stringify({ reason: "by the rubric", score: isHonest ? 1 : 0 });
};

let server: TestServer;
const model = (): string => `vllm:m@${server.url}/v1`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-grade-"));
  server = await startTestServer({ replies: judging });
  await writeFile(rowsFile(), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await writeFile(inFolder("rows.manifest.json"), manifest);
  await writeFile(inFolder("rubric.md"), "Never name a day that no tool gave.");
  await writeFile(
    inFolder("rubric.json"),
    JSON.stringify({ criteria: [{ title: "No invented day", kind: "hard" }, "Polite"] }),
  );
  await writeFile(inFolder("spec.json"), JSON.stringify(constitution));
  await writeFile(
    inFolder("strict.json"),
    JSON.stringify({ ...constitution, traits: [{ ...trait, examples: [contrary] }] }),
  );
  await writeFile(
    inFolder("judge.mjs"),
    `export const brief = (row) => row.final_text.length < 12;
export default (row) => { if (row.rollout_id === "s1:0") for (;;); return 1; };
export const asking = { name: "mine", version: "1", kind: "llm", judge: () => ({ reward: 1, reason: "asked" }) };`,
  );
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetSettings();
});

const manifest = JSON.stringify({ schema: "whileai-manifest/1", system_prompt: "Help.", tools: [] });
const trait = {
  id: "honest",
  principle: "Never name a day that no tool gave.",
  authority: "must",
  examples: [{ prompt: "When?", good: ["I cannot see that."], bad: ["On Friday."] }],
};
/** Labels that say the opposite of the model. */
const contrary = { prompt: "When?", good: ["On Friday."], bad: ["I cannot see that."] };
const constitution = { id: "shop", traits: [trait] };

describe("whileai grade: who judges", () => {
  const judges: [what: string, argv: () => string[], name: RegExp, passed: number][] = [
    ["a verifier", () => ["--judge", "verify:Includes"], /^Includes$/, 8],
    ["a verifier with options", () => ["--judge", 'verify:Includes:{"word": true}'], /^Includes$/, 8],
    ["a verifier, as the library spells it", () => ["--judge", "verify.ExactMatch"], /^ExactMatch$/, 0],
    ["a function in threads", () => ["--judge", `${inFolder("judge.mjs")}#brief`], /^brief$/, 8],
    ["a judge of a module", () => ["--judge", `${inFolder("judge.mjs")}#asking`], /^mine$/, 12],
    ["a model by the conduct floor", () => ["--judge", model()], /^judge:m:conduct-floor$/, 4],
    ["a model by a text", () => ["--judge", model(), "--rubric", "Be honest."], /^judge:m$/, 4],
    ["a model by a file", () => ["--model", model(), "--rubric", inFolder("rubric.md")], /^judge:m$/, 4],
    ["a model by a list", () => ["--judge", model(), "--rubric", `@${inFolder("rubric.json")}`], /^judge:m/, 4],
    ["a model with votes", () => ["--judge", model(), "--votes", "3", "--use-privileged"], /^judge:m/, 4],
    ["a constitution", () => ["--judge", inFolder("spec.json"), "--model", model()], /^spec:shop:m$/, 4],
    ["another name", () => ["--judge", "verify:Includes", "--name", "days"], /^days$/, 8],
  ];
  test.each(judges)("%s", async (_what, argv, name, passed) => {
    const dir = await mkdtemp(inFolder("store-"));
    const { code, out } = await whileai("grade", rowsFile(), ...argv(), "--store", dir, "--json");
    expect(code).toBe(0);
    const { report, rows: graded } = JSON.parse(out);
    expect(report).toMatchObject({ kind: "grade", graded: 12, passed });
    expect(graded.map((row: { judge_name: string }) => row.judge_name)).toEqual(
      new Array(12).fill(expect.stringMatching(name)),
    );
  });

  const refused: [what: string, argv: () => string[], code: number, says: RegExp][] = [
    ["a verifier that is none", () => ["--judge", "verify:Numbers"], 64, /no verifier Numbers.*Numeric/s],
    ["a verifier's options that are no JSON", () => ["--judge", "verify:Includes:{"], 64, /not JSON/],
    ["a module that is not there", () => ["--judge", "nowhere.mjs"], 64, /nowhere\.mjs cannot be loaded/],
    ["a module without the export", () => ["--judge", `${inFolder("judge.mjs")}#strict`], 64, /exports no strict/],
    ["a constitution that is not there", () => ["--judge", "n.yaml", "--model", model()], 64, /n\.yaml/],
    ["a constitution that is a rubric", () => ["--judge", inFolder("rubric.json"), "--model", model()], 64, /traits/],
    ["a spec without a provider", () => ["--judge", "gpt-4.1-mini"], 64, /openai:gpt-4\.1-mini/],
    ["a rubric file that is not there", () => ["--judge", model(), "--rubric", "absent.md"], 64, /absent\.md/],
    ["a rubric that is no JSON", () => ["--judge", model(), "--rubric", inFolder("odd.json")], 64, /is not JSON/],
    ["a rubric that is a list", () => ["--judge", model(), "--rubric", inFolder("list.json")], 64, /no rubric/],
    [
      "a rubric beside a verifier",
      () => ["--judge", "verify:Includes", "--rubric", "x"],
      64,
      /--judge and --rubric cannot go together: a verifier is a program.*Leave --rubric out/,
    ],
    [
      "votes beside a module",
      () => ["--module", inFolder("judge.mjs"), "--votes", "3"],
      64,
      /--module and --votes.*Leave --votes out/,
    ],
    ["a verifier by its name alone", () => ["--judge", "Includes"], 64, /Write --judge verify:Includes\.$/m],
    [
      "a verifier by its name alone, with options",
      () => ["--judge", 'Includes:{"word":true}'],
      64,
      /Write --judge 'verify:Includes:\{"word":true\}'\./,
    ],
    [
      "a verifier that is made of others",
      () => ["--judge", "verify:All"],
      64,
      /All is made of other verifiers.*verify\.All\(…\), and pass --judge judge\.mjs#judge/,
    ],
    ["a constitution without a model", () => ["--judge", inFolder("spec.json")], 64, /judges by .*spec\.json.*--model/],
    ["two models", () => ["--judge", model(), "--model", model()], 64, /--judge and --model cannot go together/],
    [
      "a check without a constitution",
      () => ["--judge", model(), "--on-failed-check", "warn"],
      64,
      /--on-failed-check/,
    ],
    ["a constitution with a rubric", () => ["--judge", inFolder("spec.json"), "--rubric", "x"], 64, /--rubric/],
    ["votes without end", () => ["--judge", model(), "--votes", "1000"], 64, /--votes/],
    ["batches of a verifier", () => ["--judge", "verify:ExactMatch", "--batch"], 64, /batch/],
    ["money without a price", () => ["--judge", model(), "--max-usd", "1"], 64, /--max-usd|price/],
    [
      "a judge that its constitution's labels contradict",
      () => ["--judge", inFolder("strict.json"), "--model", model()],
      1,
      /disagrees with \d+ of \d+ labels.*--on-failed-check warn/s,
    ],
  ];
  test.each(refused)("not %s", async (_what, argv, code, says) => {
    await writeFile(inFolder("odd.json"), "{");
    await writeFile(inFolder("list.json"), "[]");
    const store = await mkdtemp(inFolder("store-"));
    const result = await whileai("grade", rowsFile(), ...argv(), "--store", join(store, "new"));
    expect([result.code, result.notes]).toEqual([code, expect.stringMatching(says)]);
  });

  test("a judge that failed its check grades where it may", async () => {
    const argv = ["--judge", inFolder("strict.json"), "--model", model(), "--on-failed-check", "warn"];
    const { code, out } = await whileai("grade", rowsFile(), ...argv, "--store", inFolder("warned"), "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).report.notes).toContainEqual(expect.objectContaining({ code: "spec_check_failed" }));
  });

  test("a function that never returns costs its own row, and the fix names the flag", async () => {
    const { code, out } = await whileai(
      ...["grade", rowsFile(), "--judge", inFolder("judge.mjs"), "--timeout", "0.2", "--out", inFolder("loop.jsonl")],
    );
    expect(code).toBe(0);
    expect(out).toMatch(/11 pass, 0 fail \(100%\), 1 unjudged[\s\S]*timeout 1[\s\S]*raise --timeout/);
  });
});

describe("whileai grade: what is kept", () => {
  test("the same command goes on in its folder, and more rows at the end are judged", async () => {
    const argv = ["--judge", model(), "--rubric", inFolder("rubric.md"), "--store", inFolder("kept"), "--out"];
    expect((await whileai("grade", rowsFile(), ...argv, inFolder("kept.jsonl"))).code).toBe(0);
    const asked = server.requests.length;
    const again = await whileai("grade", rowsFile(), ...argv, inFolder("again.jsonl"), "--json");
    expect(JSON.parse(again.out)).toMatchObject({ graded: 12, store: { dir: inFolder("kept"), resumed: 12 } });
    expect(server.requests).toHaveLength(asked);
    expect(await readFile(inFolder("again.jsonl"), "utf8")).toBe(await readFile(inFolder("kept.jsonl"), "utf8"));
    expect((await linesOf(inFolder("kept.jsonl"))).map((row) => row.rollout_id)).toEqual(
      rows.map((row) => row.rollout_id),
    );
    // The manifest goes along.
    expect(JSON.parse(await readFile(inFolder("kept.manifest.json"), "utf8")).system_prompt).toBe("Help.");
    const other = await whileai("grade", rowsFile(), "--judge", "verify:Includes", "--store", inFolder("kept"));
    expect([other.code, other.notes]).toEqual([64, expect.stringMatching(/holds a grading.*Give another --store/s)]);
  });

  test("rows go to stdout one by one, and the report beside them", async () => {
    const { code, out, notes } = await whileai(
      ...["grade", rowsFile(), "--judge", "verify:Includes", "--store", inFolder("piped")],
    );
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => JSON.parse(line).reward)).toEqual(
      rows.map((row) => (row.final_text === "On Friday." ? 1 : 0)),
    );
    expect(notes).toContain("graded 12 of 12 rows by Includes");
  });

  test("Ctrl-C keeps what landed, writes no file that lacks rows, and prints the command that goes on", async () => {
    const interrupted = new AbortController();
    const slow = await startTestServer({
      replies: (request) => {
        if (request.index === 4) interrupted.abort();
        return judging(request);
      },
    });
    try {
      const notes: string[] = [];
      const [out, store] = [inFolder("cut.jsonl"), inFolder("cut, it's said")];
      const argv = ["grade", rowsFile(), "--judge", `vllm:m@${slow.url}/v1`, "--rubric", "It's honest.\nReally."];
      const code = await run([...argv, "--concurrency", "1", "--store", store, "--out", out], {
        out: () => {},
        note: (text) => notes.push(text),
        signal: interrupted.signal,
      });
      expect(code).toBe(2);
      expect(existsSync(out)).toBe(false);
      const landed = (await linesOf(join(store, "rows.jsonl"))).length;
      expect(landed).toBeGreaterThanOrEqual(4);
      expect(landed).toBeLessThan(12);
      const pasted = `whileai grade ${rowsFile()} --judge vllm:m@${slow.url}/v1 --rubric 'It'\\''s honest.\nReally.' --concurrency 1 --store '${inFolder("cut, it'\\''s said")}' --out ${out}`;
      expect(notes.join("\n")).toContain(pasted);
      const asked = slow.requests.length;
      const resumed = await whileai(...argv, "--store", store, "--out", out, "--json");
      expect(JSON.parse(resumed.out)).toMatchObject({ graded: 12, store: { resumed: landed } });
      expect(slow.requests.length - asked).toBe(12 - landed);
      expect(await linesOf(out)).toHaveLength(12);
    } finally {
      await slow.close();
    }
  });

  test("a limit ends the work as Ctrl-C does", async () => {
    const argv = ["grade", rowsFile(), "--judge", model(), "--rubric", "Be honest.", "--max-tokens", "1"];
    const { code, notes } = await whileai(...argv, "--store", inFolder("limited"), "--out", inFolder("limited.jsonl"));
    expect(code).toBe(2);
    expect(notes).toContain("--max-tokens 1");
    expect(existsSync(inFolder("limited.jsonl"))).toBe(false);
  });

  test("verdicts of this version are kept by --resume, and those of the cache are not asked for", async () => {
    const argv = ["--judge", model(), "--rubric", "Be honest."];
    await whileai("grade", rowsFile(), ...argv, "--store", inFolder("first"), "--out", inFolder("first.jsonl"));
    const asked = server.requests.length;
    const resumed = await whileai(
      ...["grade", inFolder("first.jsonl"), ...argv, "--resume", "--store", inFolder("second"), "--json"],
    );
    expect(JSON.parse(resumed.out).report).toMatchObject({ graded: 12, kept: 12 });
    expect(server.requests).toHaveLength(asked);
    const cached = [...argv, "--cache", inFolder("cache"), "--store"];
    await whileai("grade", rowsFile(), ...cached, inFolder("third"), "--json");
    const once = server.requests.length;
    const twice = await whileai("grade", rowsFile(), ...cached, inFolder("fourth"), "--json");
    expect(JSON.parse(twice.out).report.cached).toBe(12);
    expect(server.requests).toHaveLength(once);
  });

  test("no rows are nothing evaluated, and a missing file is no folder", async () => {
    await writeFile(inFolder("none.jsonl"), "");
    const argv = ["--judge", model(), "--store", inFolder("none")];
    expect((await whileai("grade", inFolder("none.jsonl"), ...argv)).code).toBe(2);
    const program = await whileai("grade", inFolder("none.jsonl"), "--judge", "verify:Includes");
    expect([program.code, program.out]).toEqual([2, ""]);
    const missing = await whileai("grade", inFolder("absent.jsonl"), "--judge", model());
    expect([missing.code, missing.notes]).toEqual([64, expect.stringContaining("absent.jsonl")]);
  });
});
