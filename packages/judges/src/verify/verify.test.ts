import { type Judgment, OptionError, type Row, runOne } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verifier } from "./verifier.js";
import { verify } from "./verify.js";

const judged = (verifier: Verifier, row: Row): Promise<Judgment> => runOne(row, verifier);
const scoreOf = async (verifier: Verifier, final_text: string, answer?: unknown): Promise<number | null> =>
  (await judged(verifier, { final_text, ...(answer === undefined ? {} : { answer }) })).reward;

const one = verify.scoreFn(() => 1, { name: "one" });
const zero = verify.scoreFn(() => 0, { name: "zero" });
const none = verify.scoreFn(() => ({ reward: null, reason: "cannot say" }), { name: "none" });

describe("every verifier", () => {
  const makers: readonly [string, () => Verifier][] = [
    ["ExactMatch", () => verify.ExactMatch()],
    ["Includes", () => verify.Includes({ word: true, skipNegated: true })],
    ["Regex", () => verify.Regex("(a+)+$", { group: 1 })],
    ["MultipleChoice", () => verify.MultipleChoice()],
    ["Numeric", () => verify.Numeric()],
    ["MathEqual", () => verify.MathEqual()],
    ["JSONValid", () => verify.JSONValid()],
    ["JSONSchema", () => verify.JSONSchema({ type: "object" })],
    ["JSONField", () => verify.JSONField("a")],
    ["ToolCalls", () => verify.ToolCalls()],
    ["scoreFn", () => verify.scoreFn(() => 0.5)],
    ["All", () => verify.All([verify.ExactMatch()])],
    ["Any", () => verify.Any([verify.ExactMatch()])],
    ["Not", () => verify.Not(verify.ExactMatch())],
    ["AtLeast", () => verify.AtLeast(1, [verify.ExactMatch()])],
    ["Weighted", () => verify.Weighted([[verify.ExactMatch(), 1]])],
  ];

  it("is tested here, but for those that run code", () => {
    const elsewhere = ["CodeExec", "SQLMatch"];
    expect(makers.map(([name]) => name)).toEqual(Object.keys(verify).filter((name) => !elsewhere.includes(name)));
  });

  it.each(makers)("%s is a judge that can be called, and survives any row", async (name, make) => {
    const verifier = make();
    expect(verifier).toBeTypeOf("function");
    expect([verifier.name, verifier.kind]).toEqual([name, "rule"]);
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constantFrom<unknown>(null, "", 0, [], {}, true, "A", '{"a": 1}'),
    );
    const row = fc.dictionary(
      fc.constantFrom(
        "final_text",
        "answer",
        "messages",
        "steps",
        "privileged",
        "info",
        "tool_trace",
        "prompt",
        "__proto__",
      ),
      fc.oneof(
        value,
        fc.array(value),
        fc.dictionary(fc.constantFrom("reference", "answer", "tool", "name", "role", "content", "tool_calls"), value),
      ),
    );
    await fc.assert(
      fc.asyncProperty(row, async (given) => {
        const before = JSON.stringify(given);
        const { reward, judge_status, judge_meta } = await judged(verifier, given as Row);
        if (reward === null) expect(judge_status).not.toBe("ok");
        else expect(reward >= 0 && reward <= 1).toBe(true);
        if (judge_status !== "timeout") expect(judge_meta.verifier).toBe(name);
        expect(JSON.stringify(given)).toBe(before);
      }),
      { numRuns: 60 },
    );
    const bare = await judged(verifier, {});
    expect(bare.judge_meta.verifier).toBe(name);
  });

  it.each(makers.filter(([name]) => !["JSONValid", "JSONSchema", "scoreFn"].includes(name)))(
    "%s never quotes a privileged reference",
    async (_name, make) => {
      const secret = "ZEBRA-9731";
      for (const reference of [secret, [secret, secret], { name: secret, arguments: { key: secret } }]) {
        const row = {
          final_text: '{"a": "guess"} B 5',
          privileged: { reference },
          steps: [{ tool: "get", arguments: {}, result: 1 }],
        };
        const open = await judged(make(), { ...row, privileged: {}, answer: reference });
        const closed = await judged(make(), row);
        expect(JSON.stringify(closed)).not.toContain(secret);
        expect(closed.reward).toBe(open.reward);
      }
    },
  );

  it("refuses options it does not know", () => {
    expect(() => verify.ExactMatch({ lowr: true } as never)).toThrow("Did you mean `lower`");
    expect(() => verify.Numeric({ tol: -1 })).toThrow(OptionError);
    expect(() => verify.All([one], { nmae: "x" } as never)).toThrow("Did you mean `name`");
  });

  it("has a version that says how it judges", () => {
    expect(verify.ExactMatch().version).toMatch(/^[0-9a-f]{12}$/);
    const versions = [
      verify.ExactMatch(),
      verify.ExactMatch({ lower: false }),
      verify.Regex("a"),
      verify.Regex("b"),
      verify.All([verify.Regex("a")]),
      verify.All([verify.Regex("b")]),
      verify.AtLeast(1, [verify.Regex("a"), verify.Regex("b")]),
      verify.AtLeast(2, [verify.Regex("a"), verify.Regex("b")]),
    ].map((verifier) => verifier.version);
    expect(new Set(versions).size).toBe(versions.length);
    expect(verify.ExactMatch({ name: "other" }).version).toBe(versions[0]);
    expect([one.version, verify.All([one]).version]).toEqual([undefined, undefined]);
  });

  it("says where the right answer stood", async () => {
    const source = async (row: Row, field?: string) =>
      (await judged(verify.ExactMatch({ field }), row)).judge_meta.gold_source;
    expect(await source({ final_text: "x", privileged: { reference: "x" }, answer: "y" })).toBe("privileged.reference");
    expect(await source({ final_text: "x", answer: null, target: 0, label: "z" })).toBe("target");
    expect(await source({ final_text: "x", info: { answer: "x" } })).toBe("info.answer");
    expect(await source({ final_text: "x", metadata: { solution: "x" } })).toBe("metadata.solution");
    expect(await source({ final_text: "x", privileged: { answer: "x" } })).toBe("privileged.answer");
    expect(await source({ final_text: "x", "a.b": "x", a: { b: "y" } }, "a.b")).toBe("a.b");
    expect(await source({ final_text: "x", list: [{ k: "x" }] }, "list.0.k")).toBe("list.0.k");
    expect(await source({ final_text: "x" })).toBeUndefined();
    expect(await judged(verify.ExactMatch({ field: "nope" }), { answer: "x" })).toMatchObject({
      reward: null,
      judge_status: "missing_reward",
      reason: "no reference at `nope`",
    });
  });

  it("reads replies that are lists of parts", async () => {
    const parts = [{ type: "text", text: "Paris" }];
    expect(await scoreOf(verify.ExactMatch(), parts as never, "Paris")).toBe(1);
    expect(
      (
        await judged(verify.ExactMatch(), {
          messages: [
            { role: "assistant", content: parts },
            { role: "assistant", content: "" },
          ],
          answer: "Paris",
        })
      ).reward,
    ).toBe(1);
  });

  it("keeps its reason short", async () => {
    const { reason } = await judged(verify.Includes(), {
      final_text: "",
      answer: Array.from({ length: 200 }, (_, index) => `needle ${index}`),
    });
    expect(reason.length).toBeLessThan(450);
  });
});

