import { expect, it } from "vitest";
import { fileTokens, idTokens, placeTokens } from "./ask-tokens.js";

it("finds what a text names", () => {
  const text = "Order DL-20418 (not 55, paid $30.00 at 10:30) is in src/dates.ts, mail ines@mail.test, 12345.";
  expect(idTokens(text)).toEqual(["DL-20418", "12345"]);
  expect(fileTokens(text)).toEqual(["src/dates.ts"]);
  expect(placeTokens(text)).toEqual(["src/dates.ts", "ines@mail.test"]);
  expect(idTokens(`${"请".repeat(300)}DL-20418`)).toEqual(["DL-20418"]);
});

// Each of these took minutes, growing with the square of the length.
it.each(["x", "1", "A-1", "Aa", "_", "a/", "a.", "a@", "a+"])("reads an endless word: %s", (piece) => {
  const text = `Order DL-20418: ${piece.repeat(200_000)}`;
  expect(idTokens(text)).toEqual(["DL-20418"]);
  expect(placeTokens(text)).toEqual([]);
});
