import { describe, expect, it } from "vitest";
import { hiddenIdentifier, readHiddenIdentifier } from "./hidden-identifier.js";

describe("hiddenIdentifier", () => {
  it.each([
    [{ parameter: "id", id: "ORD-1", named: "whole" }, {}, null],
    [{ parameter: null, id: null, named: "none" }, {}, null],
    [{ parameter: "id", id: "ORD-11873", named: "partial" }, { reference: "ORD-11873" }, "ORD-11873"],
    [
      { parameter: "path", id: "src/dates/parse.ts", named: "none" },
      { record_id: "src/dates/parse.ts" },
      "src/dates/parse.ts",
    ],
  ] as const)("%j", (entity, hidden, read) => {
    expect(hiddenIdentifier(entity)).toEqual(hidden);
    expect(readHiddenIdentifier(hidden)).toBe(read);
  });
});
