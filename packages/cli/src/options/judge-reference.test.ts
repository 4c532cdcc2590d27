import { expect, test } from "vitest";
import { judgeReference } from "./judge-reference.js";

test.each([
  ["openai:gpt-4.1-mini", { kind: "model", spec: "openai:gpt-4.1-mini" }],
  ["vllm:m@http://host/model.json", { kind: "model", spec: "vllm:m@http://host/model.json" }],
  ["typesafe:jev-latest", { kind: "model", spec: "typesafe:jev-latest" }],
  ["gpt-4.1-mini", { kind: "model", spec: "gpt-4.1-mini" }],
  ["verify:MathEqual", { kind: "verifier", verifier: "MathEqual" }],
  ["verify.MathEqual", { kind: "verifier", verifier: "MathEqual" }],
  ['verify:Regex:"a.mjs"', { kind: "verifier", verifier: 'Regex:"a.mjs"' }],
  ["verify.mjs#strict", { kind: "module", path: "verify.mjs", name: "strict" }],
  ["./judge.ts", { kind: "module", path: "./judge.ts", name: "default" }],
  ["C:\\judges\\judge.cjs#a.b", { kind: "module", path: "C:\\judges\\judge.cjs", name: "a.b" }],
  ["specs/shop.yaml", { kind: "constitution", path: "specs/shop.yaml" }],
  ["C:\\shop.json", { kind: "constitution", path: "C:\\shop.json" }],
  ["shop.md", { kind: "constitution", path: "shop.md" }],
])("%s", (text, expected) => {
  expect(judgeReference(text)).toEqual(expected);
});
