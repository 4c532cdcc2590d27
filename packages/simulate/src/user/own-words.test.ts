import { expect, it } from "vitest";
import type { Situation } from "../plan/situation.js";
import { chosenOf, identifierOf, namedAmount, namesAnother, wishedDay } from "./own-words.js";

it.each([
  ["Could you move it to Friday? Jo tried on Monday.", "Friday"],
  ["Next Wednesday somebody will be in. On Thursday someone moved it.", "Next Wednesday"],
  ["I asked on Thursday and again last Friday.", undefined],
  ["Half of it is done since Monday.", undefined],
  ["The 27th would be fine.", "The 27th"],
  ["Tomorrow, please.", "Tomorrow"],
  ["push it to Saturday week", "Saturday week"],
])("the day wished for in %j is %s", (line, day) => {
  expect(wishedDay([line])).toBe(day);
});

it("reads the amount that was named", () => {
  expect(namedAmount(["Give me", "$1,200.50 back, not $3."])).toBe("$1,200.50");
  expect(namedAmount(["Give me all of it."])).toBeUndefined();
});

it.each([
  ["Shall I cancel OR-9999?", true],
  ["Shall I cancel OR-1042?", false],
  ["Is it OR-1042 or OR-9999?", false],
  ["Shall I use RF-77?", false],
  ["Shall I cancel XOR-9999?", false],
])("%j names another record: %s", (text, isOther) => {
  expect(namesAnother(text, "OR-1042")).toBe(isOther);
});

it.each([
  ["Do you want a refund or a replacement?", "I would like a refund.", "a refund"],
  ["Do you want a refund or a replacement?", "A refund, or a replacement.", undefined],
  ["Do you want a refund or a replacement?", "I am refunded nothing.", undefined],
  ["Which date works, Monday or Tuesday?", "Tuesday is good.", "Tuesday"],
  ["Do you want (a or b?", "a", undefined],
])("%j after %j is answered with %s", (question, own, chosen) => {
  expect(chosenOf(question, [own])).toBe(chosen);
});

it.each([
  ["Rebook evt_7f185 for the 27th.", "evt_7f185"],
  ["Covid-19, UTF-8, 9:30am, $20,100 and 20-year loans.", null],
  ["--ab-12-3- and --x9999", "ab-12-3"],
  ["2026-03-04, 123_456", null],
  ["a-".repeat(100_000), null],
  ["1-".repeat(100_000), null],
  [`a${"-".repeat(100_000)}`, null],
])("the record that only the text names in %.60s is %s", (prompt, id) => {
  const entity = { parameter: null, id: null, named: "none" } as const;
  expect(identifierOf({ entity, privileged: {}, prompt } as unknown as Situation)).toBe(id);
});