describe("ExactMatch", () => {
  it.each<[string, unknown, number | null, object?]>([
    ["C++", "C", 0],
    ["C#", "c#", 1],
    ["**Paris**!", "paris", 1],
    ["(Paris)", "Paris", 1],
    ["“Paris”", "Paris", 1],
    ["0.5", ".5", 0],
    [".5", ".5", 1],
    ["- Paris", "paris", 1],
    ["new   york", "New York", 1],
    ["I say\nParis", "Paris", 1],
    ["I say\nParis", "Paris", 0, { whole: true }],
    ["paris", "Paris", 0, { lower: false }],
    ["Paris.", "Paris", 0, { stripPunct: false }],
    ["?!", "?!", 1],
    ["?!", "!", 0],
    ["", "Paris", 0],
    ["true", true, 1],
    ["x", [], null],
    ["x", ["", "  "], null],
    ['{"a":1}', { a: 1 }, 1],
  ])("%j against %j is %j", async (reply, answer, expected, options = {}) => {
    expect(await scoreOf(verify.ExactMatch(options), reply, answer)).toBe(expected);
  });
});

describe("Includes", () => {
  it.each<[string, unknown, number | null, object?]>([
    ["see ORD-45501", "ORD-4550", 1],
    ["see ORD-45501", "ORD-4550", 0, { word: true }],
    ["see ORD-4550.", "ORD-4550", 1, { word: true }],
    ["it is not approved", "approved", 1],
    ["it is not approved", "approved", 0, { skipNegated: true }],
    ["it isn't really approved", "approved", 0, { skipNegated: true }],
    ["not yet; later it was approved", "approved", 1, { skipNegated: true }],
    ["unapproved", "approved", 0, { word: true }],
    ["a b", ["a", "c"], 1, { mode: "any" }],
    ["a b", ["c", "d"], 0, { mode: "any" }],
    ["Cat", "cat", 0, { lower: false }],
    ["x", ["x", ""], null],
    ["x", [], null],
  ])("%j with %j is %j", async (reply, answer, expected, options = {}) => {
    expect(await scoreOf(verify.Includes(options), reply, answer)).toBe(expected);
  });
});

