import { OptionError } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { simulate } from "../simulate.js";
import { resolveTurns } from "./turn-options.js";

describe("turns", () => {
  it.each([
    [{}, { max: 8, mean: 1, patience: "normal" }],
    [{ mean: 2 }, { max: 8, mean: 2, patience: "normal" }],
    [{ mean: 2.5 }, { max: 12, mean: 2.5, patience: "normal" }],
    [
      { mean: 6, max: 3, patience: "short" as const },
      { max: 3, mean: 6, patience: "short" },
    ],
    [{ user: false as const }, { max: 8, mean: 1, patience: "normal" }],
  ])("%j", (given, resolved) => {
    expect(resolveTurns(given)).toEqual(resolved);
  });

  it.each<[string, object, RegExp]>([
    ["a mean below 1", { mean: 0.5 }, /turns\.mean.*from 1/],
    ["a mean that is no number", { mean: "2" }, /turns\.mean/],
    ["an unknown patience", { mean: 2, patience: "shrt" }, /Did you mean "short"/],
    ["a chance above 1", { mean: 2, patience: { second: 0.1, later: 2 } }, /turns\.patience.*chances from 0 to 1/],
    ["half a patience", { mean: 2, patience: { second: 0.1 } }, /turns\.patience/],
    ["nobody to speak", { mean: 2, user: false }, /nobody plays the person/],
    ["somebody who is never asked", { user: () => null }, /never be asked/],
    ["patience that is never tried", { patience: "short" }, /never matter/],
    ["somebody who cannot speak", { mean: 2, user: 3 }, /turns\.user/],
    ["an unknown option", { avg: 2 }, /unknown option `turns\.avg`/],
  ])("refuses %s", (_, turns, message) => {
    const call = () => simulate({ agent: () => "ok", systemPrompt: "x", simulator: false, turns: turns as never });
    expect(call).toThrow(OptionError);
    expect(call).toThrow(message);
  });
});
