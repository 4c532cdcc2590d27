import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CriterionInput, criterionSlug, isRubric, Rubric } from "../index.js";

describe("Rubric", () => {
  const rubric = Rubric({
    criteria: [
      { title: "No lies", kind: "hard" },
      { title: "Says when", weight: 3 },
      "Polite",
      { title: "Blames the customer", kind: "pitfall", weight: 2 },
    ],
    domain: "orders",
  });

  it("prints its checklist, and reads its own JSON back", () => {
    expect(`${rubric}`).toBe(
      "1. [Hard rule, weight 1] No lies\n2. [Principle, weight 3] Says when\n3. [Principle, weight 1] Polite\n4. [Pitfall, weight 2] Blames the customer",
    );
    const json = JSON.parse(JSON.stringify(rubric));
    expect(Object.keys(json)).toEqual(["criteria", "source", "domain", "notes", "version"]);
    const again = Rubric(json);
    expect(again.version).toBe(rubric.version);
    expect(JSON.stringify(again)).toBe(JSON.stringify(rubric));
    expect([isRubric(again), isRubric(json), isRubric(null)]).toEqual([true, false, false]);
    expect(rubric.markers).toEqual([
      "rubric:no_lies",
      "rubric:says_when",
      "rubric:polite",
      "rubric:blames_the_customer",
    ]);
  });

  it("scores answers", () => {
    expect(rubric.score({ 1: true, 2: true, 3: false, 4: false })).toEqual({
      reward: 0.75,
      markers: { "rubric:no_lies": 1, "rubric:says_when": 1, "rubric:polite": 0, "rubric:blames_the_customer": 1 },
      criteria: { "No lies": true, "Says when": true, Polite: false, "Blames the customer": false },
      rubric_version: rubric.version,
      met: ["No lies", "Says when"],
      missed: ["Polite"],
      hard_failed: [],
      pitfalls_hit: [],
      unanswered: [],
      n_unanswered: 0,
    });
    expect(rubric.score({ 1: false, 2: true, 3: true, 4: false })).toMatchObject({
      reward: 0,
      hard_failed: ["No lies"],
    });
    expect(rubric.score({ 1: true, 2: false, 3: true, 4: true })).toMatchObject({
      reward: 0,
      pitfalls_hit: ["Blames the customer"],
    });
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ 1: true, 2: true, 3: true }, ["Blames the customer"]],
    [{ 2: true, 3: true, 4: false }, ["No lies"]],
    [{ 1: "perhaps", 2: true, 3: true, 4: "n/a" }, ["No lies", "Blames the customer"]],
    [{ 1: true, "No lies": false, 2: true, 3: true, 4: false }, ["No lies"]],
    [{ 1: Number.NaN, 2: true, 3: true, 4: {} }, ["No lies", "Blames the customer"]],
  ])("gives no reward while %j leaves something unanswered", (answers, unanswered) => {
    const score = rubric.score(answers);
    expect(score).toMatchObject({ reward: null, judge_status: "invalid_result", unanswered });
    expect(score.n_unanswered).toBe(unanswered.length);
    for (const title of unanswered) expect(score.markers[`rubric:${criterionSlug(title)}`]).toBeNull();
    expect(rubric.score(answers, { lenient: true }).reward).not.toBeNull();
  });

  it.each<[unknown, boolean | null]>([
    [true, true],
    [" Yes ", true],
    ["met", true],
    ["PASS", true],
    [0.5, true],
    [{ met: true, why: "x" }, true],
    ["no", false],
    ["not met", false],
    ["unmet", false],
    [0, false],
    [-1, false],
    [null, false],
    ["not passed, yes", null],
    ["partly", null],
    ["", null],
    [[true], null],
    [{ met: { met: true } }, null],
  ])("reads the answer %j as %s", (answer, read) => {
    const { criteria } = Rubric({ criteria: ["A"] }).score({ A: answer });
    expect(criteria.A).toBe(read);
  });

  it.each([
    ["1", "No lies"],
    ["1.", "No lies"],
    ["2)", "Says when"],
    ["#3", "Polite"],
    ["no LIES", "No lies"],
    ["says_when", "Says when"],
    ["2. Says when", "Says when"],
    ["Polite tone", "Polite"],
    ["blames", "Blames the customer"],
    ["not polite", undefined],
    ["5", undefined],
    ["0", undefined],
    ["a", undefined],
    ["__proto__", undefined],
  ])("takes the key %j for %s", (key, title) => {
    const { criteria } = rubric.score(JSON.parse(`{${JSON.stringify(key)}: true}`));
    expect(Object.keys(criteria).filter((name) => criteria[name] === true)).toEqual(title === undefined ? [] : [title]);
  });

  it("takes a paraphrase only where it fits one title", () => {
    const twins = Rubric({ criteria: ["Names the price", "Names the date"] });
    expect(twins.score({ names: true, price: true }).unanswered).toEqual(["Names the date"]);
  });

  it.each<[CriterionInput, string, number]>([
    [{ title: "A", description: "Essential Criteria: must" }, "hard", 1],
    [{ title: "Hard Rule: A" }, "hard", 1],
    [{ title: "A [Pitfall]" }, "pitfall", 1],
    [{ criterion: "A", points: -4 }, "pitfall", 4],
    [{ title: "A", weight: "2.5" }, "principle", 2.5],
    [{ title: "A", weight: "many" }, "principle", 1],
    [{ title: "A", weight: Number.POSITIVE_INFINITY }, "principle", 1],
    [{ title: "A", weight: -3, kind: "principle" }, "principle", 3],
    [{ title: "A", weight: null }, "principle", 1],
    [{ title: null, criterion: "A", weight: null, points: -2, kind: null } as never, "pitfall", 2],
    [{ title: "Important Criteria: A", weight: -1 }, "principle", 1],
  ])("reads %j", (input, kind, weight) => {
    expect(Rubric({ criteria: [input] }).criteria[0]).toMatchObject({ kind, weight });
  });

  it.each<[unknown, string]>([
    [undefined, "must be an object"],
    [{}, "`criteria` is missing"],
    [{ criteria: [] }, "at least 1"],
    [{ criteria: [5] }, "criteria[0]"],
    [{ criteria: [null] }, "got null"],
    [{ criteria: [{ title: " " }] }, "criteria[0].title"],
    [{ criteria: [{ title: "A", kind: "hardd" }] }, 'Did you mean "hard"'],
    [{ criteria: [{ title: "A", description: 3 }] }, "criteria[0].description"],
    [{ criteria: ["A"], weigth: 1 }, "unknown option"],
    [{ criteria: ["Höflich", "h flich"] }, 'marker "rubric:h_flich"'],
  ])("refuses %j", (options, complaint) => {
    expect(() => Rubric(options as never)).toThrow(complaint);
    expect(() => Rubric(options as never)).toThrow(OptionError);
  });

  it("refuses answers that are none", () => {
    expect(() => rubric.score([] as never)).toThrow("the answers must be an object");
    expect(() => rubric.score({}, { lenientt: true } as never)).toThrow("Did you mean `lenient`");
  });

  it("always stays within 0 and 1, whatever the weights, and never pays for a broken hard rule", () => {
    const kind = fc.constantFrom("hard" as const, "principle" as const, "pitfall" as const);
    const weight = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(1e308, 5e-324, 0, -1));
    fc.assert(
      fc.property(fc.array(fc.record({ kind, weight, met: fc.boolean() }), { minLength: 1, maxLength: 8 }), (items) => {
        const made = Rubric({ criteria: items.map((item, at) => ({ title: `c${at}`, ...item })) });
        const { reward } = made.score(Object.fromEntries(items.map(({ met }, at) => [at + 1, met])));
        expect(reward).toBeGreaterThanOrEqual(0);
        expect(reward).toBeLessThanOrEqual(1);
        if (items.some((item) => item.kind === "hard" && !item.met)) expect(reward).toBe(0);
        const ideal = made.score(Object.fromEntries(items.map((item, at) => [at + 1, item.kind !== "pitfall"])));
        expect(ideal.reward).toBe(1);
      }),
    );
  });
});
