import { expect, test } from "vitest";
import { textWidth } from "./fit-text.js";
import { wrapText } from "./wrap-text.js";

test.each(["word", "漢字の", "é̂", "👍"])("lines of %s take at most 100 columns, and none breaks early", (word) => {
  const lines = wrapText(Array(80).fill(word).join(" "), "  ");
  const step = textWidth(word) + 1;
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(100);
  for (const line of lines.slice(0, -1)) expect(textWidth(line) + step).toBeGreaterThan(100);
  expect(lines.map((line) => line.trim()).join(" ")).toBe(Array(80).fill(word).join(" "));
  expect(lines[1]).toMatch(/^ {4}\S/);
});

test("a word wider than a line stands alone", () => {
  expect(wrapText(`a ${"x".repeat(120)} b`)).toEqual(["a", `  ${"x".repeat(120)}`, "  b"]);
});
