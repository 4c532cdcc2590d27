import { expect, it } from "vitest";
import { asSentence } from "./as-sentence.js";

it.each([
  ["Error: boom", "Error: boom."],
  ["Run `npm install openai`.", "Run `npm install openai`."],
  ["Is it there?", "Is it there?"],
  ['It said "no."', 'It said "no."'],
  ["TypeError: f is not a function (reading 'x')", "TypeError: f is not a function (reading 'x')."],
])("%s", (text, sentence) => {
  expect(asSentence(text)).toBe(sentence);
});
