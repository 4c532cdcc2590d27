import { describe, expect, it } from "vitest";
import { Endpoint } from "../backends/endpoint/endpoint.js";
import { ScriptedBackend } from "../backends/scripted-backend.js";
import { EndpointLimiters } from "./endpoint-limiters.js";
import { SpendBudget } from "./spend-budget.js";
import { withLimits } from "./with-limits.js";

const at = (url: string) => Endpoint("m", { url });

describe("EndpointLimiters", () => {
  it("gives backends of one endpoint one limiter, and others their own", () => {
    const limiters = new EndpointLimiters({});
    const first = limiters.of(at("http://127.0.0.1:7001/v1"));
    expect(limiters.of(at("http://127.0.0.1:7001/v1"))).toBe(first);
    expect(limiters.of(at("http://127.0.0.1:7002/v1"))).not.toBe(first);
    expect(limiters.of(ScriptedBackend(["a"]))).not.toBe(limiters.of(ScriptedBackend(["a"])));
  });

  it("holds all of them to one budget", async () => {
    const limiters = new EndpointLimiters({ budget: new SpendBudget({ maxTokens: 500 }) });
    const usage = { inputTokens: 300, outputTokens: 100 };
    const [one, two] = [1, 2].map(() => ScriptedBackend(() => ({ text: "a", usage })));
    const ask = (backend = one as NonNullable<typeof one>) =>
      withLimits(backend, limiters.of(backend)).complete({ messages: [{ role: "user", content: "hi" }] });
    await ask(one);
    await expect(ask(two)).rejects.toMatchObject({ code: "spend_limit" });
  });
});
