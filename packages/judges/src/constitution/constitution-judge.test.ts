import { JudgeError, type JudgeFunction, type Row } from "@whileai/core";
import { type Script, ScriptedBackend } from "@whileai/core/backends";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grade } from "../grade/grade.js";
import { isAskingJudge } from "../judge/asking-judge.js";
import { Typesafe } from "../typesafe/typesafe.js";
import { checkJudgeOnSpec } from "./check-judge-on-spec.js";
import type { Constitution } from "./constitution.js";
import { loadSpec } from "./load-spec.js";
import { parsePrinciplesReply } from "./parse-principles-reply.js";
import { principlesPrompt } from "./principles-prompt.js";
import { PRINCIPLES_REPEAT_RULE } from "./prompts/principles-rule.js";
import { scorePrinciples } from "./score-principles.js";
import { AUTHORITIES, type Trait } from "./trait.js";

const example = (index: number) => ({
  prompt: `Question ${index}`,
  good: [`good ${index}`, `good again ${index}`],
  bad: [`bad ${index}`, `bad again ${index}`],
});
const SPEC = {
  id: "shop",
  traits: [
    {
      id: "honest",
      principle: "Never claim what no tool said.",
      authority: "must",
      examples: [example(1), example(2)],
    },
    { id: "brief", name: "Brief", principle: "Say it in few words.", examples: [example(3)] },
  ],
};
const spec = (): Promise<Constitution> => loadSpec(SPEC);

/** What the model is shown as the reply that it judges. */
const finalText = (content: unknown): string => /"final_text":"([^"]*)"/.exec(String(content))?.[1] ?? "";
/** Passes replies that say "good"; asked about several principles it keeps the first and has no occasion for the rest. */
const honest: Script = ({ messages }) => {
  const count = String(messages[0]?.content).match(/^\d+\. /gm)?.length ?? 0;
  const kept = finalText(messages[1]?.content).startsWith("good");
  const rest = Object.fromEntries(Array.from({ length: count - 1 }, (_, at) => [String(at + 2), null]));
  return JSON.stringify({ reason: "as shown", principles: { "1": kept, ...rest } });
};
const lenient: Script = ({ messages }) =>
  JSON.stringify({
    reason: "fine",
    principles: Object.fromEntries(
      (String(messages[0]?.content).match(/^\d+\. /gm) ?? []).map((_, at) => [at + 1, true]),
    ),
  });

const row = (final_text: string, more: object = {}): Row => ({
  scenario_id: final_text,
  prompt: "Hi",
  final_text,
  ...more,
});

