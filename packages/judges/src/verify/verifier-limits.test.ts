import { OptionError, type Row, runOne } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verifier } from "./verifier.js";
import { verify } from "./verify.js";

const judged = (verifier: Verifier, row: Row) => runOne(row, verifier);
const nothing = (): Promise<number> => new Promise(() => {});
const passes = { name: "passes", version: "1", judge: () => 1 };
const fails = { name: "fails", version: "1", judge: () => 0 };

describe("combinations nested a thousand deep", () => {
  const wraps: readonly [string, (part: Verifier) => Verifier][] = [
    ["All", (part) => verify.All([part])],
    ["Any", (part) => verify.Any([part])],
    ["Not", (part) => verify.Not(part)],
    ["AtLeast", (part) => verify.AtLeast(1, [part])],
    ["Weighted", (part) => verify.Weighted([[part, 1]])],
  ];

  it.each(wraps)("%s judges as its innermost part does, and is prepared", async (_, wrap) => {
    let nested: Verifier = verify.All([verify.JSONSchema({ type: "object" }), verify.ExactMatch()]);
    for (let depth = 0; depth < 1000; depth++) nested = wrap(nested);
    await nested.prepare?.();
    expect(await judged(nested, { final_text: "{}", answer: "{}" })).toMatchObject({ reward: 1, judge_status: "ok" });
    expect(await judged(nested, { final_text: "[]", answer: "[]" })).toMatchObject({ reward: 0 });
  });
});

describe("a part that can no longer matter is not asked", () => {
  it.each([
    ["All after a failure", verify.All([fails, nothing]), 0],
    ["All after a part that cannot judge", verify.All([() => "junk" as never, nothing]), null],
    ["Any after a pass", verify.Any([passes, nothing]), 1],
    ["AtLeast after enough passes", verify.AtLeast(1, [fails, passes, nothing]), 1],
    ["AtLeast where too few are left", verify.AtLeast(2, [fails, fails, nothing]), 0],
  ])("%s", async (_, verifier, reward) => {
    expect((await judged(verifier, { final_text: "" })).reward).toBe(reward);
  });

  it("AtLeast asks on while the parts that are left may decide", async () => {
    const none = () => ({ reward: null });
    expect((await judged(verify.AtLeast(2, [fails, passes, passes]), {})).reward).toBe(1);
    expect((await judged(verify.AtLeast(2, [none, passes, fails]), {})).reward).toBeNull();
  });
});

describe("the version of a verifier", () => {
  it.each([
    ["options in another order", verify.Numeric({ tol: 1, rel: 2 }), verify.Numeric({ rel: 2, tol: 1 })],
    ["an option that is undefined", verify.Numeric({ tol: undefined }), verify.Numeric()],
    [
      "a schema in another order",
      verify.JSONSchema({ type: "object", required: ["a"] }),
      verify.JSONSchema({ required: ["a"], type: "object" }),
    ],
    [
      "a value in another order",
      verify.JSONField("a", { equals: { x: 1, y: 2 } }),
      verify.JSONField("a", { equals: { y: 2, x: 1 } }),
    ],
    ["another name", verify.ExactMatch({ name: "mine" }), verify.ExactMatch()],
  ])("is the same with %s", (_, one, other) => {
    expect(one.version).toMatch(/^[0-9a-f]{12}$/);
    expect(one.version).toBe(other.version);
  });

  it("is another one for all that judges otherwise", () => {
    const all = [
      verify.ExactMatch(),
      verify.ExactMatch({ lower: false }),
      verify.Includes(),
      verify.Regex("a"),
      verify.Regex("b"),
      verify.JSONField("a"),
      verify.JSONField("a", { equals: null }),
      verify.All([passes]),
      verify.Any([passes]),
      verify.All([{ ...passes, version: "2" }]),
      verify.AtLeast(1, [passes, fails]),
      verify.AtLeast(2, [passes, fails]),
    ];
    expect(new Set(all.map(({ version }) => version)).size).toBe(all.length);
  });
});

