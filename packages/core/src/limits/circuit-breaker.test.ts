import { describe, expect, it } from "vitest";
import {
  AuthError,
  BackendError,
  ContextLengthError,
  RateLimitError,
  TransientError,
} from "../errors/backend-error.js";
import { CircuitBreaker, isEndpointDown } from "./circuit-breaker.js";

const http = (status: number) => new BackendError({ status, message: "no", fix: "" });
const down = () => new TransientError({ status: 500, message: "down", fix: "" });

describe("CircuitBreaker", () => {
  it.each<[string, unknown, boolean, boolean, boolean]>([
    // what, the error, retries used up, opens at once, opens after answers
    ["a refused key", new AuthError({ status: 401, message: "no", fix: "" }), false, true, true],
    ["a missing key", new AuthError({ message: "no key", fix: "" }), false, true, true],
    ["no credit", new BackendError({ status: 429, message: "pay", fix: "" }, "quota_exhausted"), false, true, true],
    ["an unknown model", http(404), false, true, false],
    ["a failing server", down(), true, true, false],
    ["a refusal without end", new RateLimitError({ message: "later", fix: "" }), true, true, false],
    ["a bad request", http(400), false, false, false],
    ["a long talk", new ContextLengthError({ status: 400, message: "long", fix: "" }), false, false, false],
    ["a bug", new TypeError("x is not a function"), false, false, false],
  ])("%s", (_, error, isExhausted, opensFirst, opensLater) => {
    const fresh = new CircuitBreaker();
    expect(fresh.gaveUp(error, isExhausted ? 4 : 0, 0)).toBe(opensFirst);
    expect(fresh.openError(0)?.error).toBe(opensFirst ? error : undefined);
    expect(isEndpointDown(error)).toBe(opensFirst);
    const proven = new CircuitBreaker();
    proven.answered();
    expect(proven.gaveUp(error, isExhausted ? 4 : 0, 0)).toBe(opensLater);
  });

  it("opens for a proven endpoint after three calls in a row, and an answer in between starts anew", () => {
    const breaker = new CircuitBreaker();
    breaker.answered();
    expect([1, 2].map(() => breaker.gaveUp(down(), 4, 0))).toEqual([false, false]);
    breaker.answered();
    expect([1, 2, 3].map(() => breaker.gaveUp(down(), 4, 0))).toEqual([false, false, true]);
  });

  it("takes more calls where each is tried less often, and fewer where the error is permanent", () => {
    const opensAfter = (error: () => Error, attempts: number): number => {
      const breaker = new CircuitBreaker();
      breaker.answered();
      for (let calls = 1; ; calls++) if (breaker.gaveUp(error(), attempts, 0)) return calls;
    };
    expect(opensAfter(down, 1)).toBe(12);
    expect(opensAfter(down, 6)).toBe(2);
    expect(opensAfter(() => http(404), 0)).toBe(3);
  });

  it("lets one call try again after half a minute", () => {
    const breaker = new CircuitBreaker();
    const error = down();
    breaker.gaveUp(error, 4, 1000);
    expect(breaker.openError(30_999)?.error).toBe(error);
    expect(breaker.openError(31_000)).toBeUndefined();
    expect(breaker.hasAnswered).toBe(false);
  });

  it("takes a bad request for an answer: the endpoint is there", () => {
    const breaker = new CircuitBreaker();
    breaker.gaveUp(http(400), 0, 0);
    expect(breaker.hasAnswered).toBe(true);
  });

  it.each([undefined, null, "down", new Error("x"), Object.freeze(down())])("does not mark %s", (value) => {
    new CircuitBreaker().gaveUp(value, 4, 0);
    expect(isEndpointDown(value)).toBe(false);
  });
});