describe("a constitution's judge", () => {
  test("checks itself on the labels once, then grades with a marker for each trait", async () => {
    const backend = ScriptedBackend(honest, { model: "m" });
    const judge = (await spec()).judge({ model: backend });
    const { rows, report } = await grade([row("good"), row("bad")], judge);
    expect(rows.map(({ reward, markers }) => ({ reward, markers }))).toEqual([
      { reward: 1, markers: { honest: 1, brief: null } },
      { reward: 0, markers: { honest: 0, brief: null } },
    ]);
    expect(backend.requests).toHaveLength(12 + 2);
    await grade([row("good")], judge);
    expect(backend.requests).toHaveLength(12 + 3);
    expect(report.judge.name).toBe("spec:shop:m");
    expect(rows[0]?.judge_meta).toMatchObject({ spec_id: "shop", kept: ["honest"], no_occasion: ["brief"] });
  });

  test("judges a row that was written for one trait by that trait", async () => {
    const backend = ScriptedBackend(honest, { model: "m" });
    const judge = (await spec()).judge({ model: backend, onFailedCheck: "skip" });
    const { rows } = await grade([row("good", { scenario_dimensions: { trait: "brief" } })], judge);
    expect(rows[0]?.markers).toEqual({ honest: null, brief: 1 });
    expect(String(backend.requests[0]?.messages[0]?.content)).toContain("1. Brief: Say it in few words.");
    expect(String(backend.requests[0]?.messages[0]?.content)).not.toContain("Never claim");
  });

  test("stops before the first row when it disagrees with the labels", async () => {
    const backend = ScriptedBackend(lenient, { model: "m" });
    const judge = (await spec()).judge({ model: backend });
    const stopped = await grade([row("bad")], judge).catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(JudgeError);
    expect((stopped as JudgeError).message).toMatch(
      /^The judge disagrees with \d+ of 12 labels of its constitution\.\nFAILED: spec:shop:m.*agreement 50%/s,
    );
    expect((stopped as JudgeError).message).toContain("honest: 4 of 8, 4 bad passed");
    expect(backend.requests).toHaveLength(12);
  });

  test("says why labels got no verdict, and does not call that disagreement", async () => {
    const backend = ScriptedBackend(() => "Fine with me.", { model: "m" });
    const stopped = await grade([row("bad")], (await spec()).judge({ model: backend })).catch(
      (error: unknown) => error,
    );
    const { message } = stopped as JudgeError;
    expect(message).toMatch(/^The judge gave no verdict on 12 of 12 labels of its constitution\./);
    expect(message).toMatch(/12 of 12 labels got no verdict\. First: .*readable/);
    expect(message).toContain("explain(spec.labelledRows()[0], judge)");
    expect(message).not.toContain("no labels, so unchecked");
    const warned = (await spec()).judge({ model: backend, onFailedCheck: "warn" });
    expect(
      (await grade([row("bad")], warned)).report.notes.find(({ code }) => code === "spec_check_failed")?.message,
    ).toBe("the judge gave no verdict on 12 of 12 labels of its constitution.");
  });

  test("grades on with a note where it is asked to warn", async () => {
    const judge = (await spec()).judge({ model: ScriptedBackend(lenient, { model: "m" }), onFailedCheck: "warn" });
    const { rows, report } = await grade([row("bad")], judge);
    expect(rows[0]?.reward).toBe(1);
    expect(report.notes.map(({ code }) => code)).toContain("spec_check_failed");
  });

  test("says so when the check was skipped, and when there is nothing to check on", async () => {
    const skipped = (await spec()).judge({ model: ScriptedBackend(honest), onFailedCheck: "skip" });
    expect((await grade([row("good")], skipped)).report.notes.map(({ code }) => code)).toContain("judge_unchecked");
    const unlabelled = (await loadSpec(["Be kind."])).judge({ model: ScriptedBackend(honest) });
    expect((await grade([row("good")], unlabelled)).report.notes.map(({ code }) => code)).toContain(
      "spec_not_measured",
    );
  });

  test("asks again after a check that could not be made", async () => {
    let down = true;
    const backend = ScriptedBackend((request) => {
      if (down) throw new Error("down");
      return typeof honest === "function" ? honest(request, 0 as never) : "";
    });
    const judge = (await spec()).judge({ model: backend });
    await expect(grade([row("good")], judge)).rejects.toThrow(/FAILED/);
    down = false;
    expect((await grade([row("good")], judge)).rows[0]?.reward).toBe(1);
  });

  test("the check counts in what the call spends", async () => {
    const backend = ScriptedBackend(honest, { model: "m" });
    const { report } = await grade([row("good")], (await spec()).judge({ model: backend }));
    expect(report.spend?.calls).toBe(12 + 1);
  });

  test("an answer that leaves a principle out is asked for once more, then no verdict", async () => {
    const backend = ScriptedBackend(() => '{"reason": "x", "principles": {"1": true}}', { model: "m" });
    const judge = (await spec()).judge({ model: backend, onFailedCheck: "skip" });
    const { rows } = await grade([row("good")], judge);
    expect(rows[0]).toMatchObject({ reward: null, judge_status: "invalid_result" });
    expect(rows[0]?.reason).toContain("no clear answer to 2");
    expect(rows[0]?.markers).toBeUndefined();
    expect(backend.requests).toHaveLength(2);
  });

  test("a run without occasion has no reward", async () => {
    const backend = ScriptedBackend(() => '{"reason": "small talk", "principles": {"1": null, "2": null}}');
    const judge = (await spec()).judge({ model: backend, onFailedCheck: "skip" });
    const { rows } = await grade([row("Hello")], judge);
    expect(rows[0]).toMatchObject({
      reward: null,
      reason: "no principle had occasion",
      markers: { honest: null, brief: null },
    });
  });

  test("can be asked elsewhere, and has a version that follows the principles", async () => {
    const backend = ScriptedBackend(honest, { model: "m" });
    const judge = (await spec()).judge({ model: backend });
    expect(isAskingJudge(judge)).toBe(true);
    const other = await loadSpec(JSON.parse(JSON.stringify(SPEC).replace("few words", "fewer words")));
    expect(other.judge({ model: backend }).version).not.toBe(judge.version);
  });

  test("refuses a service that does not chat, which could not say which principle was broken", async () => {
    const shop = await spec();
    expect(() => shop.judge({ model: Typesafe() })).toThrow(/spec\.judge: typesafe:\S+ answers with probabilities/);
  });

  test("a constitution without traits judges nothing", async () => {
    const empty = await loadSpec([]);
    expect(() => empty.judge()).toThrow(JudgeError);
    await expect(spec().then((each) => each.judge({ onFail: "stop" } as object))).rejects.toThrow(/onFail/);
  });

  test("its texts", async () => {
    expect([principlesPrompt((await spec()).traits), PRINCIPLES_REPEAT_RULE]).toMatchSnapshot();
  });
});

