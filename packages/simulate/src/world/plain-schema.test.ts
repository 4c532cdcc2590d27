import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlainSchema } from "./plain-schema.js";

const value = fc.oneof(
  fc.constantFrom<unknown>("string", "object", "text", "", 0, 3, -1, 1.5, null, true, [], ["a"], ["a", "a"], [1], {}),
  fc.array(fc.constantFrom("a", "b")),
);
const { schema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.boolean(),
    value,
    fc.dictionary(
      fc.constantFrom(
        ...["type", "title", "description", "format", "default", "const", "enum", "examples", "minimum", "maximum"],
        ...["exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "required"],
        ...["items", "additionalProperties", "properties", "pattern", "$ref", "multipleOf", "anyOf"],
      ),
      fc.oneof(value, tie("schema"), fc.dictionary(fc.constantFrom("a", "__proto__"), tie("schema"))),
      { maxKeys: 4 },
    ),
  ),
}));

describe("isPlainSchema", () => {
  it("takes the schemas of everyday tools", () => {
    const amount = { type: "number", minimum: 0, description: "In euros." };
    const tags = { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 3 };
    const parameters = { type: "object", properties: { amount, tags, more: true }, required: ["amount"] };
    expect(isPlainSchema(parameters)).toBe(true);
    expect(isPlainSchema({ ...parameters, additionalProperties: false })).toBe(true);
  });

  it.each<[string, unknown]>([
    ["a type that does not exist", { type: "text" }],
    ["a list of types, which it does not know", { type: ["string", "null"] }],
    ["a name that is required twice", { required: ["a", "a"] }],
    ["a length below 0", { minLength: -1 }],
    ["a limit that is no number", { maximum: "5" }],
    ["NaN", { minimum: Number.NaN }],
    ["a broken schema inside", { properties: { a: { items: { type: 5 } } } }],
    ["a keyword it does not know", { pattern: "[" }],
    ["null", null],
    ["a list", []],
  ])("leaves %s to the full check", (_, given) => {
    expect(isPlainSchema(given)).toBe(false);
  });

  it("takes nothing that the schema of schemas refuses", () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    fc.assert(
      fc.property(schema, (given) => {
        if (isPlainSchema(given)) expect(ajv.validateSchema(given as object)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