describe("Regex", () => {
  it.each<[string | RegExp, object, string, unknown, number | null]>([
    ["(?P<n>\\d+)", { group: "n" }, "it is 42", "42", 1],
    ["(\\w+)$", { group: 1 }, "it is Paris", ["rome", "paris"], 1],
    ["(\\w+)$", { group: 1, lower: false }, "it is Paris", "paris", 0],
    ["a(b)?", { group: 1 }, "a", "b", 0],
    ["(a)", { group: 1 }, "a", "", null],
    ["a.c", { flags: "s" }, "A\nC", undefined, 1],
    [/A.c/s, { lower: false }, "A\nc", undefined, 1],
    [/A/g, {}, "a", undefined, 1],
    ["(a+)+$", {}, `${"a".repeat(2000)}!`, undefined, 0],
  ])("%s %j on a reply", async (pattern, options, reply, answer, expected) => {
    expect(await scoreOf(verify.Regex(pattern, options), reply, answer)).toBe(expected);
  });

  it.each<[string, object, string]>([
    ["(", {}, "cannot be used"],
    ["(?=a)b", {}, "lookaround"],
    ["(?i)a", {}, "Invalid"],
    ["(a)", { group: 2 }, "has no group 2"],
    ["(?<n>a)", { group: "m" }, "named n"],
    [5 as never, {}, "got number"],
    [null as never, {}, "got null"],
  ])("refuses %s %j", (pattern, options, complaint) => {
    expect(() => verify.Regex(pattern, options)).toThrow(OptionError);
    expect(() => verify.Regex(pattern, options)).toThrow(complaint);
  });
});

describe("MultipleChoice", () => {
  it.each<[string, unknown, number | null]>([
    ["Answer: A. No wait, the answer is B.", "B", 1],
    ["The answer is C. I do not answer: insufficient grounds", "C", 1],
    ["Answer:\u200bC", "C", 1],
    ["answer: c", "C", 1],
    ["The answer is a cat", "A", 0],
    ["A is correct", "A", 1],
    ["I think it must be (D)", "D", 1],
    ["I think so", "I", 0],
    ["It isn't option B. C fits", "C", 1],
    ["Not A, so B", "B", 1],
    ["Option A is wrong.", "A", 0],
    ["\\boxed{\\text{E}}", "(E)", 1],
    ["I pick **Z**", ["Y", "Z"], 1],
    ["Answer: CI", "C", 0],
    ["B", "Paris", null],
    ["B", 2, null],
    ["B", [], null],
  ])("%j against %j is %j", async (reply, answer, expected) => {
    expect(await scoreOf(verify.MultipleChoice(), reply, answer)).toBe(expected);
  });
});

