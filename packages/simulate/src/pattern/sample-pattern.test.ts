import { derive } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { samplePattern } from "./sample-pattern.js";

describe("samplePattern", () => {
  it.each(["^ORD-\\d{4}$", "^(?:AB|CD)[0-9]{2,3}x?$", "^[^a-z]{3}$", "^\\w+\\.\\w*$", "^a.c$", "^[\\d-]{3}\\s$"])(
    "matches %s",
    (pattern) => {
      for (let seed = 0; seed < 20; seed++)
        expect(samplePattern(pattern, derive(seed, "p"))).toMatch(new RegExp(pattern));
    },
  );

  it.each(["^(?=a)b$", "^\\p{L}$", "(a", "[a", "^(.)\\1$"])("gives up on %s", (pattern) => {
    expect(samplePattern(pattern, derive(0, "p"))).toBeUndefined();
  });
});