describe("a check of any judge on the labels", () => {
  test.each<[string, JudgeFunction, string]>([
    ["one that agrees", (r) => (String(r.final_text).startsWith("good") ? 1 : 0), "passed"],
    ["one that passes all", () => 1, "failed"],
    ["one that says nothing", () => ({ reward: null }), "failed"],
    [
      "one that errs once in six",
      (r) => (String(r.final_text).startsWith("good") || r.final_text === "bad 1" || r.final_text === "bad 2" ? 1 : 0),
      "passed",
    ],
  ])("%s", async (_, judge, status) => {
    const check = await checkJudgeOnSpec(await spec(), judge);
    expect(check.status).toBe(status);
    expect(check.ok).toBe(status === "passed");
  });

  test("labels of one kind measure nothing", async () => {
    const oneSided = await loadSpec([{ id: "a", principle: "p", examples: [{ prompt: "x", good: ["y", "z"] }] }]);
    const check = await checkJudgeOnSpec(oneSided, () => 1);
    expect(check).toMatchObject({ status: "not measured", agreement: { kappa: null } });
    expect(`${check}`).toContain("NOT MEASURED");
  });

  test("few labels that agree are provisional", async () => {
    const check = await checkJudgeOnSpec(await spec(), (r) => String(r.final_text).startsWith("good"));
    expect(check).toMatchObject({ provisional: true, nLabels: 12, nUnread: 0 });
    expect(check.traits.map(({ id, n, agreed }) => [id, n, agreed])).toEqual([
      ["honest", 8, 8],
      ["brief", 4, 4],
    ]);
  });
});

describe("replies about principles", () => {
  test.each<[string, string, (boolean | null)[] | null]>([
    ["by number", '{"reason": "r", "principles": {"1": true, "2": false}}', [true, false]],
    ["no occasion", '{"principles": {"1": null, "2": "n/a"}}', [null, null]],
    ["in words", '{"principles": {"1": "yes", "2": "no"}}', [true, false]],
    ["as a list", '{"principles": [true, null]}', [true, null]],
    [
      "after thinking aloud",
      'First {"principles": {"1": false, "2": false}} no: {"principles": {"1": true, "2": true}}',
      [true, true],
    ],
    ["a word that is no answer", '{"principles": {"1": "partly", "2": true}}', null],
    ["one left out", '{"principles": {"1": true}}', null],
    ["no principles", '{"reason": "r"}', null],
    ["no object", "all kept", null],
    ["a broken one", '{"principles": {"1": true, "2": tr', null],
    ["hidden in thoughts that do not end", '<think>{"principles": {"1": true, "2": true}}', null],
  ])("%s", (_, reply, answers) => {
    expect(parsePrinciplesReply(reply, 2).answers).toEqual(answers);
  });
});

test("the reward: null without occasion, 0 for a broken must, else in [0, 1] and never less for one more kept", () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...AUTHORITIES), fc.constantFrom(true, false, null)), { minLength: 1 }),
      (given) => {
        const traits = given.map(
          ([authority], at) => ({ id: `t${at}`, name: "", principle: "p", authority, examples: [] }) as Trait,
        );
        const answers = given.map(([, answer]) => answer);
        const { reward, kept, broken, noOccasion } = scorePrinciples(traits, answers);
        expect(kept.length + broken.length + noOccasion.length).toBe(traits.length);
        if (answers.every((answer) => answer === null)) expect(reward).toBeNull();
        else expect(reward).toBeGreaterThanOrEqual(0);
        if (reward !== null) expect(reward).toBeLessThanOrEqual(1);
        if (given.some(([authority, answer]) => authority === "must" && answer === false)) expect(reward).toBe(0);
        const better = scorePrinciples(
          traits,
          answers.map((answer, at) => (at === 0 && answer === false ? true : answer)),
        );
        if (reward !== null) expect(better.reward).toBeGreaterThanOrEqual(reward);
      },
    ),
  ));