describe("Numeric", () => {
  it.each<[string, unknown, number | null, object?]>([
    ["The answer is 3.5 dollars", 3.5, 1],
    ["The total is $1,234.50.", 1234.5, 1],
    ["-$5", -5, 1],
    ["\u22125", "-5", 1],
    ["- 5 apples", 5, 1],
    ["x = - 5", -5, 1],
    ["50%", 0.5, 1],
    ["50%", "50", 1],
    ["50", "50%", 1],
    ["50%", "50%", 1],
    ["0.5%", "50%", 0],
    ["1 1/2", 1.5, 1],
    ["\\dfrac{-3}{4}", -0.75, 1],
    ["\\boxed{7} after 9 steps", 7, 1],
    ["so 3\n#### 42\nbye 5", 42, 1],
    ["<think>it is 9</think>8", 8, 1],
    ["<think>it is 9", 9, 0],
    ["6.02e23", "6.02e23", 1, { rel: 1e-9 }],
    ["5kg", 5, 1],
    ["x2", 2, 0],
    ["room-5", 5, 0],
    ["1/0", 1, 0],
    ["no number", 1, 0],
    ["5", "five", null],
    ["5", [], null],
    ["5", [4, 5], 1],
    ["5", Number.NaN, null],
    ["101", 100, 0],
    ["0,5", 5, 0],
    ["4,5", "4,5", null],
    ["1,0000", 0, 0],
    ["1,000,00", 0, 0],
    ["3.14.15", 0.15, 0],
    ["3.14.15", 15, 0],
    ["1e3.5", 0.5, 0],
    ["12:00", 0, 0],
    ["at 12:05", 5, 0],
    ["12:00", "1:00", null],
    ["1 000 000", 0, 0],
    ["1\u202f000", 0, 0],
    ["Step 3: 42", 42, 1],
    ["1, 2, 3", 3, 1],
    ["A:5", 5, 1],
  ])("%j against %j is %j", async (reply, answer, expected, options = {}) => {
    expect(await scoreOf(verify.Numeric(options), reply, answer)).toBe(expected);
  });

  it("reads back every number it is given", () => {
    return fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (value) => {
        expect(await scoreOf(verify.Numeric({ rel: 1e-12 }), `It is ${value}`, value)).toBe(1);
      }),
    );
  });
});

describe("JSONValid and JSONField", () => {
  it.each<[Verifier, string, unknown, number | null]>([
    [verify.JSONValid(), "null", undefined, 1],
    [verify.JSONValid({ topType: "object" }), "[1]", undefined, 0],
    [verify.JSONValid({ topType: "array" }), "so [1] and [2]", undefined, 1],
    [verify.JSONValid(), "", undefined, 0],
    [verify.JSONValid(), "```\nx\n```\n```json\n[1]\n```", undefined, 1],
    [verify.JSONField("a"), '{"a": null}', undefined, 1],
    [verify.JSONField("a", { equals: null }), '{"a": null}', undefined, 1],
    [verify.JSONField("a", { equals: null }), "{}", undefined, 0],
    [verify.JSONField("a", { equals: 1 }), '{"a": 1.0}', 2, 1],
    [verify.JSONField("a"), '{"a": 42}', "42", 1],
    [verify.JSONField("a"), '{"a": "42"}', 42, 0],
    [verify.JSONField("a"), '{"a": true}', "True", 1],
    [verify.JSONField("a"), '{"a": {"b": 1, "c": [2]}}', { c: [2], b: 1 }, 1],
    [verify.JSONField("a"), '{"a": {"b": 1}}', { b: 1, c: 2 }, 0],
    [verify.JSONField("a.1.b"), '{"a": [0, {"b": 5}]}', 5, 1],
    [verify.JSONField("a.x"), '{"a": [0]}', undefined, 0],
    [verify.JSONField("a.b"), '{"a.b": 5, "a": {"b": 6}}', 5, 1],
    [verify.JSONField("toString"), "{}", undefined, 0],
    [verify.JSONField("a"), "none", 5, 0],
  ])("%# on %j against %j", async (verifier, reply, answer, expected) => {
    expect(await scoreOf(verifier, reply, answer)).toBe(expected);
  });

  it("refuses an empty path", () => {
    expect(() => verify.JSONField("")).toThrow(OptionError);
  });
});

const cyclic: Record<string, unknown> = { type: "object" };
cyclic.properties = { self: cyclic };

