import { inspect } from "node:util";
import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { configure, resetSettings } from "../../settings/index.js";
import { decisionRequest, MODELS_REQUEST, readDecision } from "./decision.js";
import { TypesafeBackend } from "./typesafe-backend.js";

const KEY = "ts-recognisable-0123456789";
const ASK = decisionRequest({
  state: { record: "x" },
  questions: { verdict: { type: "noul", instructions: "Good?" } },
});
const ANSWER = {
  model: "jev-3",
  answers: { verdict: { type: "noul", noul: 0.9 } },
  usage: { input_tokens: 7, output_tokens: 1 },
};
let server: TestServer | undefined;

const start = async (...replies: Reply[]): Promise<TestServer> => {
  server = await startTestServer({ replies });
  return server;
};

beforeEach(() => {
  for (const name of ["WHILEAI_TYPESAFE_API_KEY", "TYPESAFE_API_KEY", "TYPESAFE_BASE_URL"]) vi.stubEnv(name, "");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  resetSettings();
  await server?.close();
  server = undefined;
});

describe("TypesafeBackend", () => {
  it("sends a decision and gives its answers", async () => {
    const { url, requests } = await start({ status: 200, body: ANSWER });
    const completion = await TypesafeBackend("jev-latest", { apiKey: KEY, baseURL: `${url}/v1/` }).complete(ASK);
    expect(completion).toMatchObject({
      model: "jev-3",
      usage: { inputTokens: 7, outputTokens: 1 },
      finishReason: "stop",
    });
    expect(JSON.parse(completion.text)).toEqual({ answers: ANSWER.answers });
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/v1/systemone",
      body: { state: { record: "x" }, model: "jev-latest", questions: { verdict: { type: "noul" } } },
    });
    expect(requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "content-type": "application/json" });
  });

  it("lists models", async () => {
    const { url, requests } = await start({ status: 200, body: { models: [{ name: "jev-3" }, null, { name: 3 }] } });
    const { text } = await TypesafeBackend(undefined, { apiKey: KEY, baseURL: url }).complete(MODELS_REQUEST);
    expect(JSON.parse(text)).toEqual({ models: ["jev-3"] });
    expect(requests[0]).toMatchObject({ method: "GET", path: "/v1/models" });
  });

  it("finds its key: given, held by the settings for the same origin, then two variables", async () => {
    const { url, requests } = await start({ status: 200, body: ANSWER });
    const used = async () => {
      await TypesafeBackend("jev-latest", { baseURL: url }).complete(ASK);
      return requests.at(-1)?.headers.authorization;
    };
    await expect(used()).rejects.toThrow("Set TYPESAFE_API_KEY, or pass apiKey.");
    vi.stubEnv("TYPESAFE_API_KEY", "second");
    expect(await used()).toBe("Bearer second");
    vi.stubEnv("WHILEAI_TYPESAFE_API_KEY", "first");
    expect(await used()).toBe("Bearer first");
    configure({ judge: TypesafeBackend("jev-latest", { apiKey: "held", baseURL: url }) });
    expect(await used()).toBe("Bearer held");
    configure({ judge: TypesafeBackend("jev-latest", { apiKey: "held", baseURL: "http://127.0.0.1:1" }) });
    expect(await used()).toBe("Bearer first");
  });

  it("goes where the variable says", async () => {
    const { url, requests } = await start({ status: 200, body: ANSWER });
    vi.stubEnv("TYPESAFE_BASE_URL", url);
    await TypesafeBackend("jev-latest", { apiKey: KEY }).complete(ASK);
    expect(requests).toHaveLength(1);
  });

  it.each<[Reply, string, string]>([
    [{ status: 401, body: { error: `bad key ${KEY}` } }, "auth_failed", "key"],
    [
      { status: 404, body: { error: { message: "no such model" }, message: "second" } },
      "backend_failed",
      "no such model",
    ],
    [{ status: 422, body: { message: "told" } }, "backend_failed", "told"],
    [{ status: 422, body: { detail: "plain" } }, "backend_failed", "plain"],
    [{ status: 422, body: { detail: { message: "deep" } } }, "backend_failed", "deep"],
    [
      { status: 422, body: { detail: [{ loc: ["body", "state"], msg: "Field required" }, 3] } },
      "backend_failed",
      "body.state: Field required; 3",
    ],
    [{ status: 429, body: {} }, "rate_limited", "429"],
    [{ status: 503, body: { error: "busy" } }, "transient_failure", "busy"],
    [{ status: 200, body: { model: "jev" } }, "backend_failed", "without answers"],
    [{ status: 200, headers: { "content-type": "application/json" }, body: "[]" }, "backend_failed", "no object"],
    [{ fault: "html" }, "backend_failed", "web page"],
  ])("turns %j into a typed error without the key", async (reply, code, words) => {
    const { url } = await start(reply);
    const backend = TypesafeBackend("jev-latest", { apiKey: KEY, baseURL: url, retries: 0 });
    const error = await backend.complete(ASK).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(inspect([error, backend], { depth: 9 })).not.toContain(KEY);
  });

  it("does not chat", async () => {
    const { url, requests } = await start({ status: 200, body: ANSWER });
    const backend = TypesafeBackend("jev-latest", { apiKey: KEY, baseURL: url });
    for (const content of ["hi", "{}", '{"questions":{}}', "[]"])
      await expect(backend.complete({ messages: [{ role: "user", content }] })).rejects.toThrow(
        'Judge({ model: "typesafe:jev-latest" })',
      );
    expect(requests).toHaveLength(0);
    expect(readDecision({ messages: [] })).toBeUndefined();
  });

  it.each([
    [() => TypesafeBackend(" "), "the model must be a name"],
    [() => TypesafeBackend("m", { apikey: "x" } as never), "Did you mean `apiKey`"],
    [() => TypesafeBackend("m", { baseURL: "ftp://h" }), "not an http(s) URL"],
  ])("refuses what cannot work", (make, complaint) => {
    expect(make).toThrow(complaint);
  });
});