describe("an option that holds JSON", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;

  it.each([
    ["a bigint", 10n, "the bigint 10"],
    ["NaN", Number.NaN, "NaN"],
    ["a function", () => 1, "a function"],
    ["a Map", new Map(), "an object of class Map"],
    ["a circle", circular, "a value that contains itself at self"],
  ])("refuses %s, which no reply can hold", (_, value, named) => {
    expect(() => verify.JSONField("a", { equals: value })).toThrow(OptionError);
    expect(() => verify.JSONField("a", { equals: value })).toThrow(named);
    const expected = [{ name: "f", arguments: { a: value } }];
    expect(() => verify.ToolCalls({ expected })).toThrow(OptionError);
    expect(() => verify.ToolCalls({ expected })).toThrow("[0].arguments.a");
  });

  it("is not given when it is undefined, and stays as it was given", async () => {
    expect((await judged(verify.JSONField("a", { equals: undefined }), { final_text: '{"a": 1}' })).reward).toBe(1);
    const equals = { list: [1] };
    const field = verify.JSONField("a", { equals });
    equals.list.push(2);
    expect((await judged(field, { final_text: '{"a": {"list": [1]}}' })).reward).toBe(1);
  });

  it("may be a date, which is a text in JSON", async () => {
    const field = verify.JSONField("a", { equals: new Date(0) });
    expect((await judged(field, { final_text: '{"a": "1970-01-01T00:00:00.000Z"}' })).reward).toBe(1);
  });
});

describe("scoreFn", () => {
  // biome-ignore lint/suspicious/noThenProperty: a promise of another make is what is tested
  const thenableOf = (then: unknown) => Object.fromEntries([["then", then]]);

  it("waits for promises of any make", async () => {
    const thenable = thenableOf((resolve: (value: number) => void) => resolve(0.5));
    expect(
      (
        await judged(
          verify.scoreFn(() => thenable as never),
          {},
        )
      ).reward,
    ).toBe(0.5);
    const failing = thenableOf((_: unknown, reject: (error: Error) => void) => reject(new TypeError("no score")));
    expect(
      await judged(
        verify.scoreFn(() => failing as never),
        {},
      ),
    ).toMatchObject({
      judge_status: "error",
      judge_meta: { error: "TypeError: no score" },
    });
  });
});

// Comparing everything with everything took half a minute for these.
describe("large groups are judged in time", () => {
  const made = (texts: readonly string[]) => texts.map((a) => ({ tool: "f", arguments: { a } }));
  const texts = Array.from({ length: 256 }, (_, index) => `value ${index} x`);
  const ambiguous = texts.map((_, index) => ({
    f: { a: Array.from({ length: 256 }, (_unused, shift) => `Value  ${(index + shift) % 300} X`) },
  }));

  it.each<[string, unknown, readonly string[], number]>([
    ["256 calls that each fit many of 256 wanted ones", ambiguous, texts.toReversed(), 1],
    ["256 calls that fit none", ambiguous, texts.map(() => "none"), 0],
    [
      "as many as fit but one",
      texts.map((_, at) => ({ f: { a: at < 128 ? ["a"] : ["a", "b"] } })),
      texts.map((_, at) => (at < 129 ? "b" : "a")),
      0,
    ],
    [
      "long texts",
      texts.map(() => ({ name: "f", arguments: { a: "x ".repeat(2000) } })),
      texts.map(() => `${"x ".repeat(2000)}y`),
      0,
    ],
  ])("ToolCalls: %s", async (_, expected, given, reward) => {
    expect((await judged(verify.ToolCalls({ expected }), { steps: made(given) })).reward).toBe(reward);
  });

  it.each([
    ["numbers", Array.from({ length: 100_000 }, (_, index) => index)],
    ["objects", Array.from({ length: 50_000 }, (_, index) => ({ a: index }))],
  ])("JSONSchema: unique %s", async (_, items) => {
    const schema = verify.JSONSchema({ uniqueItems: true });
    expect((await judged(schema, { final_text: JSON.stringify(items) })).reward).toBe(1);
    const doubled = await judged(schema, { final_text: JSON.stringify([...items, items[7]]) });
    expect(doubled).toMatchObject({ reward: 0, reason: "value must NOT have duplicate items" });
  });
});

