import { expect, it } from "vitest";
import { WordingDeck } from "./wording-deck.js";

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
