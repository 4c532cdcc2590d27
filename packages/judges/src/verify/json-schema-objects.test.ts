import type { StandardSchema } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { verify } from "./verify.js";

/** A schema as validating libraries make them; as plain JSON it reads as one that takes every object. */
function validating(input?: (options: { target: string }) => Record<string, unknown>): StandardSchema {
  const validate = (value: unknown) => ({ value });
  const described = input === undefined ? {} : { jsonSchema: { input, output: input } };
  const schema = { "~standard": { version: 1 as const, vendor: "acme", validate, ...described } };
  return Object.assign(schema, { type: "object" });
}

describe("JSONSchema of a schema object", () => {
  it("checks by what the schema says that it takes", async () => {
    const targets: string[] = [];
    const verifier = verify.JSONSchema(
      validating(({ target }) => {
        targets.push(target);
        return { type: "object", required: ["city"], properties: { city: { type: "string" } } };
      }),
    );
    expect(targets).toEqual(["draft-2020-12"]);
    const rewards = ['{"city": "Paris"}', "{}", '{"city": 1}'].map(async (final_text) => verifier({ final_text }));
    expect(await Promise.all(rewards)).toMatchObject([{ reward: 1 }, { reward: 0 }, { reward: 0 }]);
    const same = { type: "object", required: ["city"], properties: { city: { type: "string" } } };
    expect(verifier.version).toBe(verify.JSONSchema(same).version);
  });

  it("refuses one that cannot say", () => {
    expect(() => verify.JSONSchema(validating())).toThrow(
      "the acme schema cannot describe itself. Give its JSON Schema.",
    );
    const dated = validating(() => {
      throw new Error("dates are no JSON");
    });
    expect(() => verify.JSONSchema(dated)).toThrow("the acme schema has no JSON Schema (Error: dates are no JSON)");
  });
});
