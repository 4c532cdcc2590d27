import { describe, expect, it } from "vitest";
import type { ToolSchema } from "../tool/tool-types.js";
import { identifierParameter } from "./identifier-parameter.js";
import { situationAxes } from "./situation-axes.js";

const tool = (properties: Record<string, unknown>, required: string[] = []): ToolSchema => ({
  name: "t",
  description: "",
  parameters: { type: "object", properties, required },
});

describe("identifierParameter", () => {
  it.each([
    ["an id", tool({ reason: { type: "string" }, order_id: { type: "string" } }), "order_id"],
    ["camel case", tool({ orderId: { type: "string" } }), "orderId"],
    ["a required name before an optional id", tool({ trace_id: {}, file_path: {} }, ["file_path"]), "file_path"],
    ["a quantity is no name", tool({ number: { type: "integer" } }), null],
    ["a numbered record", tool({ invoice_number: { type: "integer" } }), "invoice_number"],
    ["a closed choice is no name", tool({ country_code: { type: "string", enum: ["PT"] } }), null],
    ["nothing", tool({ city: { type: "string" } }), null],
    ["no properties", { name: "t", description: "", parameters: {} }, null],
  ])("%s", (_name, given, expected) => {
    expect(identifierParameter(given)).toBe(expected);
  });
});

describe("situationAxes", () => {
  it("has six axes", () => {
    const { axes } = situationAxes({ tools: [tool({ order_id: {} })], systemPrompt: "" });
    expect(Object.values(axes).map((levels) => levels.length)).toEqual([3, 1, 10, 6, 5, 5]);
    expect(axes.tool).toEqual(["t", "unrelated", "multi_tool"]);
    expect(axes.rule).toEqual(["unspecified"]);
  });

  it("leaves the record's state open when no tool names one, and counts rules left out", () => {
    const report = situationAxes({
      tools: [tool({})],
      systemPrompt: "- Be kind always\n- Be brief always",
      ruleLimit: 1,
    });
    expect(report.axes.world_state).toEqual(["unspecified"]);
    expect(report).toMatchObject({ rulesTotal: 2, rulesLeftOut: 1 });
  });
});
