import { inspect } from "node:util";
import { type RecordedRequest, type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { OpenAIEmbedder, type OpenAIEmbedderOptions } from "./openai-embedder.js";

const KEY = "sk-test-0123456789abcdefghij";
let server: TestServer;

/** A vector that tells which text it is of. */
const vectorOf = (text: string): number[] => [text.length, 0.5];

function answer({ body }: RecordedRequest): Reply {
  const data = (body.input as string[]).map((text, index) => ({
    object: "embedding",
    index,
    embedding: vectorOf(text),
  }));
  // Servers need not keep the order.
  return { status: 200, body: { object: "list", data: data.reverse(), usage: { prompt_tokens: 7, total_tokens: 7 } } };
}

async function embedderFor(
  replies: Reply[] | ((request: RecordedRequest) => Reply) = answer,
  options: OpenAIEmbedderOptions = {},
) {
  server = await startTestServer({ replies });
  return OpenAIEmbedder("text-embedding-3-small", { apiKey: KEY, baseURL: `${server.url}/v1`, ...options });
}

const failure = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  ) as Promise<Error & Record<string, unknown>>;

afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.close();
});

describe("requests", () => {
  it("carry the texts, and answers come back in their order", async () => {
    const embedder = await embedderFor();
    expect((await embedder(["a", "bbb", "cc"])).map((vector) => [...vector])).toEqual([
      [1, 0.5],
      [3, 0.5],
      [2, 0.5],
    ]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: "POST",
      path: "/v1/embeddings",
      body: { model: "text-embedding-3-small", input: ["a", "bbb", "cc"], encoding_format: "float" },
    });
    expect(server.requests[0]?.body.dimensions).toBeUndefined();
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(embedder.usage()).toEqual({ calls: 1, texts: 3, tokens: 7, truncatedTexts: null });
  });

  it("hold at most batchSize texts, and not too many characters", async () => {
    const embedder = await embedderFor(answer, { batchSize: 2, dimensions: 2 });
    const long = "x".repeat(200_000);
    expect(await embedder(["a", "b", "c", long, long])).toHaveLength(5);
    const sizes = server.requests.map(({ body }) => body.input.length).sort();
    expect(sizes).toEqual([1, 2, 2]);
    expect(server.requests[0]?.body.dimensions).toBe(2);
    expect(await embedder([])).toEqual([]);
    expect(server.requests).toHaveLength(3);
  });

  it("hold no half of a character, which strict servers refuse them for", async () => {
    const embedder = await embedderFor();
    await embedder(["a\ud83d", "\ude42 b", "\ud83d\ude42"]);
    expect(server.requests[0]?.body.input).toEqual(["a\ufffd", "\ufffd b", "\ud83d\ude42"]);
  });

  it("are bounded in bytes, which tokens are no shorter than", async () => {
    const embedder = await embedderFor();
    const long = "订".repeat(80_000);
    await embedder([long, long, "a"]);
    expect(server.requests.map(({ body }) => body.input.length).sort()).toEqual([1, 2]);
  });

  it("that wait for their turn are not sent once one has failed for good", async () => {
    const embedder = await embedderFor(
      (request) => (request.index === 2 ? { status: 400, body: { error: { message: "no" } } } : answer(request)),
      { batchSize: 1, limits: { concurrency: 1 } },
    );
    expect(await failure(embedder(Array.from({ length: 50 }, (_, at) => `text ${at}`)))).toMatchObject({ status: 400 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    [{ status: 500 }],
    [{ status: 503, headers: { "retry-after": "0" } }],
    [{ fault: "reset" as const }],
    [{ fault: "cut" as const }],
  ])("are tried again after %j", async (reply) => {
    const embedder = await embedderFor((request) => (request.index === 0 ? reply : answer(request)));
    expect(await embedder(["a"])).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    "This model's maximum context length is 8192 tokens.",
    "Invalid 'input[0]': maximum input length is 8192 tokens.",
    "`inputs` must have less than 512 tokens. Given: 600",
  ])("are refused by type where a text is too long: %s", async (message) => {
    const embedder = await embedderFor([{ status: 400, body: { error: { message } } }]);
    expect(await failure(embedder(["a"]))).toMatchObject({ name: "ContextLengthError", code: "context_too_long" });
  });

  it("stop where the limit on tokens is", async () => {
    const embedder = await embedderFor(answer, { limits: { maxTokens: 10 } });
    expect(await embedder(["a"])).toHaveLength(1);
    expect(await failure(embedder(["x".repeat(100)]))).toMatchObject({ code: "spend_limit" });
    expect(server.requests).toHaveLength(1);
  });

  it("are as many at a time as the limits allow", async () => {
    let [running, most] = [0, 0];
    server = await startTestServer({
      replies: async (request) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        return answer(request);
      },
    });
    const options = { apiKey: KEY, baseURL: `${server.url}/v1`, batchSize: 1, limits: { concurrency: 2 } };
    const embedder = OpenAIEmbedder("m", options);
    expect(embedder.concurrency).toBe(2);
    await embedder(["a", "b", "c", "d", "e", "f"]);
    expect(most).toBeLessThanOrEqual(2);
  });

  it("are tried again where that may help", async () => {
    const embedder = await embedderFor((request) =>
      request.index === 0 ? { status: 429, headers: { "retry-after-ms": "0" } } : answer(request),
    );
    expect(await embedder(["a"])).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
    expect(embedder.usage().calls).toBe(1);
  });

  it("are not tried again where it cannot", async () => {
    const embedder = await embedderFor([{ status: 404, body: { error: { message: "no such model" } } }]);
    expect(await failure(embedder(["a"]))).toMatchObject({ name: "BackendError", status: 404 });
    expect(server.requests).toHaveLength(1);
  });

  it("end with the signal", async () => {
    const stop = new AbortController();
    const embedder = await embedderFor([{ fault: "hang" }]);
    const call = failure(embedder(["a"], { signal: stop.signal }));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    stop.abort();
    expect(await call).toMatchObject({ name: "AbortError" });
  });
});

