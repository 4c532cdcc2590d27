import { STANCES } from "@whileai/core";
import { expect, it } from "vitest";
import { TOLD_STANCES } from "./banks/told-stances.js";
import { capitalised, fillable, fillSlots, hasSlot, uncapitalised } from "./fill-slots.js";
import { Slots } from "./slots.js";
import { tidy } from "./tidy.js";
import { WordingDeck } from "./wording-deck.js";

const HISTORIES = ["prior_failure", "prior_partial_action", "contradicts_earlier", "repeat visit"];
const REQUESTS = ["wish", "do", "half", "doIt", "request", "finish"];

it.each(Object.entries(TOLD_STANCES))("wordings of %s hold a request", (name, wordings) => {
  const [stance, history] = name.replace(/^working\./, "").split(".");
  expect(STANCES).toContain(stance);
  expect(HISTORIES).toContain(history);
  expect(new Set(wordings).size).toBe(wordings.length);
  for (const wording of wordings)
    expect(
      REQUESTS.some((slot) => hasSlot(wording, slot)),
      wording,
    ).toBe(true);
});

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

it.each([
  ["Can you pull up it?", "Can you pull it up?"],
  ["Please  give me them .", "Please give them to me."],
  ["Is it done?.", "Is it done?"],
  ["Wait... what", "Wait... what"],
  ["So,.", "So."],
])("tidies %j", (text, expected) => {
  expect(tidy(text)).toBe(expected);
});

it("draws no wording twice before all that fit were drawn", () => {
  const deck = new WordingDeck(0);
  const bank = ["a", "b", "c", "d"];
  const fits = (one: string): boolean => one !== "d";
  const drawn = Array.from({ length: 6 }, () => deck.draw("bank", bank, fits));
  expect([...drawn.slice(0, 3)].sort()).toEqual(["a", "b", "c"]);
  expect([...drawn.slice(3)].sort()).toEqual(["a", "b", "c"]);
  expect(deck.draw("bank", bank, () => false)).toBeUndefined();
  expect(deck.draw("bank", bank, (one) => one === "d")).toBe("d");
});