describe("uniqueItems", () => {
  it.each([
    ["[1, 1.0]", 0],
    ['[{"a": 1, "b": 2}, {"b": 2, "a": 1}]', 0],
    ["[[1], [1]]", 0],
    ["[0, -0]", 0],
    ['[1, "1", true, null, [], {}]', 1],
    ['[{"a": null}, {}]', 1],
    ["[]", 1],
  ])("%s", async (final_text, reward) => {
    expect((await judged(verify.JSONSchema({ uniqueItems: true }), { final_text })).reward).toBe(reward);
    expect((await judged(verify.JSONSchema({ uniqueItems: false }), { final_text })).reward).toBe(1);
  });
});

describe("a privileged reference", () => {
  const secret = fc.stringMatching(/^[a-z]{5,9}$/).map((word) => `q${word}z`);
  const makers: readonly (() => Verifier)[] = [
    () => verify.ExactMatch(),
    () => verify.Includes(),
    () => verify.Includes({ mode: "any", word: true }),
    () => verify.Regex("(\\w+)", { group: 1 }),
    () => verify.MultipleChoice(),
    () => verify.Numeric(),
    () => verify.MathEqual(),
    () => verify.JSONField("a"),
    () => verify.ToolCalls(),
    () =>
      verify.scoreFn((_prompt, _completion, reference) => ({
        reward: 0,
        reason: `not ${String(reference)}`,
        said: reference,
      })),
    () => verify.All([verify.ExactMatch(), verify.Includes()]),
    () => verify.Any([verify.ExactMatch(), verify.Numeric()]),
    () => verify.Not(verify.ExactMatch()),
    () => verify.Weighted([[verify.Includes(), 1]]),
  ];

  it("is never in what a verifier says of a reply without it, wherever it stands", async () => {
    const places = fc.constantFrom<[string | undefined, (gold: unknown) => Row]>(
      [undefined, (gold) => ({ privileged: { reference: gold } })],
      ["privileged.deep.0", (gold) => ({ privileged: { deep: [gold] } })],
      ["lineage.privileged.reference", (gold) => ({ lineage: { privileged: { reference: gold } } })],
    );
    const shapes = fc.constantFrom<(word: string) => unknown>(
      (word) => word,
      (word) => [word, `${word} too`],
      (word) => `\\frac{1}{${word}}`,
      (word) => ({ a: word }),
      (word) => [{ name: word, arguments: { a: word } }],
      (word) => JSON.stringify([{ name: "f", arguments: { [word]: 1 } }]),
    );
    const reply = fc.constantFrom("", "so", '{"a": 1}', "The answer is 12.", "(B)", "\\boxed{x}");
    await fc.assert(
      fc.asyncProperty(
        secret,
        places,
        shapes,
        reply,
        fc.nat(makers.length - 1),
        async (word, [field, rowOf], shape, text, at) => {
          const verifier = (makers[at] as () => Verifier)();
          const parts =
            field === undefined
              ? verifier
              : verify.All([
                  verifier,
                  verify.ExactMatch({ field }),
                  verify.Includes({ field }),
                  verify.ToolCalls({ field }),
                ]);
          const given = await judged(parts, {
            ...rowOf(shape(word)),
            final_text: text,
            steps: [{ tool: "g", arguments: {} }],
          });
          expect(JSON.stringify(given)).not.toContain(word);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("is one inside `lineage` too, which exports remove as well", async () => {
    const row = { final_text: "x", lineage: { privileged: { reference: "zebra" } } };
    const { reason, judge_meta } = await judged(verify.ExactMatch({ field: "lineage.privileged.reference" }), row);
    expect(reason).toBe('"x" is not the reference');
    expect(judge_meta.gold_source).toBe("lineage.privileged.reference");
  });
});
