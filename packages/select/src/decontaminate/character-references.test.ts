import { expect, test } from "vitest";
import { decodeReferences } from "./character-references.js";
import { decontaminate } from "./decontaminate.js";

test.each([
  ["don&#39;t &lt;stop&gt; &amp; &quot;go&quot;", 'don\'t <stop> & "go"'],
  ["&#x6211;&#30340; &ldquo;x&rdquo;", "我的 “x”"],
  ["once: &amp;lt;", "once: &lt;"],
  ["&LT;", "<"],
  ["&#x10ffff;&#1;", "\u{10ffff}\u0001"],
  ["&what; R&D; a && b; &#0; &#x110000; &#9999999;", "&what; R&D; a && b; &#0; &#x110000; &#9999999;"],
])("%s", (text, decoded) => {
  expect(decodeReferences(text)).toBe(decoded);
});

test("a copy from a web page is a copy, on either side", () => {
  const plain = `Don't say "yes" & don't say "no": is 3 < 4, or isn't it? ${"more ".repeat(9)}`;
  const written = plain
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
  for (const [prompt, text] of [
    [plain, written],
    [written, plain],
    ["is 3 &lt; 4", "is 3 < 4?"],
  ] as const)
    expect(decontaminate([{ prompt }], { against: [text] }).report.hits[0]).toMatchObject({
      rule: "exact",
      trainShare: 1,
    });
});