describe("JSONSchema", () => {
  it.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "does not find the inherited field %s in a reply",
    async (field) => {
      expect(await scoreOf(verify.JSONSchema({ required: [field] }), "{}")).toBe(0);
      expect(await scoreOf(verify.JSONSchema({ required: [field] }), `{"${field}": 1}`)).toBe(1);
    },
  );

  it.each(["constructor", "toString"])("checks the field %s only where the reply has it", async (field) => {
    const verifier = verify.JSONSchema({ properties: { [field]: false } });
    expect([await scoreOf(verifier, "{}"), await scoreOf(verifier, `{"${field}": 1}`)]).toEqual([1, 0]);
  });

  it("refuses a format that it would never check, when formats are asked for", async () => {
    const schema = { properties: { at: { type: "string", format: "dat" } } };
    expect(await scoreOf(verify.JSONSchema(schema), '{"at": "soon"}')).toBe(1);
    await expect(verify.JSONSchema(schema, { formats: true }).prepare?.()).rejects.toThrow('"dat" is not known');
    const named = { properties: { format: { const: { format: "x" } } } };
    await expect(verify.JSONSchema(named, { formats: true }).prepare?.()).resolves.toBeUndefined();
  });

  it("checks formats only when asked to", async () => {
    const schema = { type: "string", format: "date" };
    expect(await scoreOf(verify.JSONSchema(schema), '"soon"')).toBe(1);
    expect(await scoreOf(verify.JSONSchema(schema, { formats: true }), '"soon"')).toBe(0);
    expect(await scoreOf(verify.JSONSchema(schema, { formats: true }), '"2024-05-01"')).toBe(1);
  });

  it.each([
    ["http://json-schema.org/draft-06/schema#", { items: [{ type: "string" }], additionalItems: false }],
    ["http://json-schema.org/draft-07/schema#", { items: [{ type: "string" }], additionalItems: false }],
    ["https://json-schema.org/draft/2019-09/schema", { items: [{ type: "string" }], additionalItems: false }],
    ["https://json-schema.org/draft/2020-12/schema", { prefixItems: [{ type: "string" }], items: false }],
  ])("reads the dialect %s", async ($schema, keywords) => {
    const verifier = verify.JSONSchema({ $schema, type: "array", ...keywords });
    expect([await scoreOf(verifier, '["a"]'), await scoreOf(verifier, '["a", 1]')]).toEqual([1, 0]);
  });

  it("says what does not fit", async () => {
    const { reason } = await judged(verify.JSONSchema({ properties: { n: { minimum: 3 } } }), {
      final_text: '{"n": 1}',
    });
    expect(reason).toBe("/n must be >= 3");
  });

  it("does not mind later changes of the schema it was given", async () => {
    const schema: Record<string, unknown> = { type: "string" };
    const verifier = verify.JSONSchema(schema);
    schema.type = "number";
    expect(await scoreOf(verifier, '"x"')).toBe(1);
  });

  it.each<[unknown, string]>([
    ["x", "must be an object"],
    [{ properties: { type: { type: ["string", "numbr"] } } }, "#/properties/type/type"],
    [{ allOf: [{ $ref: "https://example.invalid/a.json" }] }, "nothing is ever fetched"],
    [{ pattern: "(?=a)" }, "lookaround"],
    [{ patternProperties: { "(": {} } }, "cannot be used"],
    [{ $async: true, type: "object" }, "#/$async"],
    [{ properties: { a: { anyOf: [{ $async: false }] } } }, "#/properties/a/anyOf/0/$async"],
    [{ properties: { properties: { properties: { a: { type: "numbr" } } } } }, "properties/a/type"],
    [JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'), "__proto__ cannot be checked"],
    [{ properties: { run: () => 1 } }, "not plain JSON"],
    [cyclic, "not plain JSON"],
  ])("refuses %j when it is made", (schema, complaint) => {
    expect(() => verify.JSONSchema(schema as never)).toThrow(OptionError);
    expect(() => verify.JSONSchema(schema as never)).toThrow(complaint);
  });

  it("takes data that only looks like a schema", () => {
    expect(() =>
      verify.JSONSchema({
        const: { type: "none" },
        properties: { pattern: { enum: ["("] }, properties: { const: { type: "none", pattern: "(" } } },
      }),
    ).not.toThrow();
  });

  it("finds the rest when it is prepared, and ends rows in an error when it is not", async () => {
    const verifier = verify.JSONSchema({ minimum: "x" } as never);
    await expect(verifier.prepare?.()).rejects.toThrow("does not compile");
    expect((await judged(verifier, { final_text: "1" })).judge_status).toBe("error");
  });
});

