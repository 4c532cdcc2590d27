import { derive, type ToolSchema } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { makeIdentifier, partOf } from "./identifier.js";
import { readTool } from "./tool-reading.js";

const tool = (
  name: string,
  description: string,
  properties: Record<string, unknown> = {},
  required = Object.keys(properties),
): ToolSchema => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});
const number = { type: "number" };

describe("readTool", () => {
  it.each([
    [
      tool("get_order", "Look up an order by id.", { order_id: {} }),
      { ask: "lookup", object: "order", entityNoun: "order" },
    ],
    [
      tool("issue_refund", "Issue a refund for an order.", { order_id: {} }),
      { ask: "refund", object: "refund", entityNoun: "order" },
    ],
    [tool("move_event", "Move an event to a new time.", { event_id: {} }), { ask: "move", entityNoun: "event" }],
    [
      tool("calculate_triangle_area", "Calculate the area of a triangle given base and height.", {
        base: number,
        height: number,
      }),
      { ask: "calculate", object: "area of a triangle" },
    ],
    [
      tool("math.hypot", "Calculates the Euclidean norm, sqrt(sum(squares)).", { x: number, y: number }),
      { ask: "calculate", object: "Euclidean norm" },
    ],
    [tool("read_file", "Read a file from the repository.", { path: {} }), { ask: "readFile", entityNoun: "file" }],
    [
      tool("XSS_Scanner.scan", "This tool is used to scan for XSS vulnerabilities on a specified host.", { host: {} }),
      { ask: "search", object: "XSS vulnerabilities" },
    ],
    [
      tool("render_ui", "Renders a widget with a heading.", { heading: {} }),
      { ask: "general", verb: "render", object: "widget" },
    ],
    [
      tool("get_price", "Get the current price of a given item at a location.", { item: {} }),
      { ask: "info", object: "current price of an item" },
    ],
    [
      tool("museum_info", "Retrieve information about a specific museum.", { museum: {} }),
      { object: "museum details", plural: true },
    ],
    [tool("set_alarm", "Set an alarm for a specific time.", { alarm_time: {} }), { ask: "create", object: "alarm" }],
    [tool("ping", ""), { object: "ping" }],
  ])("$name", (schema, expected) => {
    expect(readTool(schema)).toMatchObject(expected);
  });
});

describe("makeIdentifier", () => {
  const make = (schema: Record<string, unknown>, description = "", noun = "order") =>
    makeIdentifier({ name: "id", words: "id", required: true, schema, description }, noun, derive(3, "id"));

  it.each([
    ["a pattern", make({ pattern: "^DL-\\d{5}$" }), /^DL-\d{5}$/],
    ["a pattern with classes", make({ pattern: "^[A-C]{2}_(east|west)[0-9]+$" }), /^[A-C]{2}_(east|west)\d+$/],
    ["a pattern too clever to follow", make({ pattern: "^(?=x).*$" }), /^ORD-\d{5}$/],
    ["a uuid", make({ format: "uuid" }), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/],
    ["a number", make({ type: "integer" }), /^\d{5}$/],
    ["an example", make({ examples: ["TKT_0042"] }), /^TKT_\d{4}$/],
    ["an example in the description", make({}, "The order, e.g. 'SO-77120'."), /^SO-\d{5}$/],
    ["nothing but a noun", make({}, "", "delivery"), /^DLV-\d{5}$/],
    ["a file", make({}, "", "file"), /\/.+\.\w+$/],
  ])("follows %s", (_name, made, shape) => {
    expect(made).toMatch(shape);
  });

  it("gives the part people say", () => {
    expect([partOf("ORD-12345"), partOf("src/a/b.ts"), partOf("A1")]).toEqual(["345", "b.ts", null]);
  });
});
