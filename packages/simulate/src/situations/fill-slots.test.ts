import { expect, it } from "vitest";
import { capitalised, fillable, fillSlots, uncapitalised } from "./fill-slots.js";
import { Slots } from "./slots.js";

it("lays slots over one another", () => {
  const below = new Slots({ ref: "the lamp", day: "Monday", gone: "x" });
  const above = below.with({ ref: "it", gone: null });
  expect(["ref", "day", "gone", "none"].map((name) => above.get(name))).toEqual(["it", "Monday", null, undefined]);
  expect(fillable("{Ref} on {day}", above)).toBe(true);
  expect(fillable("{gone}", above)).toBe(false);
  expect(fillSlots("{Ref} on {day}, {ref}.", below)).toBe("The lamp on Monday, the lamp.");
});

it.each([
  ["the order", "The order"],
  ['"no, wait"', '"No, wait"'],
  ["src/dates.ts broke", "src/dates.ts broke"],
  ["", ""],
])("capitalises %j", (text, expected) => {
  expect(capitalised(text)).toBe(expected);
});

it.each([
  ["Keep it, please", "keep it, please"],
  ["Ines has it", "Ines has it"],
  ["I'd like it", "I'd like it"],
  ["ORD-1 is late", "ORD-1 is late"],
  ["Monday would do", "Monday would do"],
  ["It's late", "it's late"],
])("begins %j with a small letter where it may", (text, expected) => {
  expect(uncapitalised(text)).toBe(expected);
});
