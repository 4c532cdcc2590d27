import type { Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import type { Verifier } from "./verifier.js";
import { verify } from "./verify.js";

const loosely = (make: unknown, ...given: unknown[]) => (make as (...given: unknown[]) => Verifier)(...given);

describe("verifiers that are called in another way than they are written", () => {
  it.each<[string, () => unknown, string]>([
    ["a text as options", () => loosely(verify.Includes, "42"), "options must be an object, got a string"],
    [
      "a list as options",
      () => loosely(verify.ToolCalls, [{ name: "a" }]),
      "options must be an object, got an array of 1",
    ],
    [
      "a number as options",
      () => loosely(verify.Numeric, 0.1),
      "options must be an object, got 0.1. Known options: field, name, tol",
    ],
    ["null as options", () => loosely(verify.scoreFn, () => 1, null), "options must be an object, got null"],
    ["code as options", () => loosely(verify.CodeExec, "assert 1"), "options must be an object, got a string"],
    [
      "parts one by one",
      () => loosely(verify.All, verify.JSONValid(), verify.Includes()),
      "the parts must be one list of at least one, got a part without a list around it. Write verify.All([",
    ],
    ["no parts", () => loosely(verify.Any), "got none. Write verify.Any(["],
    [
      "an empty list",
      () => loosely(verify.Weighted, []),
      "got an empty list. Write verify.Weighted([[verify.JSONValid(), 1]",
    ],
    ["an object of parts", () => loosely(verify.Weighted, { a: 1 }), "got a value of type object"],
    [
      "weights as fields",
      () => loosely(verify.Weighted, [{ verifier: verify.JSONValid(), weight: 1 }]),
      "part 0 must be a pair of a verifier and its weight. Write verify.Weighted([[",
    ],
    ["the count last", () => loosely(verify.AtLeast, [verify.JSONValid()], 1), "Write verify.AtLeast(1, ["],
  ])("%s", (_what, make, message) => {
    expect(make).toThrow(message);
  });
});

describe("reasons", () => {
  const call = (order_id: string) => ({ tool: "get_order", arguments: { order_id } });
  const wanted = [{ name: "get_order", arguments: { order_id: "A1" } }];

  it.each<[string, Row, string]>([
    [
      "a call with other arguments",
      { steps: [call("B1")] },
      "called get_order; missing get_order with the wanted arguments",
    ],
    ["no call", { steps: [] }, "no call; missing get_order"],
  ])("of ToolCalls: %s", (_what, row, reason) => {
    expect(verify.ToolCalls()({ ...row, answer: wanted })).toMatchObject({ reward: false, reason });
  });

  it("of ToolCalls keep what is privileged", () => {
    const secret = { steps: [call("B1")], privileged: { reference: wanted } };
    expect(verify.ToolCalls()(secret)).toMatchObject({
      reason: "called get_order; 1 of 1 wanted calls missing, 1 others",
    });
  });

  it("of ToolCalls say that the order counts", () => {
    const both = [...wanted, { name: "refund", arguments: {} }];
    const row = { steps: [{ tool: "refund", arguments: {} }, call("A1")], answer: both };
    expect(verify.ToolCalls({ order: "strict" })(row)).toMatchObject({
      reason: "called refund, get_order; missing refund with the wanted arguments in this order",
    });
  });

  it("of JSONField quote a value once", () => {
    const row = { final_text: '{"city": "Rome"}', answer: "Paris" };
    expect(verify.JSONField("city")(row)).toMatchObject({ reason: 'field city is "Rome", not "Paris"' });
    expect(verify.JSONField("city", { equals: 1 })(row)).toMatchObject({ reason: 'field city is "Rome", not 1' });
  });
});
