import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPlatformClient, type PlatformClientOptions, type PlatformMethod } from "./platform-client.js";

const KEY = "zp_secret-0123456789";
let home: string;
let server: TestServer;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whileai-"));
  for (const name of ["WHILEAI_API_URL", "WHILEAI_API_KEY", "WHILEAI_DELEGATED_CREDENTIAL"]) vi.stubEnv(name, "");
  vi.stubEnv("WHILEAI_HOME", home);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
  await server?.close();
});

async function clientFor(replies: readonly Reply[], options: PlatformClientOptions = {}) {
  server = await startTestServer({ replies });
  return createPlatformClient({ apiKey: KEY, baseURL: server.url, sleep: async () => undefined, ...options });
}

const json = (body: object, status = 200): Reply => ({ status, body: body as Record<string, unknown> });

async function failure(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (error) {
    return error as Error & { fix: string };
  }
  throw new Error("It was meant to fail.");
}

describe("requests", () => {
  it("carry the key, the query, a JSON body and the idempotency key", async () => {
    const client = await clientFor([json({ datasetId: "d" })]);
    expect(
      await client.request("POST", "/datasets", {
        body: { name: "x" },
        query: { page: 2, force: true, none: undefined },
        idempotencyKey: "once",
      }),
    ).toEqual({ datasetId: "d" });
    expect(server.requests[0]).toMatchObject({
      method: "POST",
      path: "/datasets?page=2&force=true",
      headers: { "x-api-key": KEY, "content-type": "application/json", "idempotency-key": "once" },
      body: { name: "x" },
    });
  });

  it("send text and bytes as they are, to other hosts only without a key", async () => {
    const client = await clientFor([{ status: 200, body: "" }]);
    const other = await startTestServer({ replies: [{ status: 200, body: "" }] });
    const headers = { "content-type": "application/jsonl" };
    expect(await client.request("PUT", "/a", { body: '{"a":1}\n{}', headers })).toBeNull();
    await client.request("PUT", "/b", { body: new TextEncoder().encode("bytes") });
    await client.request("PUT", `${other.url}/upload?signature=s`, { body: "x", auth: "none", headers });
    expect(server.requests.map(({ body }) => body)).toEqual(['{"a":1}\n{}', "bytes"]);
    expect(server.requests[0]?.headers["content-type"]).toBe("application/jsonl");
    expect(other.requests[0]?.path).toBe("/upload?signature=s");
    expect(other.requests[0]?.headers).not.toHaveProperty("x-api-key");
    expect(await failure(client.request("PUT", `${other.url}/upload`, { body: "x" }))).toMatchObject({
      code: "key_missing",
    });
    expect(await failure(client.request("GET", `${other.url}/x`, { auth: { bearer: "session" } }))).toMatchObject({
      code: "key_missing",
    });
    expect(other.requests).toHaveLength(1);
    await other.close();
  });

  it("send a session token instead of the key", async () => {
    const client = await clientFor([json({})]);
    await client.request("POST", "auth/issue-credential", { auth: { bearer: "session" }, body: {} });
    expect(server.requests[0]?.path).toBe("/auth/issue-credential");
    expect(server.requests[0]?.headers).toMatchObject({ authorization: "Bearer session" });
    expect(server.requests[0]?.headers).not.toHaveProperty("x-api-key");
  });

  it("give the answer as JSON, text or an open response", async () => {
    const client = await clientFor([{ status: 200, body: "line\n" }]);
    expect(await client.request("GET", "/x", { reply: "text" })).toBe("line\n");
    const response = await client.request("GET", "/x", { reply: "response" });
    expect(await response.text()).toBe("line\n");
    expect(await failure(client.request("GET", "/x"))).toMatchObject({ name: "PlatformError", status: 200 });
  });

  it("go to a base URL with a path, whatever slashes are written", async () => {
    const client = await clientFor([json({})]);
    const below = createPlatformClient({ apiKey: KEY, baseURL: `${server.url}/api/` });
    await below.request("GET", "//elsewhere.example.com/x");
    expect(server.requests[0]?.path).toBe("/api/elsewhere.example.com/x");
    expect(client.baseURL).toBe(server.url);
  });

  it("use the replaced fetch", async () => {
    const urls: string[] = [];
    const client = createPlatformClient({
      apiKey: KEY,
      fetch: async (url) => {
        urls.push(String(url));
        return new Response("{}");
      },
    });
    await client.request("GET", "/me");
    expect(urls).toEqual(["https://api.while.ai/me"]);
  });
});

describe("requests that cannot be sent", () => {
  const loop: Record<string, unknown> = {};
  loop.again = loop;
  const SECRET = "session-secret";

  it.each<[string, PlatformMethod, string, object]>([
    ["a token with a line break", "GET", "/x", { auth: { bearer: `${SECRET}\nx` } }],
    ["a token beyond ASCII", "GET", "/x", { auth: { bearer: `${SECRET}…` } }],
    ["no token", "GET", "/x", { auth: {} }],
    ["a header with a line break", "GET", "/x", { headers: { authorization: `${SECRET}\nx` } }],
    ["a header beyond Latin", "GET", "/x", { headers: { authorization: `${SECRET}…` } }],
    ["a header whose name is none", "GET", "/x", { headers: { "a b": SECRET } }],
    ["a URL that is none", "GET", "https://[bad", { auth: "none" }],
    ["a body that contains itself", "POST", "/x", { body: loop }],
    ["a body with a number that JSON has not", "POST", "/x", { body: { loss: Number.NaN } }],
    ["an unknown method", "TRACE" as never, "/x", {}],
    ["no path", "GET", undefined as never, {}],
  ])("with %s fail before any request, without the value", async (_, method, path, options) => {
    const client = await clientFor([]);
    const error = await failure(client.request(method, path, options));
    expect(error.name).toMatch(/^(PlatformError|OptionError)$/);
    expect(error.fix + error.message).not.toBe("");
    expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain(SECRET);
    expect(server.requests).toEqual([]);
  });
});

