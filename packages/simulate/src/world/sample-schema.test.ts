import { derive } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { valueCheck } from "./argument-check.js";
import { sampleSchema } from "./sample-schema.js";

const SCHEMAS: [string, Record<string, unknown>][] = [
  ["const", { const: 3 }],
  ["enum", { enum: ["a", 2, null] }],
  ["integer range", { type: "integer", minimum: 3, maximum: 4 }],
  ["integer between exclusive bounds", { type: "integer", exclusiveMinimum: 2, exclusiveMaximum: 5 }],
  ["number range", { type: "number", exclusiveMinimum: 0, maximum: 1 }],
  ["negative", { type: "number", maximum: -3, minimum: -8 }],
  ["multiple", { type: "integer", multipleOf: 5, minimum: 7, maximum: 40 }],
  [
    "multiples of a tenth",
    { type: "array", items: { type: "number", multipleOf: 0.1, minimum: -3, maximum: 40 }, minItems: 60, maxItems: 60 },
  ],
  ["multiples within narrow bounds", { type: "number", multipleOf: 0.5, exclusiveMinimum: 1, exclusiveMaximum: 2 }],
  ["integers between fractions", { type: "integer", minimum: 0.2, maximum: 1.9 }],
  ["wide bounds", { type: "number", minimum: -1e308, maximum: 1e308 }],
  ["unique items", { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 }],
  ["something among the items", { type: "array", contains: { const: 7 }, minContains: 2 }],
  ["more properties than are named", { type: "object", minProperties: 3, additionalProperties: { type: "integer" } }],
  ["fewer properties than are named", { properties: { a: {}, b: {}, c: {} }, required: ["c"], maxProperties: 2 }],
  ["names by pattern", { required: ["x_1"], patternProperties: { "^x_": { type: "integer" } } }],
  [
    "several references",
    {
      allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }],
      $defs: {
        a: { properties: { a: { type: "integer" } }, required: ["a"] },
        b: { properties: { a: { maximum: 3 }, b: { const: 1 } }, required: ["b"] },
      },
    },
  ],
  ["pattern", { type: "string", pattern: "^[A-Z]{2}-\\d{5}$" }],
  ["lengths", { type: "string", minLength: 30, maxLength: 40 }],
  ...["date", "date-time", "time", "duration", "email", "uri", "uuid", "ipv4", "ipv6", "hostname"].map(
    (format): [string, Record<string, unknown>] => [format, { type: "string", format }],
  ),
  ["array", { type: "array", items: { type: "boolean" }, minItems: 4, maxItems: 6 }],
  ["tuple", { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], minItems: 2 }],
  ["union", { anyOf: [{ type: "null" }, { type: "string" }] }],
  ["nullable", { type: ["null", "number"] }],
  ["null", { type: "null" }],
  ["anything", {}],
  [
    "object",
    {
      type: "object",
      properties: { order_id: { type: "string" }, lines: { type: "array", items: { $ref: "#/$defs/line" } } },
      required: ["order_id", "lines"],
      $defs: { line: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
    },
  ],
  [
    "composition",
    {
      allOf: [{ type: "object", properties: { a: { type: "integer" } }, required: ["a"] }],
      properties: { b: { enum: [1] } },
      required: ["b"],
    },
  ],
];

describe("sampleSchema", () => {
  it.each(SCHEMAS)("gives valid values: %s", async (_, schema) => {
    const check = await valueCheck(schema, "t", "output");
    for (let seed = 0; seed < 25; seed++) {
      const value = sampleSchema(schema, derive(seed, "sample"));
      expect(check(value), JSON.stringify(value)).toEqual([]);
      expect(sampleSchema(schema, derive(seed, "sample"))).toEqual(value);
    }
  });

  it("can leave optional properties out, and ends on schemas that contain themselves", () => {
    const schema = { type: "object", properties: { a: { const: 1 }, b: { const: 2 } }, required: ["a"] };
    expect(sampleSchema(schema, derive(0, "x"), "", { requiredOnly: true })).toEqual({ a: 1 });
    const tree = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] };
    expect(JSON.stringify(sampleSchema(tree, derive(0, "x"))).length).toBeLessThan(200);
  });

  it("takes nothing from a keyword that is called __proto__", () => {
    const part = JSON.parse('{"type": "boolean", "__proto__": {"const": 5}}');
    expect(typeof sampleSchema({ allOf: [part] }, derive(0, "x"))).toBe("boolean");
  });
});

it.each([
  ["customer_email", /^[a-z.]+@mailbox\.test$/],
  ["phone", /^\+3197\d{7}$/],
  ["pickup_time", /^\d\d:\d\d$/],
  ["city", /^[A-Z]/],
  ["country", /^[A-Z]/],
  ["street_address", /\d/],
  ["currency", /^[A-Z]{3}$/],
  ["status", /^[a-z ]+$/],
  ["link", /^https:/],
  ["file_path", /\.py$/],
  ["owner", /^[A-Z]\w+ [A-Z]\w+$/],
  ["orderId", /^OR-\d{5}$/],
  ["id", /^[A-Z]{2}-\d{5}$/],
  ["remark", /^[a-z ]+$/],
])("has words for %s", (name, text) => {
  expect(sampleSchema({ type: "string" }, derive(0, name), name)).toMatch(text);
});
