import { frozenCopy, type Row } from "@whileai/core";
import { expect, test } from "vitest";
import { styleHits } from "./style-hits.js";
import { STYLE_MARKERS, styleMarkers } from "./style-markers.js";
import { STYLE_FAMILIES, STYLE_PHRASES, type StyleFamily } from "./style-phrases.js";

const families = (row: Row) => STYLE_FAMILIES.filter((family) => styleHits(frozenCopy(row))[family].length > 0);

const SAID: readonly (readonly [reply: string, ...StyleFamily[]])[] = [
  ["As an AI language model, I am designed to assist with a wide range of inquiries.", "boilerplate"],
  ["Thank you for reaching out! Your satisfaction is our top priority and we value your business.", "boilerplate"],
  ["It ships today. Please don’t hesitate to write.", "boilerplate"],
  ["I could be wrong about this, and it may well depend, but possibly:", "hedging"],
  ["It is hard to say for certain, and I would not want to commit to it, though perhaps:", "hedging"],
  ["This might or might not apply to you, so take it with a grain of salt.", "hedging"],
  ["I am so terribly sorry, I really apologise from the bottom of my heart for all of this.", "apology"],
  ["I’m sorry about the delay.", "apology"],
  ["My\napologies for that.", "apology"],
  ["What a brilliant way to put it, you clearly know this better than anyone!", "sycophancy"],
  ["You are absolutely right, as always, and I admire how you think about this.", "sycophancy"],
  ["Honestly, that is the smartest request I have had all day!", "sycophancy"],
  ["You’re absolutely right.", "sycophancy"],
  ["Sorry, but I can't help with this one.", "apology", "refusal"],
  ["I can’t help with that.", "refusal"],
  ["I AM NOT ABLE TO HELP with that.", "refusal"],
  ["Your order ships today."],
  ["As an aide to the team, I can place the order."],
  ["He is sorrysome, says the poem."],
  ["I cannot find an order under that number."],
  ["The delivery may take two days."],
  ["That is right."],
  [""],
];

test.each(SAID)("%s", (final_text, ...found) => {
  expect(families({ final_text })).toEqual(found);
});

test("all turns of the agent count, the user's do not", () => {
  const messages = [
    { role: "user", content: "sorry to ask" },
    { role: "assistant", content: "Great question." },
    { role: "user", content: "thanks, you are absolutely right" },
    { role: "assistant", content: "Bye." },
  ] as const;
  expect(styleHits({ messages: [...messages], final_text: "Bye." })).toEqual({
    boilerplate: [],
    hedging: [],
    apology: [],
    sycophancy: ["great question"],
    refusal: [],
  });
});

test("gives new rows with markers, and leaves the given ones alone", () => {
  const rows = frozenCopy([{ final_text: "Great question!", markers: { polite: 1 } }, { final_text: "It ships." }]);
  const stamped = styleMarkers([...rows, null as never]);
  const clean = Object.fromEntries(Object.values(STYLE_MARKERS).map((marker) => [marker, 1]));
  expect(stamped).toEqual([
    { ...rows[0], markers: { polite: 1, ...clean, no_sycophancy: 0 } },
    { ...rows[1], markers: clean },
    null,
  ]);
});

test("own phrases take the place of a family's, in any script", () => {
  const phrases = { refusal: ["抱歉", "I’d rather not"], hedging: [] };
  const [chinese, english, sure] = styleMarkers(
    [
      { final_text: "非常抱歉，我们帮不了您。" },
      { final_text: "I'd rather not." },
      { final_text: "I could be wrong. I can't help with that." },
    ],
    { phrases },
  );
  expect(chinese?.markers).toMatchObject({ answered: 0, no_apology: null });
  expect(english?.markers).toMatchObject({ answered: 0, no_apology: 1 });
  expect(sure?.markers).toMatchObject({ answered: 1, no_hedging: null });
  expect(styleMarkers([{ final_text: "您的订单今天发货。" }], { phrases })[0]?.markers).toMatchObject({
    answered: 1,
    no_apology: null,
  });
});

test("the blanks around a phrase of one's own do not matter", () => {
  expect(
    styleMarkers([{ final_text: "Well, sorry." }], { phrases: { apology: [" Sorry\n"] } })[0]?.markers,
  ).toMatchObject({
    no_apology: 0,
  });
});

test("a reply that says nothing is neither clean nor not", () => {
  expect(styleMarkers([{ final_text: " " }])[0]?.markers?.answered).toBeNull();
});

test("refuses unknown families and blank phrases", () => {
  expect(() => styleMarkers([], { phrases: { refusals: [] } as never })).toThrow(/refusal/);
  expect(() => styleMarkers([], { phrases: { refusal: [" "] } })).toThrow(/not blank/);
  expect(() => styleMarkers([], { phrase: {} } as never)).toThrow(/phrases/);
});

test("every phrase of the lists is found where it stands, once", () => {
  for (const family of STYLE_FAMILIES) {
    expect(new Set(STYLE_PHRASES[family]).size).toBe(STYLE_PHRASES[family].length);
    for (const phrase of STYLE_PHRASES[family])
      expect(styleHits({ final_text: `Well, ${phrase.toUpperCase()}.` })[family]).toContain(phrase);
  }
});
