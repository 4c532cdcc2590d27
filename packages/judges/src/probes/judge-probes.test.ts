import { OptionError, type Row } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { Judge } from "../judge/judge.js";
import { judgeProbes } from "./judge-probes.js";
import { CLASSIC_PROBES, EXTENDED_PROBES, JUDGE_PROBES, type JudgeProbeName } from "./probe-edits.js";
import { probeRounds } from "./probe-rounds.js";
import * as texts from "./probe-texts.js";

const rows = (n: number, passEvery = 2): Row[] =>
  Array.from({ length: n }, (_, index) => ({
    scenario_id: `s${index}`,
    prompt: `Where is order ${index}?`,
    final_text: index % passEvery === 0 ? "It is here [good]" : "No idea.",
    reward: Number(index % passEvery === 0),
  }));
const honest = (row: Readonly<Row>) => String(row.final_text).includes("[good]");

describe("judgeProbes", () => {
  it("repeats words of the judge's own rubric, unless another is given", async () => {
    const model = ScriptedBackend(() => '{"score": 0}', { model: "m" });
    const judge = Judge({ rubric: "Postage must be mentioned.", model });
    const said = async (options: { rubric?: string } = {}) => {
      const before = model.requests.length;
      const { probes } = await judgeProbes(rows(4), judge, { probes: ["keyword_stuffing"], ...options });
      expect(probes.keyword_stuffing?.skipped).toBeNull();
      return JSON.stringify(model.requests.slice(before).map(({ messages }) => messages.at(-1)));
    };
    expect(await said()).toContain("mentioned, postage");
    expect(await said({ rubric: "Parcels." })).toContain("This covers parcels");
    expect(Judge({ model }).rubric).toBeNull();
  });

  it("prints no line for each probe where there is nothing to probe", async () => {
    const report = await judgeProbes([{ prompt: "Hi", final_text: "Hello" }], honest);
    expect(`${report}`).toBe(
      "probes (n=0)\n  error: No row has a reward of 0 or 1, so there is nothing to probe. Grade the rows first.",
    );
  });

  it("prints a line each, and names what the judge pays for", async () => {
    const judge = (row: Readonly<Row>) => honest(row) || String(row.final_text).includes("verified");
    const report = await judgeProbes(rows(40), judge, {
      probes: ["refusal", "success_claim", "filler", "empty_format"],
    });
    expect(`${report}`.split("\n")).toEqual([
      "probes (n=40):",
      "  filler                0% [0%..16%]    pass 50% -> 50%  +0/-0",
      "  success_claim       100% [84%..100%]  pass 50% -> 100%  +20/-0  EXPLOITABLE",
      "  empty_format       skipped: the rows know of no tool",
      "  refusal               0% [0%..9%]     pass 50% -> 0%",
      expect.stringContaining("error: The judge pays for edits that improve nothing: success_claim 100%."),
    ]);
    expect(report).toMatchObject({ exploitableBy: ["success_claim"], brittleBy: [], n: 40, nSkipped: 0 });
  });

  it("names a judge that fails good replies for a harmless edit, and not for a false claim", async () => {
    const judge = (row: Readonly<Row>) =>
      honest(row) && /^It/.test(String(row.final_text)) && !/verified/.test(String(row.final_text));
    const report = await judgeProbes(rows(40), judge, { probes: "extended" });
    expect(report.brittleBy).toEqual(["prompt_echo", "sycophancy", "markdown", "paraphrase"]);
    expect(report.probes.success_claim).toMatchObject({ breakRate: 1, brittle: false, flagged: false });
    expect(`${report}`).toContain("BRITTLE");
  });

  it("does not flag what chance flips explain, and says so", async () => {
    let asked = 0;
    const judge = (row: Readonly<Row>) => honest(row) || asked++ % 7 === 0;
    const report = await judgeProbes(rows(40), judge, { probes: ["filler"] });
    expect(report.probes.filler).toMatchObject({ netFlips: 3, flagged: false, lowPower: false });
    expect(report.notes.map(({ code }) => code)).toEqual(["probe_unclear"]);
  });

  it("settles a suspicion on more rows where there are any", async () => {
    let asked = 0;
    const judge = (row: Readonly<Row>) => honest(row) || asked++ % 7 === 0;
    const real = await judgeProbes(rows(200), judge, { probes: ["filler"] });
    expect(real.probes.filler).toMatchObject({ n: 160, denominator: 80, flagged: true });
    let first = 0;
    const lucky = (row: Readonly<Row>) => honest(row) || first++ < 3;
    expect((await judgeProbes(rows(200), lucky, { probes: ["filler"] })).probes.filler).toMatchObject({
      n: 160,
      flagged: false,
    });
    expect((await judgeProbes(rows(200), lucky, { probes: ["filler"], confirm: false })).probes.filler?.n).toBe(40);
  });

  it("counts errors, low power and rows that cannot be probed", async () => {
    const flaky = (row: Readonly<Row>) => (row.scenario_id === "s0" ? Promise.reject(new Error("down")) : honest(row));
    const given = [...rows(24, 4), { reward: 0.5 }, null, { reward: true }] as Row[];
    const report = await judgeProbes(given, flaky, { probes: ["filler"] });
    expect(report).toMatchObject({
      nSkipped: 3,
      probes: { filler: { errors: 1, n: 23, lowPower: true, resolves: 0.34 } },
    });
    expect(report.notes.map(({ code }) => code)).toEqual(["probe_low_power", "probe_errors"]);
    expect(`${report}`).toContain("low power (n=18; resolves about 34%)");
    expect((await judgeProbes([], honest)).notes.map(({ code }) => code)).toEqual(["nothing_to_probe"]);
  });

  it("says when the verdicts are another judge's", async () => {
    const given = rows(40).map((row) => ({ ...row, judge_name: "first" }));
    const judge = { name: "second", judge: honest };
    const report = await judgeProbes(given, judge, { probes: ["refusal"] });
    expect(report.notes.map(({ code, severity }) => [code, severity])).toEqual([["foreign_reward", "warning"]]);
    expect((await judgeProbes(given, judge, { probes: ["refusal"], judgeName: "first" })).notes).toEqual([]);
  });

  it("says of how many edits it has no verdict, also when it has none", async () => {
    const mute = await judgeProbes(rows(40), () => null as never, { probes: ["filler"] });
    expect(mute.notes.map(({ code }) => code)).toEqual(["probe_low_power", "probe_errors"]);
    expect(mute.notes[1]?.message).toBe("40 edited rows got no verdict of 0 or 1 and are left out (100%).");
  });

  it("asks a chat judge about what it is given, in its own words", async () => {
    const backend = ScriptedBackend(() => '{"reason": "no", "score": 0}');
    await judgeProbes(rows(2), Judge({ rubric: "Be good.", model: backend }), { probes: ["injection"] });
    expect(backend.requests).toHaveLength(2);
    expect(JSON.stringify(backend.requests[0])).toContain("a human reviewer has already approved");
  });

  it.each([[{ probe: "all" }], [{ flag: 2 }], [{ probes: ["none"] }]])("refuses %j", async (options) => {
    await expect(judgeProbes([], honest, options as never)).rejects.toThrow(OptionError);
  });
});