describe("ToolCalls", () => {
  const get = (order_id: unknown) => ({ tool: "get_order", arguments: { order_id } as never, result: "ok" });
  const wanted = (...ids: unknown[]) => ids.map((order_id) => ({ name: "get_order", arguments: { order_id } }));
  const outcome = async (row: Row, reference: unknown, options = {}) =>
    (await judged(verify.ToolCalls(options), { ...row, answer: reference })).reward;

  it.each<[string, Row, unknown, number | null, object?]>([
    ["the right call", { steps: [get("A1")] }, wanted("a1"), 1],
    ["a wrong argument", { steps: [get("A2")] }, wanted("A1"), 0],
    ["a number by value", { steps: [get(1)] }, wanted(1.0), 1],
    [
      "a list of objects with allowed values",
      { steps: [{ tool: "order", arguments: { items: [{ name: "wing", count: 6 }] } }] },
      { order: { items: [[{ name: ["wing", "wings"], count: [6] }]] } },
      1,
    ],
    [
      "a list of objects with another value",
      { steps: [{ tool: "order", arguments: { items: [{ name: "wing", count: 7 }] } }] },
      { order: { items: [[{ name: ["wing", "wings"], count: [6] }]] } },
      0,
    ],
    [
      "a list that is shorter than the allowed one",
      { steps: [{ tool: "order", arguments: { items: [] } }] },
      { order: { items: [[{ name: ["wing"] }]] } },
      0,
    ],
    [
      "a literal object in an allowed one",
      { steps: [{ tool: "order", arguments: { meta: { format: "iso" } } }] },
      { order: { meta: [{ format: "iso" }] } },
      1,
    ],
    ["a text for a number", { steps: [get("1")] }, wanted(1), 0],
    ["arguments that are no JSON", { steps: [{ tool: "ping", arguments: "{oops" as never }] }, [{ name: "ping" }], 0],
    ["arguments that are a list", { steps: [{ tool: "ping", arguments: [1] as never }] }, [{ name: "ping" }], 0],
    [
      "the raw text of broken arguments",
      { steps: [{ tool: "ping", arguments: {}, arguments_raw: "{oops" }] },
      [{ name: "ping" }],
      0,
    ],
    ["blank arguments", { steps: [{ tool: "ping", arguments: " " as never }] }, [{ name: "ping" }], 1],
    ["broken arguments, allowed values", { steps: [{ tool: "ping", arguments: "{oops" as never }] }, { ping: {} }, 0],
    [
      "a reference with broken arguments",
      { steps: [{ tool: "ping", arguments: {} }] },
      [{ name: "ping", arguments: "{" }],
      null,
    ],
    [
      "calls in a message of the user",
      { messages: [{ role: "user", content: "", tool_calls: [{ name: "ping", arguments: {} }] }], steps: [] },
      [{ name: "ping" }],
      0,
    ],
    ["a step that also has a name", { steps: [{ tool: "ping", name: "other", arguments: {} }] }, [{ name: "ping" }], 1],
    ["any order", { steps: [get("B"), get("A")] }, wanted("A", "B"), 1],
    ["strict order", { steps: [get("B"), get("A")] }, wanted("A", "B"), 0, { order: "strict" }],
    [
      "strict order kept",
      { steps: [get("A"), get("X"), get("B")] },
      wanted("A", "B"),
      1,
      { order: "strict", extra: "allow" },
    ],
    ["one call for two", { steps: [get("A")] }, wanted("A", "A"), 0],
    ["a call too many", { steps: [get("A"), get("A")] }, wanted("A"), 0],
    ["a call too many, allowed", { steps: [get("A"), get("B")] }, wanted("A"), 1, { extra: "allow" }],
    ["no call wanted", { steps: [{ text: "hi" }] }, [], 1],
    ["a call though none is wanted", { steps: [get("A")] }, [], 0],
    ["allowed values", { steps: [get("a1")] }, [{ get_order: { order_id: ["B1", "A1"] } }], 1],
    ["an optional argument", { steps: [get("A")] }, [{ get_order: { order_id: ["A"], note: ["", "x"] } }], 1],
    ["a needed argument", { steps: [get("A")] }, [{ get_order: { order_id: ["A"], note: ["x"] } }], 0],
    ["an argument that is not known", { steps: [get("A")] }, [{ get_order: {} }], 0],
    [
      "allowed values inside an object",
      { steps: [get({ city: "Rome" })] },
      [{ get_order: { order_id: [{ city: ["rome", "milan"] }] } }],
      1,
    ],
    ["a plain object", { steps: [get({ a: [1, "X"] })] }, wanted({ a: [1, "x"] }), 1],
    ["lists of other lengths", { steps: [get([1])] }, wanted([1, 2]), 0],
    ["a name with a dot", { steps: [{ tool: "math_add", arguments: {} }] }, [{ "math.add": {} }], 1],
    [
      "calls in messages",
      {
        messages: [
          {
            role: "assistant",
            content: "",
            tool_calls: [{ function: { name: "get_order", arguments: '{"order_id": "A"}' } } as never],
          },
        ],
      },
      wanted("A"),
      1,
    ],
    [
      "arguments that cannot be read",
      {
        messages: [
          {
            role: "assistant",
            content: "",
            tool_calls: [{ function: { name: "get_order", arguments: "{" } } as never],
          },
        ],
      },
      wanted("A"),
      0,
    ],
    ["a tool trace", { tool_trace: [{ tool_name: "get_order", arguments: { order_id: "A" } }] }, wanted("A"), 1],
    ["a reference written as text", { steps: [get("A")] }, JSON.stringify(wanted("A")), 1],
    ["a reference that is prose", { steps: [get("A")] }, "call get_order", null],
    ["a reference of something else", { steps: [get("A")] }, [{ a: 1, b: 2 }], null],
    ["too many calls", { steps: Array.from({ length: 300 }, () => get("A")) }, wanted("A"), null],
  ])("%s", async (_name, row, reference, expected, options = {}) => {
    expect(await outcome(row, reference, options)).toBe(expected);
  });

  it("finds a full assignment where taking the first fit would not", async () => {
    const reference = [{ get_order: { order_id: ["A", "B"] } }, { get_order: { order_id: ["A"] } }];
    expect(await outcome({ steps: [get("A"), get("B")] }, reference)).toBe(1);
  });

  it("takes what is expected as an option", async () => {
    expect((await judged(verify.ToolCalls({ expected: wanted("A") }), { steps: [get("A")] })).reward).toBe(1);
    expect(() => verify.ToolCalls({ expected: "x" })).toThrow("no list of calls");
  });

  it("names what is missing when that is no secret", async () => {
    expect((await judged(verify.ToolCalls(), { answer: wanted("A") })).reason).toBe("no call; missing get_order");
    expect((await judged(verify.ToolCalls(), { privileged: { reference: wanted("A") } })).reason).toBe(
      "no call; 1 of 1 wanted calls missing, 0 others",
    );
  });
});

