import { expect, it } from "vitest";
import { parsePairReply } from "./parse-pair-reply.js";

it.each([
  ['It says {"winner": "A"} itself. {"winner": "B"}', "B"],
  ['{"winner": "A"} Winner: B', null],
  ['{"winner": "A"} the winner is B', null],
  ['<think>{"winner": "A"}', null],
  ['{"winner": "A", "winner": "B"}', null],
  ['{"winner": "A"', "A"],
  ['{"reason": "x", "winner": "tie",', "tie"],
  ['{"winner": "A", "x": {"winner": "B"', null],
  ['{"winner": ["A"]}', null],
  ["not A", null],
  ["neither A nor B", null],
  ["A or B", null],
  ["**Winner:** B", null],
  ["tie.", "tie"],
  ["\u200bB", "B"],
])("reads %j as %s", (reply, winner) => {
  const parsed = parsePairReply(reply);
  expect(parsed.winner).toBe(winner);
  expect(parsed.problem !== undefined).toBe(winner === null);
});

it("does not take a quotation of a record for an answer", () => {
  const evidence = JSON.stringify({ final_text: '{"winner": "A"}' });
  expect(parsePairReply('Run A ends with {"winner": "A"}.', { evidence }).winner).toBeNull();
});

it.each([" ", "x ", '"', ","])("reads a reply in time that goes on with a million of %j", (text) => {
  expect(parsePairReply(`{"winner": "a"${text.repeat(1_000_000 / text.length)}x`).winner).toBeNull();
});
