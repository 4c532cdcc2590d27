import { describe, expect, test } from "vitest";
import { check, words } from "./__fixtures__/check-prompt.js";
import { decontaminate } from "./decontaminate.js";

describe("text that many eval texts share", () => {
  const preamble = words("policy", 40);
  const asks = Array.from({ length: 20 }, (_, at) => words(`ask${at}x`, 9));
  const against = asks.map((ask) => `${preamble} ${ask}`);

  test("another question behind the preamble is kept, and shown for a person to judge", () => {
    const { rows, report } = decontaminate([{ prompt: `${preamble} ${words("other", 9)}` }], { against });
    expect(rows).toHaveLength(1);
    expect(report.nCommonText).toBe(1);
    expect(report.commonText[0]).toMatchObject({
      index: 0,
      field: "prompt",
      share: 40 / 49,
      evalTexts: 20,
      span: preamble,
    });
    expect(report.notes.map(({ code }) => code)).toContain("common_text");
    expect(`${report}`).toContain('kept row 1: 82% of it is text that up to 20 eval texts have: "policy0 policy1');
  });

  test("the same question behind it is not, whatever is around it", () => {
    expect(check(`${preamble}: ${asks[3]}`, { against })).toMatchObject({
      rule: "near",
      direction: "both",
      trainShare: 1,
      evalShare: 1,
      trainCommonWords: 40,
      evalCommonWords: 40,
      evalIndex: 3,
    });
    expect(check(`${words("z", 90)} ${preamble} ${asks[3]}`, { against })).toMatchObject({
      rule: "contains",
      evalIndex: 3,
    });
    expect(check(`${preamble} ${asks[3]}`, { against })).toMatchObject({ rule: "exact" });
  });

  test("the question without the preamble is a copy of what the eval row asks", () => {
    expect(check(asks[3], { against })).toMatchObject({
      rule: "near",
      trainShare: 1,
      evalShare: 9 / 49,
      direction: "train",
    });
  });

  test.each([1, 2, 3, 4])("%d eval texts alike do not say what is their preamble: they are compared whole", (count) => {
    const few = against.slice(0, count);
    const other = `${preamble} ${words("other", 9)}`;
    expect(check(other, { against: few })).toMatchObject({ rule: "near", evalIndex: 0, trainShare: 40 / 49 });
    expect(check(asks[0], { against: few })).toMatchObject({ rule: "near", evalIndex: 0, trainShare: 1 });
    const templated = few.map((_, at) => `${words("head", 11)} order${at} ${words("tail", 10)}`);
    const edited = templated[0]?.replace("tail1", "edited");
    expect(check(edited, { against: templated })).toMatchObject({ rule: "near", evalIndex: 0 });
  });

  test("of a template in many eval texts the slot decides, and an edit elsewhere hides nothing", () => {
    const filled = (slot: string): string => `${words("head", 11)} ${slot} ${words("tail", 10)}`;
    const templated = Array.from({ length: 20 }, (_, at) => filled(`order${at}`));
    expect(check(filled("order99"), { against: templated })).toBeNull();
    expect(check(filled("order7").replace("tail1", "edited"), { against: templated })).toMatchObject({ evalIndex: 7 });
    expect(check(`${words("z", 90)} ${filled("order7")}`, { against: templated })).toMatchObject({
      rule: "contains",
      evalIndex: 7,
    });
  });

  test("one question in several punctuations is one text, however often it comes", () => {
    const question = words("ask", 20);
    const variants = ["", "?", ".", " …", "!", " ?!"].map((end) => question + end);
    const edited = question.replace("ask9", "edited");
    for (const prompt of [`${question};`, edited, `${words("z", 90)} ${question}`])
      expect(check(prompt, { against: variants })).toMatchObject({ evalIndex: 0 });
    expect(check(variants[3], { against: variants })).toMatchObject({ rule: "exact", evalIndex: 3 });
    const twice = asks.flatMap((ask) => [ask, `${ask}?`, `${ask}!`]);
    expect(check(asks[4]?.replace("ask4x0", "edited"), { against: twice })).toMatchObject({ evalIndex: 12 });
  });

  test("rows are counted and not their texts: answers hide no preamble", () => {
    const rows = against.map((prompt, at) => ({
      prompt,
      answer: words(`answer${at}x`, 5),
      reference: `${at} is right`,
    }));
    expect(check(`${preamble} ${words("other", 9)}`, { against: rows })).toBeNull();
    // A row that says the same twice is one row.
    const echoes = Array.from({ length: 4 }, (_, at) => ({
      prompt: `${preamble} a${at}`,
      answer: `${preamble} b${at}`,
    }));
    expect(check(`${preamble} ${words("other", 9)}`, { against: echoes })).toMatchObject({ rule: "near" });
  });

  test("a text of nothing but shared words is found with other punctuation", () => {
    expect(check(`${preamble}!`, { against: [...against, preamble] })).toMatchObject({
      rule: "exact",
      match: "words",
      evalIndex: 20,
      trainShare: 1,
    });
    expect(check(`${preamble}! And more`, { against: [...against, preamble] })).toBeNull();
  });

  test("a copy of nothing but shared words is named, and not another eval text whose words are all in it", () => {
    const texts = [
      "b a a a b b b a a b",
      "b a a a b b b b a b a b b a a",
      "b a a a b b b a a b a a a a a",
      "b b a a a",
      "b a a a b b b",
      "b a a a b b b b a b b a a b b a",
      "b a b b b a a a a",
      "a b b b a a",
    ];
    expect(check(`${texts[2]}!`, { against: texts, ngram: 3, overlap: 0 })).toMatchObject({
      rule: "exact",
      match: "words",
      copy: "words",
      evalIndex: 2,
    });
  });

  test("the limit is that of each source, however large the others are", () => {
    const other = Array.from({ length: 200 }, (_, at) => words(`unrelated${at}x`, 12));
    const prompt = `${preamble} ${words("other", 9)}`;
    expect(check(prompt, { against: { small: against, large: other } })).toBeNull();
    expect(check(prompt, { against: { small: against.slice(0, 4), large: other } })).toMatchObject({ rule: "near" });
  });

  test("a preamble that too few eval texts have to tell is pointed out when it flags several rows", () => {
    const rows = [1, 2, 3].map((at) => ({ prompt: `${preamble} ${words(`other${at}x`, 9)}` }));
    const { report } = decontaminate(rows, { against: [`${preamble} ${words("ask", 60)}`] });
    expect(report.nNear).toBe(3);
    expect(report.notes.find(({ code }) => code === "repeated_span")?.message).toContain("3 flagged rows");
  });

  test("a text of nothing but shared words is only ever a copy", () => {
    expect(check(preamble, { against })).toBeNull();
    expect(check(preamble, { against: [...against, preamble] })).toMatchObject({ rule: "exact" });
  });
});
