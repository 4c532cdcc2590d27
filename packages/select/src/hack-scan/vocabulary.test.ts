import { expect, test } from "vitest";
import { eachToken } from "./tokens.js";
import { vocabularyColumns } from "./vocabulary.js";

function tokens(text: string): string[] {
  const found: string[] = [];
  eachToken(text, (token) => found.push(token));
  return found;
}

test.each([
  ["it's 42, ok_then!", ["it", "'", "s", "42", ",", "ok_then", "!"]],
  ["élan vital", ["élan", "vital"]],
  ["返金 ok", ["返", "金", "ok"]],
  ["a😀b", ["a", "😀", "b"]],
  ["\ud800x", ["\ud800", "x"]],
  ["", []],
])("%j is read as %j", (text, expected) => {
  expect(tokens(text)).toEqual(expected);
});

test("terms that are too rare or in every reply are left out, the most frequent come first", () => {
  const columns = vocabularyColumns(["the big dog", "the big cat", "the big dog", "The end"], {
    minimumObservations: 2,
    topK: 3,
  });
  expect(columns.map(({ name, rows }) => [name, [...(rows as Int32Array)]])).toEqual([
    ["contains:big", [0, 1, 2]],
    ["contains:the big", [0, 1, 2]],
    ["contains:big dog", [0, 2]],
  ]);
});
