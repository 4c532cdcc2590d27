import { expect, test } from "vitest";
import { countText } from "./count-text.js";

test.each([
  [0, "0 rows"],
  [1, "1 row"],
  [2, "2 rows"],
  [1.5, "1.5 rows"],
])("%d", (count, text) => {
  expect(countText(count, "row")).toBe(text);
});

test("a word of its own for several", () => {
  expect(countText(2, "entry", "entries")).toBe("2 entries");
  expect(countText(1, "entry", "entries")).toBe("1 entry");
});