describe("answers that are none", () => {
  const good = { index: 0, embedding: [1] };
  it.each([
    [{ object: "list" }, /without embeddings/],
    [{ error: { message: "loading" } }, /without embeddings: loading/],
    [{ data: [good] }, /1 embeddings for 2 texts/],
    [{ data: [good, good] }, /order cannot be told/],
    [{ data: [good, { index: 7, embedding: [1] }] }, /order cannot be told/],
    [{ data: [good, { index: 2, embedding: [1] }] }, /order cannot be told/],
    [{ data: [good, { index: -1, embedding: [1] }] }, /order cannot be told/],
    [{ data: [good, { index: 1, embedding: "AACA" }] }, /no list of numbers/],
    [{ data: [good, { index: 1, embedding: [null] }] }, /no list of numbers/],
    [{ data: [good, null] }, /no list of numbers/],
    [{ data: [good, { index: 1, embedding: [] }] }, /no list of numbers/],
    [{ data: [good, { index: 1, embedding: [1e39] }] }, /no list of numbers/],
    [{ data: [good, { index: 1, embedding: [1, 2] }] }, /2 dimensions where 1 were expected/],
    [{ data: [good, { index: 0.5, embedding: [1] }] }, /order cannot be told/],
  ])("%j", async (body, said) => {
    const embedder = await embedderFor([{ status: 200, body }]);
    const error = await failure(embedder(["a", "b"]));
    expect(error).toMatchObject({ name: "BackendError", status: 200 });
    expect(error.message).toMatch(said);
  });

  it("vectors that are not as short as was asked", async () => {
    const embedder = await embedderFor(answer, { dimensions: 3 });
    expect((await failure(embedder(["a"]))).message).toContain("2 dimensions where 3 were expected");
  });

  it.each([{ fault: "html" as const }, { fault: "broken_json" as const }])("%j", async (reply) => {
    const embedder = await embedderFor([reply], { retries: 0 });
    expect((await failure(embedder(["a"]))).name).toBe("BackendError");
  });

  it("usage that is told as a total alone is the same", async () => {
    const embedder = await embedderFor([
      { status: 200, body: { data: [{ embedding: [1] }], usage: { total_tokens: 4 } } },
    ]);
    await embedder(["a"]);
    expect(embedder.usage().tokens).toBe(4);
  });

  it("usage that is not told is not known", async () => {
    const embedder = await embedderFor([{ status: 200, body: { data: [{ embedding: [1] }] } }]);
    expect(await embedder(["a"])).toHaveLength(1);
    expect(embedder.usage().tokens).toBeNull();
  });
});

