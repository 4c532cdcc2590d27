import assert from "node:assert/strict";
import { test } from "node:test";
import { AISDK, type AISDKModel } from "../../packages/core/src/backends/index.js";
import { tool } from "../../packages/core/src/index.js";
import { grade } from "../../packages/judges/src/index.js";
import { simulate } from "../../packages/simulate/src/index.js";
import { DESCRIPTION, installed, looksUpOrders, MODEL, modelServer, ORDER } from "./support.js";

const VERSIONS = [
  ["version 4 of the specification", await installed(() => import("@ai-sdk/openai-compatible"))],
  ["version 3 of the specification", await installed(() => import("openai-compatible-2"))],
  ["version 2 of the specification", await installed(() => import("openai-compatible-1"))],
] as const;
const orderTools = () => [tool({ name: "get_order", description: DESCRIPTION, input: ORDER })];

for (const [version, { sdk, skip }] of VERSIONS) {
  const modelAt = (url: string): AISDKModel =>
    sdk.createOpenAICompatible({ name: "test", baseURL: `${url}/v1`, apiKey: "k", supportsStructuredOutputs: true })(
      MODEL,
    );

  test(`AISDK, ${version}: a model is the agent`, { skip }, async () => {
    const server = await modelServer();
    const agent = AISDK(modelAt(server.url));
    const faults = { plan: [{ tool: "get_order", mode: "timeout", firstN: 1 }] };
    const { rows } = await simulate({
      agent,
      tools: orderTools(),
      simulator: false,
      budget: 4,
      faults,
      onProgress: () => undefined,
    });
    assert.equal(rows.length, 4);
    for (const row of rows) {
      assert.deepEqual(row.faults_fired, [{ step: 0, tool: "get_order", mode: "timeout" }]);
      assert.deepEqual([row.final_text, row.model_version], ["Both orders are found.", MODEL]);
      assert.deepEqual(row.usage, { input_tokens: 30, output_tokens: 15 });
      assert.deepEqual(
        row.steps.flatMap(({ call_id }) => (call_id === undefined ? [] : [call_id])),
        ["call_a", "call_b", "call_c"],
      );
    }
    assert.deepEqual(server.requests[0]?.body.tools[0].function.parameters, orderTools()[0]?.parameters);
  });

  test(`AISDK, ${version}: a model is writer, person and judge`, { skip }, async () => {
    const shapes: Record<string, string> = {
      line: '{"say":"Yes, please go ahead.","leave":false}',
      verdict: '{"reason":"It said what it found.","score":1}',
    };
    const server = await modelServer((request) => {
      const shape: string | undefined = request.body.response_format?.json_schema?.name;
      return shape === undefined ? looksUpOrders(request) : (shapes[shape] ?? '{"messages":[]}');
    });
    const model = AISDK(modelAt(server.url));
    const { rows, report } = await simulate({
      agent: model,
      tools: orderTools(),
      simulator: model,
      budget: 3,
      turns: { mean: 3, user: model },
      onProgress: () => undefined,
    });
    assert.ok(rows.some((row) => row.steps.some((step) => step.user === "Yes, please go ahead.")));
    assert.match(`${report}`, /simulator \d+ calls?,/);
    const graded = await grade(rows, model);
    assert.deepEqual(
      graded.rows.map(({ reward }) => reward),
      [1, 1, 1],
    );
  });

  test(`AISDK, ${version}: pictures, thinking and an answer of a shape`, { skip }, async () => {
    const server = await modelServer(() => ({ text: '{"a":1}', reasoning: "hm", finishReason: "length" }));
    const schema = { type: "object", properties: { a: { type: "integer" } } };
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } };
    const completion = await AISDK(modelAt(server.url)).complete({
      messages: [{ role: "user", content: [{ type: "text", text: "see" }, image] }],
      jsonSchema: { name: "answer", schema },
      temperature: 0.5,
      maxTokens: 9,
      seed: 3,
    });
    assert.deepEqual([completion.text, completion.reasoning, completion.finishReason], ['{"a":1}', "hm", "length"]);
    assert.deepEqual([completion.usage.inputTokens, completion.usage.outputTokens], [10, 5]);
    const { messages, response_format, temperature, max_tokens, seed } = server.requests[0]?.body ?? {};
    assert.deepEqual(messages[0].content[1], image);
    assert.deepEqual(response_format.json_schema.schema, schema);
    assert.deepEqual([temperature, max_tokens, seed], [0.5, 9, 3]);
  });

  test(`AISDK, ${version}: errors are typed, and retried by one policy`, { skip }, async () => {
    const ask = { messages: [{ role: "user", content: "hi" }] } as const;
    for (const [status, name, message] of [
      [401, "AuthError", "no"],
      [404, "BackendError", "no such model"],
      [400, "ContextLengthError", "This model's maximum context length is 9 tokens."],
      [500, "TransientError", "down"],
    ] as const) {
      const server = await modelServer(() => ({ status, body: { error: { message } } }));
      await assert.rejects(AISDK(modelAt(server.url)).complete(ask, { retries: 0 }), { name, status });
      assert.equal(server.requests.length, 1);
    }
    const waits: number[] = [];
    const limited = await modelServer(({ index }) =>
      index === 0 ? { status: 429, headers: { "retry-after": "20" }, body: { error: { message: "slow" } } } : "ok",
    );
    const backend = AISDK(modelAt(limited.url), { sleep: async (ms) => void waits.push(ms) });
    assert.equal((await backend.complete(ask)).text, "ok");
    assert.ok((waits[0] ?? 0) > 20_000);
    const down = AISDK(modelAt("http://127.0.0.1:9"));
    await assert.rejects(down.complete(ask, { retries: 0 }), { name: "TransientError" });
    const hanging = await modelServer(() => ({ fault: "hang" }));
    const stop = new AbortController();
    const call = AISDK(modelAt(hanging.url)).complete(ask, { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await assert.rejects(call, { name: "AbortError" });
  });
}
