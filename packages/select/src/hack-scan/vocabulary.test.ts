import { derive } from "@whileai/core";
import { expect, test } from "vitest";
import { eachToken, foldReply, joinTokens } from "./tokens.js";
import { termColumns, vocabularyColumns } from "./vocabulary.js";

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
  ["☺️ok", ["☺", "ok"]],
  ["コード", ["コ", "ー", "ド"]],
  ["ສະບາຍ ok", ["ສ", "ະ", "ບ", "າ", "ຍ", "ok"]],
  ["می‌خواهم", ["می", "خواهم"]],
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

test.each([
  ["I’m SORRY", "i'm sorry"],
  ["don‘t", "don't"],
  ["E\u0301lan", "élan"],
  ["plain Text", "plain text"],
])("%j is compared as %j", (text, expected) => {
  expect(foldReply(text)).toBe(expected);
});

test.each([
  ["the", "dog", "the dog"],
  ["返", "金", "返金"],
  ["返", "ok", "返 ok"],
])("%j and %j are joined as %j", (left, right, expected) => {
  expect(joinTokens(left, right)).toBe(expected);
});

test("a pair that words alone crowd out is not among the terms, one that is as frequent as they are is", () => {
  const texts = ["a b c", "a b d", "a b e", "a c", "b d", "x"];
  const columns = vocabularyColumns(texts, { minimumObservations: 2, topK: 3 });
  expect(columns.map(({ name, rows }) => [name, rows.length])).toEqual([
    ["contains:a", 4],
    ["contains:b", 4],
    ["contains:a b", 3],
  ]);
  expect(vocabularyColumns(texts, { minimumObservations: 2, topK: 0 })).toEqual([]);
});

test("the terms are those of a count by hand, whatever is left out on the way", () => {
  const stream = derive(1, "vocabulary");
  for (let round = 0; round < 30; round++) {
    const texts = Array.from({ length: 30 }, () =>
      Array.from({ length: 1 + stream.integer(8) }, () => "abcdefgh"[Math.floor(8 * stream.uniform() ** 2)]).join(" "),
    );
    const limits = { minimumObservations: 1 + stream.integer(4), topK: 1 + stream.integer(20) };
    const counts = new Map<string, Set<number>>();
    for (const [row, text] of texts.entries()) {
      const words = text.split(" ");
      const terms = [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)];
      for (const term of terms) counts.set(term, (counts.get(term) ?? new Set()).add(row));
    }
    const expected = [...counts]
      .map(([term, rows]) => ({ term, rows: [...rows] }))
      .filter(({ rows }) => rows.length >= limits.minimumObservations && rows.length < texts.length)
      .sort((left, right) => right.rows.length - left.rows.length || (left.term < right.term ? -1 : 1))
      .slice(0, limits.topK);
    const found = vocabularyColumns(texts, limits);
    expect(found.map(({ name, rows }) => ({ term: name.slice("contains:".length), rows: [...rows] }))).toEqual(
      expected,
    );
    const again = termColumns(texts, new Set(expected.map(({ term }) => term)));
    expect(again.map(({ rows }) => [...rows])).toEqual(expected.map(({ rows }) => rows));
  }
});

test("a given term that no reply holds has an empty column", () => {
  expect([...(termColumns(["a b"], new Set(["z"]))[0]?.rows ?? [1])]).toEqual([]);
});