describe("retries", () => {
  it.each<[PlatformMethod, string | undefined, number]>([
    ["GET", undefined, 4],
    ["PUT", undefined, 4],
    ["DELETE", undefined, 4],
    ["POST", undefined, 1],
    ["PATCH", undefined, 1],
    ["POST", "once", 4],
  ])("%s with idempotency key %s is sent %i times", async (method, idempotencyKey, times) => {
    const client = await clientFor([{ status: 503 }]);
    expect(await failure(client.request(method, "/x", { idempotencyKey }))).toMatchObject({
      status: 503,
      isRetryable: true,
    });
    expect(server.requests).toHaveLength(times);
  });

  it.each([400, 401, 404, 409, 500])("%i is not repeated", async (status) => {
    const client = await clientFor([{ status }]);
    expect(await failure(client.request("GET", "/x"))).toMatchObject({ status, isRetryable: false });
    expect(server.requests).toHaveLength(1);
  });

  it("waits as long as asked and repeats after a broken line", async () => {
    const waits: number[] = [];
    const client = await clientFor(
      [{ status: 429, headers: { "retry-after": "3" } }, { fault: "reset" }, json({ ok: 1 })],
      {
        sleep: async (ms) => void waits.push(ms),
      },
    );
    expect(await client.request("GET", "/x")).toEqual({ ok: 1 });
    expect(waits[0]).toBeGreaterThan(3_000);
    expect(waits).toHaveLength(2);
  });

  it("can be switched off", async () => {
    const client = await clientFor([{ status: 503 }], { retries: 0 });
    await failure(client.request("GET", "/x"));
    expect(server.requests).toHaveLength(1);
  });
});

describe("errors", () => {
  it("name method, URL and the platform's words, and neither query nor key", async () => {
    const client = await clientFor([json({ error: `no such dataset for ${KEY}` }, 404)]);
    const error = await failure(client.request("GET", "/datasets/x", { query: { token: "hidden" } }));
    expect(error.message).toContain(`GET ${server.url}/datasets/x -> 404: no such dataset for [key].`);
    for (const text of [String(error.stack), JSON.stringify(error), inspect(error, { showHidden: true, depth: 9 })]) {
      expect(text).not.toContain(KEY);
      expect(text).not.toContain("hidden");
    }
  });

  it.each<[Reply, string]>([
    [json({ message: "quota" }, 400), "-> 400: quota."],
    [json({ error: { message: "deep" } }, 400), "-> 400: deep."],
    [json({ error: { code: 1 } }, 400), '-> 400: {"error":{"code":1}}'],
    [{ status: 400, body: "x".repeat(900) }, `-> 400: ${"x".repeat(400)}.`],
    [{ status: 400 }, "-> 400."],
    [{ status: 307, headers: { location: "https://elsewhere.example.com" } }, "-> 307: a redirect."],
    [{ fault: "html" }, "a web page (HTML)"],
    [{ fault: "broken_json" }, "not JSON"],
    [{ fault: "cut" }, "failed:"],
  ])("%j reads %s", async (reply, words) => {
    const client = await clientFor([reply], { retries: 0 });
    expect((await failure(client.request("GET", "/x"))).message).toContain(words);
    expect(server.requests).toHaveLength(1);
  });

  it("say how to log in when the key is refused", async () => {
    const client = await clientFor([{ status: 401 }]);
    expect(await failure(client.request("GET", "/me"))).toMatchObject({
      code: "auth_failed",
      fix: expect.stringContaining("whileai login"),
    });
  });

  it("come before any request when there is no key", async () => {
    server = await startTestServer();
    const client = createPlatformClient({ baseURL: server.url });
    expect(await failure(client.request("GET", "/me"))).toMatchObject({
      code: "key_missing",
      fix: expect.stringContaining("WHILEAI_API_KEY"),
    });
    writeFileSync(join(home, "credentials.json"), JSON.stringify({ api_key: KEY, api_url: "https://own.example.com" }));
    expect((await failure(client.request("GET", "/me"))).message).toContain("own.example.com");
    expect(server.requests).toHaveLength(0);
  });

  it("tell a platform that hangs from a caller who stops", async () => {
    const client = await clientFor([{ fault: "hang" }], { timeoutMs: 30, retries: 0 });
    expect((await failure(client.request("GET", "/x"))).message).toContain("no answer within 0.03 s");
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    const stopped = client.request("GET", "/x", { signal: stop.signal, timeoutMs: 60_000 });
    expect(await failure(stopped)).toMatchObject({ name: "AbortError" });
    expect(await failure(client.request("GET", "/x", { signal: stop.signal }))).toMatchObject({ name: "AbortError" });
  });

  it("say that nobody is there", async () => {
    const client = await clientFor([], { retries: 0 });
    await server.close();
    expect(await failure(client.request("GET", "/x"))).toMatchObject({
      code: "platform_unreachable",
      isRetryable: true,
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

it("checks its options and prints no key", async () => {
  expect(() => createPlatformClient({ apikey: "x" } as never)).toThrow(/Did you mean `apiKey`/);
  const client = await clientFor([]);
  await expect(client.request("GET", "/x", { quary: {} } as never)).rejects.toMatchObject({ name: "OptionError" });
  expect(inspect(client)).toBe(`PlatformClient(${server.url})`);
});
