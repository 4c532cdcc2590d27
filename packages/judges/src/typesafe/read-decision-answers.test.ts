import { expect, it } from "vitest";
import { readDecisionAnswers } from "./read-decision-answers.js";

const read = (answer: unknown) => readDecisionAnswers(JSON.stringify({ answers: { a: answer } })).get("a");

it.each([
  [
    { type: "noul", noul: 0 },
    { type: "noul", noul: 0 },
  ],
  [
    { type: "noul", noul: -0.1 },
    { type: "noul", noul: null },
  ],
  [{ type: "noul" }, { type: "noul", noul: null }],
  [
    { type: "choice", choice: "x", confidence: 0.5, probabilities: { x: 0.5, y: 2 } },
    { type: "choice", choice: "x", confidence: 0.5, probabilities: { x: 0.5 } },
  ],
  [
    { type: "choice", probabilities: { x: 0.2, y: 0.7 } },
    { type: "choice", choice: "y", confidence: null },
  ],
  [{ type: "choice" }, { type: "choice", choice: null, probabilities: {} }],
  [
    { type: "score", score: 3 },
    { type: "score", score: 3 },
  ],
  [
    { type: "score", probabilities: { 0: 0.25, 2: 0.75 } },
    { type: "score", score: 1.5 },
  ],
  [
    { type: "score", probabilities: [0, 0.5, 0.5] },
    { type: "score", score: 1.5 },
  ],
  [
    { type: "score", probabilities: { high: 1 } },
    { type: "score", score: null },
  ],
])("reads %j", (given, expected) => {
  expect(read(given)).toMatchObject(expected);
});

it.each([{ type: "rank" }, null, 3, []])("leaves out %j", (given) => {
  expect(read(given)).toBeUndefined();
});

it.each(["", "[]", "{}", '{"answers": 3}', "null"])("finds nothing in %j", (reply) => {
  expect(readDecisionAnswers(reply).size).toBe(0);
});