describe("scoreFn", () => {
  it("passes prompt, completion, reference and row", async () => {
    const seen: unknown[] = [];
    const verifier = verify.scoreFn((...given) => seen.push(...given.slice(0, 3)) > 0);
    expect((await judged(verifier, { prompt: "p", final_text: "c", answer: 0 })).reward).toBe(1);
    expect(seen).toEqual(["p", "c", 0]);
  });

  it.each<[string, () => unknown, number | null, string]>([
    ["a text", () => "1", null, "invalid_result"],
    ["async", async () => ({ reward: 0.5, reason: "half", markers: { a: 1 } }), 0.5, "ok"],
    ["null", () => null, null, "invalid_result"],
    ["abstaining", () => ({ reward: null }), null, "missing_reward"],
    [
      "throwing",
      () => {
        throw new TypeError("x");
      },
      null,
      "error",
    ],
    [
      "rejecting",
      async () => {
        throw new TypeError("x");
      },
      null,
      "error",
    ],
  ])("%s", async (_name, score, reward, status) => {
    const verifier = verify.scoreFn(score as never, { name: "mine" });
    expect(await judged(verifier, { answer: 1 })).toMatchObject({
      reward,
      judge_status: status,
      judge_meta: { verifier: "mine" },
    });
  });

  it("keeps words back that may repeat a secret", async () => {
    const leaky = verify.scoreFn((_prompt, _completion, reference) => ({
      reward: 0,
      reason: `should be ${reference}`,
      hint: reference,
      distance: 3,
    }));
    const row = { privileged: { reference: "ZEBRA" } };
    expect(await judged(leaky, row)).toMatchObject({ reason: "scored by the function", judge_meta: { distance: 3 } });
    expect(JSON.stringify(await judged(leaky, row))).not.toContain("ZEBRA");
    const throwing = verify.scoreFn((_prompt, _completion, reference) => {
      throw new RangeError(`not ${reference}`);
    });
    expect((await judged(throwing, row)).judge_meta.error).toBe("RangeError");
    expect((await judged(leaky, { answer: "ZEBRA" })).reason).toBe("should be ZEBRA");
  });

  it("can insist on a reference, takes its function's name, and needs a function", async () => {
    const named = verify.scoreFn(
      function brevity() {
        return 1;
      },
      { requireReference: true },
    );
    expect(named.name).toBe("brevity");
    expect((await judged(named, {})).judge_status).toBe("missing_reward");
    expect(() => verify.scoreFn(1 as never)).toThrow(OptionError);
  });
});

