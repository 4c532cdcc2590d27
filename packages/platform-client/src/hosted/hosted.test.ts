import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { type CompletionRequest, modelFamily } from "@whileai/core";
import { configure, registerDefaults, resetSettings, resolveBackend, settings } from "@whileai/core/settings";
import { startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveCredential } from "../auth/resolve-credential.js";
import { HOSTED_MODELS, Hosted, hostedDefault } from "./hosted.js";
import { modelsUrl } from "./models-url.js";

const ASK: CompletionRequest = { messages: [{ role: "user", content: "hi" }] };
let home: string;
let server: TestServer | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whileai-"));
  for (const name of ["WHILEAI_API_URL", "WHILEAI_API_KEY", "WHILEAI_DELEGATED_CREDENTIAL", "WHILEAI_MODELS_URL"])
    vi.stubEnv(name, "");
  vi.stubEnv("WHILEAI_HOME", home);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  resetSettings();
  rmSync(home, { recursive: true });
  await server?.close();
  server = undefined;
});

const save = (content: object) => writeFileSync(join(home, "credentials.json"), JSON.stringify(content));

describe("Hosted", () => {
  it("prints itself", () => {
    expect(inspect(Hosted())).toBe("Hosted(key=WHILEAI_API_KEY or whileai login)");
    expect(`${Hosted({ model: "phi-4" })}`).toBe("Hosted(model='phi-4', key=WHILEAI_API_KEY or whileai login)");
    expect(Hosted()).toMatchObject({ provider: "hosted", spec: null, family: "qwen" });
  });

  it("refuses unknown options and an empty model", () => {
    expect(() => Hosted({ modle: "x" } as never)).toThrow(/Did you mean `model`/);
    expect(() => Hosted({ model: " " })).toThrow(expect.objectContaining({ name: "OptionError" }));
  });

  it("judges with another family than the agent's", () => {
    const [agent, judge] = [modelFamily(HOSTED_MODELS.agent), modelFamily(HOSTED_MODELS.judge)];
    expect([agent, judge]).toEqual(["qwen", "phi"]);
    expect(hostedDefault("judge").family).not.toBe(hostedDefault("agent").family);
  });

  it("is what every role uses once it is registered", () => {
    registerDefaults({ hosted: hostedDefault });
    expect(resolveBackend("judge").model).toBe(HOSTED_MODELS.judge);
    expect(`${settings}`).toContain("agent=default (While hosted)");
  });

  it("without a key fails before any request and names every way out", async () => {
    server = await startTestServer();
    vi.stubEnv("WHILEAI_MODELS_URL", server.url);
    const error = await Hosted()
      .complete(ASK)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "AuthError" });
    for (const words of ["whileai login", "WHILEAI_API_KEY", "agent: OpenAI(...)", "simulator: false"])
      expect(String(error)).toContain(words);
    expect(server.requests).toHaveLength(0);
  });

  it("sends the account key to the models URL, read at each call", async () => {
    server = await startTestServer({ replies: ["a", "b", "c", { status: 401 }] });
    vi.stubEnv("WHILEAI_MODELS_URL", server.url);
    const backend = Hosted({ sleep: async () => undefined });
    vi.stubEnv("WHILEAI_API_KEY", "zp_env");
    await backend.complete(ASK);
    configure({ apiKey: "zp_configured" });
    await backend.complete(ASK);
    resetSettings();
    vi.stubEnv("WHILEAI_API_KEY", "");
    save({ api_key: "zp_file_key" });
    await backend.complete(ASK);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer zp_env",
      "Bearer zp_configured",
      "Bearer zp_file_key",
    ]);
    expect(server.requests[0]).toMatchObject({ path: "/v1/chat/completions", body: { model: HOSTED_MODELS.agent } });
    await expect(backend.complete(ASK)).rejects.toMatchObject({
      name: "AuthError",
      message: expect.stringContaining("the saved login"),
    });
  });
});

describe("modelsUrl", () => {
  it.each([
    [{}, {}, "https://models.while.ai/v1"],
    [{ WHILEAI_MODELS_URL: "https://models.while.ai" }, {}, "https://models.while.ai/v1"],
    [{ WHILEAI_MODELS_URL: "http://127.0.0.1:9/v1/" }, {}, "http://127.0.0.1:9/v1"],
    [{ WHILEAI_API_URL: "HTTPS://API.While.ai:443/?" }, {}, "https://models.while.ai/v1"],
    [{ WHILEAI_API_URL: "https://own.example.com/api/?#" }, {}, "https://own.example.com/api/models-gateway/v1"],
    [{ WHILEAI_API_URL: "https://own.example.com" }, {}, "https://own.example.com/models-gateway/v1"],
    [{}, { api_key: "zp_x", api_url: "https://own.example.com" }, "https://own.example.com/models-gateway/v1"],
    [
      {},
      { api_key: "zp_x", api_url: "https://own.example.com", models_url: "https://m.example.com" },
      "https://m.example.com/v1",
    ],
  ])("with %j and login %j is %s", (variables, login, expected) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    save(login);
    expect(modelsUrl(resolveCredential())).toBe(expected);
  });
});