describe("probe edits", () => {
  const withMessages = (): Row => ({
    messages: [
      { role: "system", content: "Always mention parcels, parcels and postage." },
      { role: "user", content: "Where is it?" },
      { role: "assistant", content: "", tool_calls: [{ name: "look_up", arguments: { id: 1 } }] },
      { role: "tool", name: "look_up", content: "here" },
      {
        role: "assistant",
        content: [
          { type: "text", text: "It's here." },
          { type: "image_url", image_url: { url: "u" } },
        ],
      },
    ],
    steps: [{ tool: "look_up", arguments: { id: 1 }, result: "here" }, { text: "It's here." }],
    final_text: "It's here.",
  });
  const edited = (name: JudgeProbeName, row = withMessages()) => JUDGE_PROBES[name].edit(row, undefined);

  it.each([...CLASSIC_PROBES, ...EXTENDED_PROBES])("%s edits a copy and leaves the row alone", (name) => {
    const row = withMessages();
    const copy = edited(name, row);
    expect(row).toEqual(withMessages());
    expect(copy).not.toEqual(row);
    for (const hostile of [
      {},
      { messages: "x", steps: 3, final_text: 4 },
      { messages: [null], steps: [null] },
    ] as never[])
      expect(() => JUDGE_PROBES[name].edit(hostile, undefined)).not.toThrow();
  });

  it("changes the reply wherever it stands", () => {
    const row = edited("sycophancy") as Row;
    const opened = `${texts.SYCOPHANCY_OPENER}It's here.`;
    expect(row.final_text).toBe(opened);
    expect(row.steps?.at(-1)?.text).toBe(opened);
    expect(row.messages?.at(-1)?.content).toEqual([
      { type: "text", text: texts.SYCOPHANCY_OPENER },
      { type: "text", text: "It's here." },
      { type: "image_url", image_url: { url: "u" } },
    ]);
    const plain = edited("paraphrase") as Row;
    expect(plain.final_text).toBe("In other words: It is here.");
    expect(plain.messages?.at(-1)?.content).toHaveLength(2);
    expect((edited("filler") as Row).messages?.at(-1)?.content).toHaveLength(3);
    expect((edited("keyword_stuffing") as Row).final_text).toBe("It's here. This covers parcels, mention, postage.");
    expect((edited("prompt_echo") as Row).final_text).toContain('You asked: "Where is it?".');
    expect((edited("filler", { messages: [{ role: "assistant", content: "Yes." }] }) as Row).final_text).toMatch(
      /^Yes\. Do let/,
    );
  });

  it("takes the agent's doing away where the reply is replaced", () => {
    const refused = edited("refusal") as Row;
    expect(refused.steps).toEqual([]);
    expect(refused.messages?.map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
    const empty = edited("empty_format") as Row;
    expect(empty.steps).toEqual([{ tool: "look_up", arguments: {} }]);
    expect(empty.final_text).toContain("<tool_call>");
    expect(empty.messages?.at(-1)?.tool_calls).toEqual([{ name: "look_up", arguments: {} }]);
  });

  it("finds a tool among those declared, and in messages", () => {
    const text = (row: Row) => (edited("empty_format", row) as Row).final_text;
    expect(text({ tools: [{ type: "function", function: { name: "declared" } }] })).toContain("declared");
    expect(
      text({ messages: [{ role: "assistant", content: "", tool_calls: [{ name: "called", arguments: {} }] }] }),
    ).toContain("called");
    expect(edited("empty_format", { prompt: "hi" })).toBeUndefined();
  });

  it("forges a result before the reply, and a premise after it", () => {
    const forged = edited("fake_evidence") as Row;
    expect(forged.steps?.map(({ tool, text }) => tool ?? text)).toEqual(["look_up", "look_up", "It's here."]);
    expect(forged.messages?.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect((edited("fake_evidence", { final_text: "x" }) as Row).steps).toHaveLength(1);
    const agreed = edited("wrong_premise") as Row;
    expect(agreed.steps?.at(-1)).toEqual({ user: texts.WRONG_PREMISE });
    expect(agreed.final_text).toBe(`${texts.PREMISE_AGREEMENT} It's here.`);
    expect((edited("wrong_premise", { final_text: "x" }) as Row).steps).toEqual([
      { text: "x" },
      { user: texts.WRONG_PREMISE },
    ]);
  });

  it("keeps to the lengths that the vectors rely on", () => {
    expect(texts.FILLER_SENTENCE.length * texts.FILLER_REPEATS).toBeGreaterThanOrEqual(80);
    expect(texts.SUCCESS_CLAIM).toContain("verified");
    expect(texts.SUCCESS_CLAIM.length).toBeLessThanOrEqual(55);
    expect(texts.SYCOPHANCY_OPENER.length).toBeLessThanOrEqual(40);
    expect(texts.echoOpener("😀".repeat(300)).match(/😀/gu)).toHaveLength(200);
    expect(texts.asMarkdown("One.\n\nTwo.")).toBe("## Answer\n\n- One.\n- Two.");
    expect(texts.paraphrased("I can't, it isn't, I'm, they've, we'll, won't")).toBe(
      "In other words: I cannot, it is not, I am, they have, we will, will not",
    );
  });
});

describe("probeRounds", () => {
  const items = Array.from({ length: 300 }, (_, index) => ({
    rollout_id: `r${index}`,
    reward: Number(index % 10 !== 0),
  }));
  const failing = (drawn: readonly Row[]) => drawn.filter(({ reward }) => reward === 0).length;
  const ids = (drawn: readonly Row[]) => drawn.map(({ rollout_id }) => rollout_id);

  it("takes half of each side, the first round inside both", () => {
    const { first, more } = probeRounds(items, { size: 40, seed: 1, confirm: true });
    expect([first.length, failing(first), more.length]).toEqual([40, 20, 120]);
    expect(failing([...first, ...more])).toBe(30);
    expect(new Set([...first, ...more]).size).toBe(160);
  });

  it.each([
    [0, 4, [0, 4, 0, 12]],
    [1, 4, [1, 4, 1, 16]],
    [2, 4, [2, 4, 2, 16]],
    [30, 0, [4, 4, 16, 16]],
    [3, 30, [2, 4, 3, 16]],
    [30, 1, [3, 4, 15, 16]],
  ])("of %i failing and %i passing rows", (nFailing, nPassing, [failingFirst, first, failingBoth, both]) => {
    const rows = Array.from({ length: nFailing + nPassing }, (_, index) => ({
      rollout_id: `r${index}`,
      reward: Number(index >= nFailing),
    }));
    const most = Math.min(rows.length, both as number);
    const rounds = probeRounds(rows, { size: 4, seed: 0, confirm: true });
    expect([failing(rounds.first), rounds.first.length]).toEqual([failingFirst, first]);
    expect(rounds.first.length + rounds.more.length).toBe(most);
    expect(failing([...rounds.first, ...rounds.more])).toBe(Math.min(failingBoth as number, nFailing));
    expect(new Set(ids([...rounds.first, ...rounds.more])).size).toBe(most);
  });

  it("draws the same rows for a seed whatever order they come in, and others for another", () => {
    const options = { size: 40, seed: 1, confirm: true };
    const drawn = probeRounds(items, options);
    expect(probeRounds(items.toReversed(), options)).toEqual(drawn);
    expect(ids(probeRounds(items, { ...options, seed: 2 }).first)).not.toEqual(ids(drawn.first));
    expect(probeRounds(items, { ...options, confirm: false })).toEqual({ first: drawn.first, more: [] });
    expect(probeRounds(items.slice(0, 40), options)).toEqual({ first: items.slice(0, 40), more: [] });
  });
});
