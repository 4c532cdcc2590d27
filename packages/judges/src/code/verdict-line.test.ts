import { expect, it } from "vitest";
import { readVerdict, safeCause } from "./verdict-line.js";

it.each([
  ['V abc {"ok":true}', { ok: true }],
  ['V abd {"ok":true}', undefined],
  ['R abc {"ok":true}', undefined],
  ['{"ok":true}', undefined],
  ["V abc true", undefined],
  ["V abc {", undefined],
  ["", undefined],
])("%s", (line, verdict) => {
  expect(readVerdict(Buffer.from(line), "abc")).toEqual(verdict);
});

it("repeats only what reads like a name", () => {
  expect(safeCause("ValueError")).toBe("ValueError");
  expect(safeCause("the candidate's process ended")).toBe("the candidate's process ended");
  for (const said of ["reward: 1", "a\nb", "x".repeat(61), 3, undefined, ""]) expect(safeCause(said)).toBe("an error");
});
