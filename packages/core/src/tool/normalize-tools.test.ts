import { describe, expect, it } from "vitest";
import { ToolSchemaError } from "../errors/tool-schema-error.js";
import { normalizeTools } from "./normalize-tools.js";

const parameters = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };

describe("normalizeTools", () => {
  it("takes every usual form", () => {
    const tools = [
      { type: "function", function: { name: "a", description: "A.", parameters } },
      { name: "b", parameters },
      { name: "c", description: "C.", input_schema: parameters },
      { name: "math.hypot" },
    ];
    const before = structuredClone(tools);
    const normalized = normalizeTools(tools);
    expect(normalized.map((tool) => [tool.name, tool.description])).toEqual([
      ["a", "A."],
      ["b", ""],
      ["c", "C."],
      ["math.hypot", ""],
    ]);
    expect(normalized.slice(0, 3).every((tool) => JSON.stringify(tool.parameters) === JSON.stringify(parameters))).toBe(
      true,
    );
    expect(normalized[3]?.parameters).toEqual({ type: "object", properties: {} });
    expect(tools).toEqual(before);
    expect(normalizeTools(undefined)).toEqual([]);
  });

  it.each([
    ["dict", "object"],
    ["HashMap", "object"],
    ["float", "number"],
    ["double", "number"],
    ["tuple", "array"],
    ["ArrayList", "array"],
    ["int", "integer"],
    ["long", "integer"],
    ["bool", "boolean"],
    ["String", "string"],
    ["char", "string"],
    ["any", undefined],
    ["str, optional", "string"],
    ["Optional[int]", "integer"],
    ["int | None", ["integer", "null"]],
    ["Union[int, str]", ["integer", "string"]],
    ["typing.Dict[str, Any]", "object"],
    ["Callable", "refused"],
  ])("reads the type %s as %j", (spelling, type) => {
    const make = () =>
      normalizeTools([{ name: "f", parameters: { type: "dict", properties: { x: { type: spelling } } } }])[0]
        ?.parameters;
    if (type === "refused") {
      expect(make).toThrow(/"Callable" at `tools\[0\]\.parameters\.properties\.x\.type`/);
      return;
    }
    const { x } = (make() as { properties: Record<string, Record<string, unknown>> }).properties;
    expect(x?.type).toEqual(type);
    expect(x?.["x-original-type"]).toBe(spelling);
  });

  it("reads nested spellings, draft 4 forms and bare property maps", () => {
    const [nested] = normalizeTools([
      {
        name: "f",
        parameters: {
          type: "object",
          properties: {
            rows: { type: "List[List[float]]" },
            names: { type: "str[]" },
            pair: { type: "tuple", items: [{ type: "int" }, { type: "str" }] },
            low: { type: "float", minimum: 1, exclusiveMinimum: true, required: true },
            free: { anyOf: [{ type: "dict" }, { type: "none" }], default: null },
          },
        },
      },
    ]);
    expect(nested?.parameters).toMatchObject({
      properties: {
        rows: { type: "array", items: { type: "array", items: { type: "number" } } },
        names: { type: "array", items: { type: "string" } },
        pair: { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }] },
        low: { type: "number", exclusiveMinimum: 1 },
        free: { anyOf: [{ type: "object" }, { type: "null" }] },
      },
      required: ["low"],
    });
    const [bare] = normalizeTools([
      {
        name: "g",
        parameters: {
          q: { type: "str", description: "Query." },
          page: { type: "int, optional" },
          n: { type: "int", default: 3 },
        },
      },
    ]);
    expect(bare?.parameters).toMatchObject({
      type: "object",
      properties: { page: { type: "integer" } },
      required: ["q"],
    });
  });

  it("lets one part of a schema require properties of another", () => {
    const parts = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { properties: { b: { const: "x" } }, required: ["a", "b"] }],
      if: { properties: { a: { const: "y" } } },
      else: { required: ["b"] },
    };
    expect(normalizeTools([{ name: "f", parameters: parts }])[0]?.parameters).toEqual(parts);
    const nested = { ...parts, anyOf: [{ properties: { a: { type: "object", required: ["z"], properties: {} } } }] };
    expect(() => normalizeTools([{ name: "f", parameters: nested }])).toThrow(/names "z"/);
  });

  it.each<[string, unknown, string]>([
    ["one tool instead of a list", { name: "a" }, "tools"],
    ["a string instead of a tool", ["get_order"], "tools[0]"],
    ["null", [null], "tools[0]"],
    ["no name", [{ description: "A." }], "tools[0].name"],
    ["a blank name in an envelope", [{ type: "function", function: { name: "" } }], "tools[0].function.name"],
    ["two tools of one name", [{ name: "a" }, { name: "b" }, { name: "a" }], "tools[2].name"],
    ["parameters that are a list", [{ name: "a", parameters: [] }], "tools[0].parameters"],
    ["parameters of another type", [{ name: "a", parameters: { type: "string" } }], "tools[0].parameters.type"],
    [
      "required naming an unknown property",
      [{ name: "a", parameters: { ...parameters, required: ["idd"] } }],
      "tools[0].parameters.required",
    ],
    [
      "required that is no list",
      [{ name: "a", parameters: { ...parameters, required: "id" } }],
      "tools[0].parameters.required",
    ],
    [
      "properties that are a list",
      [{ name: "a", parameters: { type: "object", properties: [] } }],
      "tools[0].parameters.properties",
    ],
    [
      "a property that is text",
      [{ name: "a", parameters: { type: "object", properties: { x: "str" } } }],
      "tools[0].parameters.properties.x",
    ],
    [
      "an enum that is text",
      [{ name: "a", parameters: { type: "object", properties: { x: { enum: "a" } } } }],
      "tools[0].parameters.properties.x.enum",
    ],
    [
      "a union that is no list",
      [{ name: "a", input_schema: { type: "object", properties: { x: { anyOf: {} } } } }],
      "tools[0].input_schema.properties.x.anyOf",
    ],
    [
      "a type that cannot be read",
      [{ name: "a", parameters: { type: "object", properties: { x: { type: 7 } } } }],
      "tools[0].parameters.properties.x.type",
    ],
  ])("refuses %s", (_, tools, path) => {
    let error: unknown;
    try {
      normalizeTools(tools as never);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ToolSchemaError);
    expect((error as ToolSchemaError).path).toBe(path);
    expect((error as ToolSchemaError).fix).not.toBe("");
  });

  it("refuses a schema without end", () => {
    const endless: Record<string, unknown> = { type: "object" };
    endless.properties = { again: endless };
    expect(() => normalizeTools([{ name: "a", parameters: endless }])).toThrow(/nested deeper than 64 levels/);
  });
});

it("a hole in the list is no tool", () => {
  expect(() => normalizeTools(new Array(2))).toThrow("tools[0] must be a tool");
});
