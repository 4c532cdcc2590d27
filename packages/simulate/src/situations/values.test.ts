import { derive, type ToolSchema } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { readTool } from "./tool-reading.js";
import { topicOf } from "./tool-topic.js";
import { spokenValues } from "./values.js";
import { valuesPhrase } from "./values-phrase.js";

const CLOCK = { day: "Monday", day2: "Tuesday" };

const toolWith = (properties: Record<string, unknown>, description = "Compute the total of a basket."): ToolSchema => ({
  name: "compute_total",
  description,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});

/** Everything a tool's values were said as over many draws. */
const phrases = (properties: Record<string, unknown>, description?: string): string[] => {
  const tool = readTool(toolWith(properties, description));
  return Array.from({ length: 60 }, (_, index) =>
    valuesPhrase(spokenValues(tool, topicOf(tool), derive(index, "values"), CLOCK)),
  );
};

const number = { type: "number" };
const text = { type: "string" };

describe("values", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      "a sum with its rate and its years",
      { principal: number, rate: number, years: { type: "integer" } },
      /^ of \$[\d,]+ at \d+(?:\.5)?% over \d+ years$/,
    ],
    ["a rate", { interest_rate: number }, /^ at \d+(?:\.5)?%$/],
    ["measures after one with", { base: number, height: number }, /^ with a base of \d+ and a height of \d+$/],
    ["short names as equations", { a: number, b: number }, /^ with a = \d+ and b = \d+$/],
    ["bare numbers", { number_one: number, number_two: number }, /^ for \d+ and \d+$/],
    ["how often in a period", { payments_per_year: number }, /^(?: for \$\d+| with (?:2|4|12) payments per year)$/],
    ["a share", { probability: number }, /^ with a probability of 0\.[1-9]$/],
    ["people", { guests: { type: "integer" } }, /^ for \d guests$/],
    [
      "a length in minutes",
      { duration_minutes: { type: "integer", minimum: 30, maximum: 60 } },
      /^ for (?:half an hour|45 minutes|an hour)$/,
    ],
    ["a weight with its unit", { weight_kg: number }, /^ with a weight of [\d.]+ kg$/],
    ["numbers in a list", { values: { type: "array", items: number } }, /^ for \d+(?:, \d+)+ and \d+$/],
    [
      "rows of numbers",
      { first: { type: "array", items: { type: "array", items: number } } },
      /^ \[\[\d, \d\], \[\d, \d\]\]$/,
    ],
    [
      "records with a share",
      { holdings: { type: "array", items: { type: "object", properties: { ticker: text, weight: number } } } },
      /^ for \d+% [A-Z]+(?:, \d+% [A-Z]+)? and \d+% [A-Z]+$/,
    ],
    [
      "records with a count",
      { items: { type: "array", items: { type: "object", properties: { city: text, quantity: number } } } },
      /^ for \d [\p{L} ]+(?:, \d [\p{L} ]+)? and \d [\p{L} ]+$/u,
    ],
    [
      "an object by what it holds",
      { options: { type: "object", properties: { years: { type: "integer" } } } },
      /^ over \d+ years$/,
    ],
    [
      "an object with a sum",
      { options: { type: "object", properties: { monthly_fee: number } } },
      /^ with a monthly fee of \$\d+$/,
    ],
    ["a regular choice", { period: { enum: ["daily", "annual"] } }, /^ on (?:a daily|an annual) basis$/],
    ["a unit", { unit: { enum: ["celsius", "kelvin"] } }, /^ in (?:celsius|kelvin)$/],
    ["a span of time", { period: { enum: ["last_week", "this_month"] } }, /^ for (?:the last week|this month)$/],
    ["two cities", { city_a: text, city_b: text }, /^ between \p{L}+ and \p{L}+$/u],
    ["a way", { origin: text, destination: text }, /^ from \p{L}+ to \p{L}+$/u],
    ["a stay", { check_in: { ...text, format: "date" }, check_out: { ...text, format: "date" } }, /^ from .+ to .+$/],
    ["an example of the description", { mode: { ...text, description: "How, e.g. 'by hand'." } }, /^$/],
    ["nothing that only tunes", { precision: { type: "integer" }, verbose: { type: "boolean" }, limit: number }, /^$/],
    ["a year", { year: { type: "integer" } }, /^ in \d{4}$/],
  ])("says %s", (_, properties, pattern) => {
    for (const phrase of phrases(properties)) expect(phrase).toMatch(pattern);
  });

  it("stays between the schema's bounds", () => {
    for (const phrase of phrases({ width: { type: "integer", minimum: 7, maximum: 9 } }))
      expect(phrase).toMatch(/^ with a width of [789]$/);
  });

  it("adds the window to the day, and never speaks of a day that the text speaks of otherwise", () => {
    const tool = readTool(
      toolWith({ new_date: { ...text, format: "date" }, window: { enum: ["morning", "evening"] } }, "Move a delivery."),
    );
    for (let index = 0; index < 200; index++) {
      const values = spokenValues(tool, "goods", derive(index, "values"), CLOCK);
      expect(values.map((one) => one.kind)).toEqual(["when", "window"]);
      expect(values.map((one) => one.said).join(" ")).not.toMatch(/Monday|Tuesday|\b2?[123]th\b/);
    }
  });

  it("keeps the member that a choice stands for", () => {
    const tool = readTool(toolWith({ reason: { enum: ["wrong_item", "late"] } }));
    const [value] = spokenValues(tool, "goods", derive(0, "values"), CLOCK);
    expect(["wrong_item", "late"]).toContain(value?.member);
    expect(value?.kind).toBe("reason");
  });

  it("mentions optional values now and then, and at most five", () => {
    const properties = Object.fromEntries("abcdefgh".split("").map((letter) => [`${letter}_width`, number]));
    const tool = readTool(toolWith(properties));
    expect(spokenValues(tool, "other", derive(0, "values"), CLOCK)).toHaveLength(5);
    const optional = readTool({ ...toolWith(properties), parameters: { type: "object", properties } });
    const counts = Array.from(
      { length: 50 },
      (_, index) => spokenValues(optional, "other", derive(index, "v"), CLOCK).length,
    );
    expect(Math.min(...counts)).toBeLessThan(3);
    expect(Math.max(...counts)).toBeGreaterThan(3);
  });
});
