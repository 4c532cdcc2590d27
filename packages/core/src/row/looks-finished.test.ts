import { expect, test } from "vitest";
import { looksFinished } from "./looks-finished.js";

// The second column of the shared vectors: what the ASCII rule says.
test.each([
  ["Done.", true],
  ["done", false],
  ["See https://a.b/c", false],
  ["Best,\nSales", true],
  ["Thanks,\nAlex Roe", true],
  ["-- Sam", false],
  ["Cheers", true],
  ["#### 42", true],
  ["-1,234.5%", true],
  ["x = {1}", true],
  ["```sql\nselect 1\n```", true],
  ["```sql\nselect 1", false],
  ["one two three four five six Regards", false],
  ["regards to all of you my", true],
  ['he said "yes"', true],
  ["bold **end**", false],
  ["完了。", false],
  ["ends with emoji 🎉", false],
  ["Hi,\nthe team of engineers here now", false],
  ["", false],
  ["1. item\n2. item", false],
  ["   ", false],
  ["--Sam", true],
  ["hello there,\n-- Sam", true],
  ["hello there\n-- Sam", false],
  ["Best\n- Sam", true],
  ["Thanksgiving day is here", false],
  ["$ 5", false],
  ["total\u0085\u2028 7 \u0085", true],
])("%j", (text, expected) => {
  expect(looksFinished(text)).toBe(expected);
});

test("hostile lengths take no time to speak of", () => {
  expect(looksFinished(`${" ".repeat(200_000)}x`)).toBe(false);
  expect(looksFinished(`##${" ".repeat(200_000)}x`)).toBe(false);
});
