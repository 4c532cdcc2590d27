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

const TASKS = 60;
/** A run of a clerk who is right two times of three, and a judge who is not moved by anything. */
const rows = Array.from({ length: TASKS }, (_, at) => ({
  scenario_id: `s${at}`,
  rollout_index: 0,
  rollout_id: `s${at}:0`,
  prompt: `When does OR-${at} arrive?`,
  final_text: at % 3 === 0 ? `Order OR-${at} is on no list.` : `OR-${at} arrives on day ${at}.`,
  answer: `day ${at}`,
  judge_name: "clerk",
  judge_status: "ok",
  reward: at % 3 === 0 ? 0 : 1,
}));
const labelled = rows.map((row) => ({ ...row, gold_reward: row.reward, gold_kind: "human" }));
const write = (name: string, lines: readonly unknown[]) =>
  writeFile(inFolder(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

let server: TestServer;
/** A model that looks for the day, and one that does what the record asks of it. */
const replies = ({ body }: { body: { model: string; messages: { content: string }[] } }): string => {
  const record = String(body.messages.at(-1)?.content);
  const isRight = body.model === "gullible" ? record.length > 400 : /arrives on day/.test(record);
  return JSON.stringify({ reason: "as it reads", score: isRight ? 1 : 0 });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-judges-"));
  server = await startTestServer({ replies });
  await write("rows.jsonl", rows);
  await write("labelled.jsonl", labelled);
  await write(
    "contrary.jsonl",
    labelled.map((row) => ({ ...row, gold_reward: 1 - row.reward })),
  );
  await write(
    "one-class.jsonl",
    labelled.map((row) => ({ ...row, gold_reward: 1 })),
  );
  await write(
    "fractional.jsonl",
    labelled.map((row) => ({ ...row, reward: 0.5 })),
  );
  await write(
    "labels.jsonl",
    labelled.map(({ rollout_id, gold_reward }) => ({ rollout_id, label: gold_reward, annotator: "ann" })),
  );
  await writeFile(
    inFolder("labels.json"),
    JSON.stringify(Object.fromEntries(labelled.map((row) => [row.rollout_id, row.gold_reward]))),
  );
  await write(
    "opinions.jsonl",
    labelled.map((row) => ({ ...row, opinion: row.gold_reward })),
  );
  await write(
    "people.jsonl",
    rows.map((row) => ({ ...row, is_right: row.reward })),
  );
  await write(
    "ungraded.jsonl",
    rows.map(({ reward: _, judge_status: __, ...row }) => row),
  );
  await write(
    "failed.jsonl",
    rows.map((row, at) => (at === 3 ? { ...row, reward: null, judge_status: "timeout" } : row)),
  );
  await writeFile(inFolder("broken.json"), "{");
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetSettings();
});

const judge = (model: string): string[] => ["--judge", `vllm:${model}@${server.url}/v1`, "--rubric", "Names the day."];

const asClerk = ["--judge-name", "clerk"];

interface Case {
  readonly what: string;
  readonly argv: () => string[];
  readonly code: number;
  readonly says: RegExp;
}

const cases: Case[] = [
  {
    what: "judge-trust: labels that agree",
    argv: () => ["judge-trust", inFolder("labelled.jsonl")],
    code: 0,
    says: /^PASS/,
  },
  {
    what: "judge-trust: labels that do not",
    argv: () => ["judge-trust", inFolder("contrary.jsonl")],
    code: 1,
    says: /^FAIL/,
  },
  {
    what: "judge-trust: no labels",
    argv: () => ["judge-trust", inFolder("rows.jsonl")],
    code: 2,
    says: /^NOT MEASURED[\s\S]*--gold/,
  },
  {
    what: "judge-trust: labels of one class",
    argv: () => ["judge-trust", inFolder("one-class.jsonl")],
    code: 2,
    says: /^NOT MEASURED/,
  },
  {
    what: "judge-trust: rewards between",
    argv: () => ["judge-trust", inFolder("fractional.jsonl")],
    code: 2,
    says: /^INCONCLUSIVE/,
  },
  {
    what: "judge-trust: labels of a file",
    argv: () => ["judge-trust", inFolder("rows.jsonl"), "--labels", inFolder("labels.jsonl")],
    code: 0,
    says: /60 of 60 attached to 60 rows \(by ann\)/,
  },
  {
    what: "judge-trust: labels by key",
    argv: () => ["judge-trust", inFolder("rows.jsonl"), "--labels", inFolder("labels.json"), "--annotator", "bo"],
    code: 0,
    says: /by bo/,
  },
  {
    what: "judge-trust: labels of a field",
    argv: () => ["judge-trust", inFolder("people.jsonl"), "--gold", "is_right", "--gold-kind", "human"],
    code: 0,
    says: /^PASS/,
  },
  {
    what: "judge-trust: labels that are no JSON",
    argv: () => ["judge-trust", inFolder("rows.jsonl"), "--labels", inFolder("broken.json")],
    code: 64,
    says: /--labels.*not JSON/,
  },
  {
    what: "judge-trust: labels that are not there",
    argv: () => ["judge-trust", inFolder("rows.jsonl"), "--labels", inFolder("absent.jsonl")],
    code: 64,
    says: /absent\.jsonl/,
  },
  {
    what: "judge-trust: labels of other rows",
    argv: () => ["judge-trust", inFolder("rows.jsonl"), "--labels", inFolder("stranger.json")],
    code: 64,
    says: /none of 1 label/,
  },
  {
    what: "judge-trust: an honest judge, asked again",
    argv: () => [
      "judge-trust",
      inFolder("labelled.jsonl"),
      ...judge("honest"),
      ...asClerk,
      "--probes",
      "filler,sycophancy",
    ],
    code: 0,
    says: /^PASS[\s\S]*sycophancy/,
  },
  {
    what: "judge-trust: verdicts of another judge",
    argv: () => ["judge-trust", inFolder("labelled.jsonl"), ...judge("honest")],
    code: 1,
    says: /^FAIL[\s\S]*graded by clerk[\s\S]*--judge-name/,
  },
  {
    what: "judge-trust: a judge that likes length",
    argv: () => ["judge-trust", inFolder("labelled.jsonl"), ...judge("gullible"), ...asClerk, "--sample", "30"],
    code: 1,
    says: /^FAIL[\s\S]*filler/,
  },
  {
    what: "judge-trust: a sample, and no judge to ask",
    argv: () => ["judge-trust", inFolder("labelled.jsonl"), "--sample", "5"],
    code: 64,
    says: /--sample is about asking the judge again, and no --judge is given.*leave --sample out/,
  },
  {
    what: "judge-trust: an opinion in a field of its own, beside labels of people",
    argv: () => ["judge-trust", inFolder("opinions.jsonl"), "--gold", "opinion"],
    code: 2,
    says: /^NOT MEASURED[\s\S]*kind "unknown"/,
  },
  {
    what: "judge-trust: a probe that is none",
    argv: () => ["judge-trust", inFolder("labelled.jsonl"), ...judge("honest"), "--probes", "filer"],
    code: 64,
    says: /--probes: there is no "filer"\. Did you mean filler\? Known: filler, .*paraphrase\./,
  },
  {
    what: "probe: an honest judge",
    argv: () => ["probe", inFolder("rows.jsonl"), ...judge("honest"), "--probes", "filler,sycophancy,markdown"],
    code: 0,
    says: /^probes \(n=40\)/,
  },
  {
    what: "probe: a judge that likes length",
    argv: () => ["probe", inFolder("rows.jsonl"), ...judge("gullible")],
    code: 1,
    says: /filler.*EXPLOITABLE/,
  },
  {
    what: "probe: a verifier, by cheats",
    argv: () => ["probe", inFolder("ungraded.jsonl"), "--judge", "verify:Includes"],
    code: 0,
    says: /^PASS cheats against Includes/,
  },
  {
    what: "probe: a verifier that pays for anything",
    argv: () => ["probe", inFolder("ungraded.jsonl"), "--judge", 'verify:Regex:".*"'],
    code: 1,
    says: /^FAIL cheats[\s\S]*PAID/,
  },
  {
    what: "probe: a verifier, by the probes of judges",
    argv: () => ["probe", inFolder("rows.jsonl"), "--judge", "verify:Includes", "--probes", "extended"],
    code: 0,
    says: /^probes \(n=40\)[\s\S]*injection/,
  },
  {
    what: "probe: too few rows that failed",
    argv: () => [
      "probe",
      inFolder("rows.jsonl"),
      ...judge("honest"),
      ...asClerk,
      "--probes",
      "filler,refusal",
      "--sample",
      "20",
    ],
    code: 2,
    says: /low power[\s\S]*Too few rows to say anything by filler/,
  },
  {
    what: "probe: verdicts of another judge",
    argv: () => ["probe", inFolder("rows.jsonl"), ...judge("honest"), "--probes", "refusal"],
    code: 0,
    says: /graded by clerk[\s\S]*--judge-name/,
  },
  {
    what: "probe: a verifier by cheats, and the name of a judge",
    argv: () => ["probe", inFolder("rows.jsonl"), "--judge", "verify:Includes", ...asClerk],
    code: 64,
    says: /--judge-name and a verifier or a function do not go together: .*Leave --judge-name out, or give --probes/s,
  },
  {
    what: "probe: a verifier that scores nothing",
    argv: () => ["probe", inFolder("rows.jsonl"), "--judge", 'verify:ExactMatch:{"field": "gold"}'],
    code: 2,
    says: /^NOT MEASURED cheats/,
  },
  {
    what: "probe: rows that nobody graded",
    argv: () => ["probe", inFolder("ungraded.jsonl"), ...judge("honest")],
    code: 2,
    says: /nothing to probe/,
  },
  {
    what: "probe: rows without an answer",
    argv: () => ["probe", inFolder("failed.jsonl"), "--judge", 'verify:Includes:{"field": "gold"}'],
    code: 2,
    says: /nothing is known/,
  },
  {
    what: "explain: a verifier",
    argv: () => ["explain", inFolder("rows.jsonl"), "--row", "s1:0", "--judge", "verify:Includes"],
    code: 0,
    says: /^Includes .*: reward 1/,
  },
  {
    what: "explain: a model, asked",
    argv: () => ["explain", inFolder("rows.jsonl"), "--row", "s0#0", ...judge("honest")],
    code: 0,
    says: /reward 0[\s\S]*sent:[\s\S]*reply:\n.*as it reads/,
  },
  {
    what: "explain: a reply that is no verdict",
    argv: () => ["explain", inFolder("rows.jsonl"), "--row", "s0", ...judge("honest"), "--reply", "It looks fine."],
    code: 2,
    says: /no verdict, invalid_result/,
  },
  {
    what: "explain: a reply for a program",
    argv: () => ["explain", inFolder("rows.jsonl"), "--row", "s0", "--judge", "verify:Includes", "--reply", "x"],
    code: 64,
    says: /asks no model.*--reply/s,
  },
  {
    what: "explain: a row that is none",
    argv: () => ["explain", inFolder("rows.jsonl"), "--row", "s1;0", "--judge", "verify:Includes"],
    code: 64,
    says: /none of 60 rows is called s1;0.*Did you mean s1:0/s,
  },
  {
    what: "explain: a name that several rows have",
    argv: () => ["explain", inFolder("twice.jsonl"), "--row", "s", "--judge", "verify:Includes"],
    code: 64,
    says: /2 rows are called s\..*Name one/s,
  },
  {
    what: "explain: no row named",
    argv: () => ["explain", inFolder("rows.jsonl"), "--judge", "verify:Includes"],
    code: 64,
    says: /--row/,
  },
  {
    what: "blame: the agent's and the judge's",
    argv: () => ["blame", inFolder("failed.jsonl")],
    code: 0,
    says: /^blame: 19 of 60 rows failed, 1 without a verdict[\s\S]*agent +19[\s\S]*judge +1/,
  },
  {
    what: "blame: a party that is none",
    argv: () => ["blame", inFolder("failed.jsonl"), "--exclude", "agents"],
    code: 64,
    says: /--exclude: there is no "agents"\. Did you mean agent\? Known: agent, simulator, /,
  },
  { what: "blame: rows that nobody graded", argv: () => ["blame", inFolder("ungraded.jsonl")], code: 2, says: /./ },
  {
    what: "verdict-diff: two gradings",
    argv: () => ["verdict-diff", inFolder("rows.jsonl"), inFolder("failed.jsonl"), "--examples", "1"],
    code: 0,
    says: /^clerk and clerk on 59 rows/,
  },
  {
    what: "verdict-diff: rows without verdicts",
    argv: () => ["verdict-diff", inFolder("ungraded.jsonl"), inFolder("rows.jsonl")],
    code: 2,
    says: /./,
  },
];

describe("commands about judges", () => {
  beforeAll(async () => {
    await writeFile(inFolder("stranger.json"), '{"nobody": 1}');
    await write(
      "twice.jsonl",
      [0, 1].map((rollout_index) => ({ scenario_id: "s", rollout_index, final_text: "x" })),
    );
  });

  test.each(cases)("$what", async ({ argv, code, says }) => {
    const result = await whileai(...argv());
    expect(`${result.out}\n${result.notes}`).toMatch(says);
    expect(result.code).toBe(code);
  });

  test.each(cases)("$what, as JSON", async ({ argv, code }) => {
    const { code: found, out } = await whileai(...argv(), "--json");
    const document = JSON.parse(out);
    expect(found).toBe(code);
    expect(document).toHaveProperty(code === 64 ? "error" : "kind");
  });

  test("what was interrupted is not evaluated", async () => {
    const signal = AbortSignal.abort();
    for (const command of ["judge-trust", "probe"]) {
      const argv = [command, inFolder("labelled.jsonl"), ...judge("honest")];
      expect(await run(argv, { out: () => {}, note: () => {}, signal }), command).toBe(2);
    }
  });

  test("a report goes to a file, and blame to rows", async () => {
    await whileai("judge-trust", inFolder("labelled.jsonl"), "--out", inFolder("trust.json"));
    expect(JSON.parse(await readFile(inFolder("trust.json"), "utf8"))).toMatchObject({ kind: "judge_trust", ok: true });
    const argv = ["blame", inFolder("failed.jsonl"), "--exclude", "none", "--out", inFolder("blamed.jsonl")];
    expect((await whileai(...argv)).code).toBe(0);
    const [first] = (await readFile(inFolder("blamed.jsonl"), "utf8")).split("\n");
    expect(JSON.parse(first as string)).toMatchObject({ reward: 0, blame: { party: "agent" } });
    expect((await whileai(...argv)).notes).toContain("--force");
  });
});

describe("doctor", () => {
  test("says what works here, keys by their names alone", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-secret-value");
    vi.stubEnv("WHILEAI_API_KEY", "zp_live_0123456789abcdef");
    const text = await whileai("doctor");
    expect(text.out).toMatch(/^node +v\d+[\s\S]*OPENAI_API_KEY[\s\S]*openai +\d+\.[\s\S]*sandbox on /);
    const json = await whileai("doctor", "--json");
    const document = JSON.parse(json.out);
    expect(document).toMatchObject({
      schema: "whileai-doctor/1",
      node_supported: true,
      variables: ["OPENAI_API_KEY"],
      account_key: expect.stringContaining("WHILEAI_API_KEY"),
      packages: { openai: expect.any(String), "quickjs-emscripten": expect.any(String) },
      sandbox: { kind: "sandbox" },
    });
    expect(json.code).toBe(document.sandbox.isStrict ? 0 : 1);
    for (const shown of [text.out, json.out]) {
      expect(shown).not.toContain("sk-secret-value");
      expect(shown).not.toContain("zp_live_0123456789abcdef");
    }
  });

  test("without Python, code cannot be run", async () => {
    const { code, out } = await whileai("doctor", "--python-bin", inFolder("no-python"));
    expect(code).toBe(1);
    expect(out).toMatch(/python +not found[\s\S]*strict does not hold[\s\S]*name an interpreter with --python-bin\.$/);
  });
});