describe("keys", () => {
  it("never show", async () => {
    const embedder = await embedderFor([{ status: 401, body: { error: { message: `bad key ${KEY}` } } }]);
    const error = await failure(embedder(["a"]));
    expect(error).toMatchObject({ name: "AuthError" });
    const shown = [
      `${embedder}`,
      inspect(embedder, { depth: 9, showHidden: true }),
      JSON.stringify(embedder),
      `${error}`,
      inspect(error),
    ];
    for (const text of shown) expect(text).not.toContain(KEY.slice(0, 10));
    expect(shown[0]).toBe("OpenAIEmbedder(model='text-embedding-3-small', key=given)");
  });

  it("do not follow a redirect", async () => {
    const other = await startTestServer({ replies: answer });
    const embedder = await embedderFor([{ status: 307, headers: { location: `${other.url}/v1/embeddings` } }], {
      retries: 0,
    });
    const error = await failure(embedder(["a"]));
    expect(error.message).toContain("redirect");
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  it("are taken out of an answer that is none, and repeats them", async () => {
    const embedder = await embedderFor([{ status: 200, body: { data: `${"x".repeat(390)}${KEY}` } }]);
    const error = await failure(embedder(["a"]));
    expect(`${error} ${inspect(error)}`).not.toContain(KEY.slice(0, 6));
  });

  it("are read when the call is made, and are asked for before anything is sent", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    vi.stubEnv("OPENAI_BASE_URL", "");
    const embedder = OpenAIEmbedder("m", { retries: 0 });
    const error = await failure(embedder(["a"]));
    expect(error).toMatchObject({ name: "AuthError" });
    expect(error.message).toContain("OPENAI_API_KEY");
    server = await startTestServer({ replies: answer });
    vi.stubEnv("OPENAI_API_KEY", "later");
    vi.stubEnv("OPENAI_BASE_URL", `${server.url}/v1`);
    await OpenAIEmbedder("m")(["a"]);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer later");
  });
});

describe("construction", () => {
  it("prints itself and cannot be changed", () => {
    const embedder = OpenAIEmbedder("it's");
    expect(inspect(embedder)).toBe("OpenAIEmbedder(model='it\\'s', key=OPENAI_API_KEY)");
    expect(JSON.stringify({ embedder: { ...embedder } })).toContain('"model":"it\'s"');
    expect(Object.isFrozen(embedder)).toBe(true);
    expect({ ...embedder }).toMatchObject({ batchSize: 128, concurrency: 4 });
  });

  it.each([
    ["", {}],
    ["m", { apikey: "x" }],
    ["m", { batchSize: 5000 }],
    ["m", { dimensions: 0 }],
    ["m", { limits: { concurency: 1 } }],
    ["m", { baseURL: "localhost" }],
    ["m", { baseURL: "https://me:secret@h/v1" }],
  ])("refuses %j %j", (model, options) => {
    const make = () => OpenAIEmbedder(model, options as never);
    expect(make).toThrow(expect.objectContaining({ name: "OptionError" }));
    expect(make).not.toThrow(/secret/);
  });

  it.each(["a text", undefined, [7], [null], [["a"]]])("refuses %j instead of a list of texts", async (texts) => {
    const embedder = await embedderFor();
    expect(await failure(embedder(texts as never))).toMatchObject({ name: "OptionError", option: "texts" });
    expect(server.requests).toHaveLength(0);
  });

  it("refuses unknown options of a call", async () => {
    const embedder = await embedderFor();
    expect(await failure(embedder(["a"], { timeout: 1 } as never))).toMatchObject({ name: "OptionError" });
  });
});