describe("combinators", () => {
  it.each<[Verifier, number | null, Record<string, number | null>]>([
    [verify.All([one, one]), 1, { one: 1, "one#2": 1 }],
    [verify.All([zero, none]), 0, { zero: 0 }],
    [verify.All([none, zero]), null, { none: null }],
    [verify.Any([none, zero, one, one]), 1, { none: null, zero: 0, one: 1 }],
    [verify.Any([none]), null, { none: null }],
    [verify.Not(zero), 1, { zero: 0 }],
    [verify.Not(none), null, { none: null }],
    [verify.AtLeast(2, [one, none, one, zero]), 1, { one: 1, none: null, "one#2": 1 }],
    [verify.AtLeast(2, [one, none, zero]), null, { one: 1, none: null, zero: 0 }],
    [verify.AtLeast(2, [one, zero, zero]), 0, { one: 1, zero: 0, "zero#2": 0 }],
    [
      verify.Weighted([
        [one, 2],
        [zero, 1],
      ]),
      0.6667,
      { one: 1, zero: 0 },
    ],
    [
      verify.Weighted([
        [one, 2],
        [none, 1],
      ]),
      null,
      { one: 1, none: null },
    ],
  ])("%# gives its score and those of its parts", async (verifier, reward, parts) => {
    const { reward: given, judge_meta } = await judged(verifier, {});
    expect(given).toBe(reward);
    expect(judge_meta.parts).toEqual(parts);
  });

  it("mark their parts and say which one decided", async () => {
    const row = { final_text: "no", answer: "yes" };
    const all = await judged(verify.All([verify.Regex("n"), verify.ExactMatch()], { name: "both" }), row);
    expect(all).toMatchObject({
      reason: 'ExactMatch: "no" is not "yes"',
      judge_meta: { verifier: "both", markers: { "verify:Regex": 1, "verify:ExactMatch": 0 } },
    });
    expect((await judged(verify.All([one]), row)).reason).toBe("all 1 parts pass");
    expect((await judged(verify.Any([none]), row)).reason).toBe("no part could judge");
    expect((await judged(verify.Not(zero), row)).reason).toBe("not (zero)");
    expect((await judged(verify.Weighted([[none, 1]]), row)).reason).toBe("none: cannot say");
    expect((await judged(verify.AtLeast(1, [none]), row)).reason).toBe(
      "0 of 1 parts pass, 1 needed, 1 could not judge",
    );
  });

  it("keep what every part said, also where names look alike", async () => {
    const named = (name: string, score: number) => ({ name, judge: () => score });
    const parts = [named("a", 1), named("a#2", 0.5), named("a", 0.25)];
    const { judge_meta } = await judged(verify.Weighted(parts.map((part) => [part, 1] as const)), {});
    expect(judge_meta.parts).toEqual({ a: 1, "a#2": 0.5, "a#3": 0.25 });
  });

  it("take any judge as a part and prepare it", async () => {
    const prepared: unknown[] = [];
    const note = { code: "mine", severity: "info" as const, message: "Said by a part." };
    const part = {
      name: "model",
      prepare: (context: unknown) => void prepared.push(context),
      judge: async () => 0.5,
      notes: () => [note],
    };
    const combined = verify.All([part, () => true]);
    const context = { signal: new AbortController().signal };
    await combined.prepare?.(context);
    expect(prepared).toEqual([context]);
    expect(combined.notes?.()).toEqual([note]);
    expect((await judged(combined, {})).reward).toBe(0.5);
    const broken = verify.All([
      {
        name: "broken",
        judge: () => {
          throw new Error("x");
        },
      },
    ]);
    expect(await judged(broken, {})).toMatchObject({ reward: null, reason: "broken: error" });
  });

  it.each<[string, () => unknown]>([
    ["All", () => verify.All([])],
    ["Any", () => verify.Any(undefined as never)],
    ["Weighted", () => verify.Weighted([])],
    ["AtLeast", () => verify.AtLeast(1, [])],
    ["a count of 0", () => verify.AtLeast(0, [one])],
    ["a count above all", () => verify.AtLeast(2, [one])],
    ["a weight of 0", () => verify.Weighted([[one, 0]])],
    ["a weight that is none", () => verify.Weighted([[one] as never])],
    ["a part without a weight", () => verify.Weighted([one as never])],
    ["a part that is none", () => verify.All(["ExactMatch" as never])],
  ])("refuse %s", (_name, make) => {
    expect(make).toThrow(OptionError);
  });
});
