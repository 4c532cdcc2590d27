import { inspect } from "node:util";
import { startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompletionRequest } from "../backend/backend.js";
import { Anthropic, Endpoint, OpenAI, ScriptedBackend, type Spec } from "../backends/index.js";
import {
  captureSettings,
  configure,
  context,
  registerDefaults,
  resetSettings,
  resolveBackend,
  settings,
  settingsApiKey,
} from "./index.js";

const ASK: CompletionRequest = { messages: [{ role: "user", content: "hi" }] };
const VARIABLES = ["WHILEAI_AGENT", "WHILEAI_JUDGE", "WHILEAI_SIMULATOR", "OPENAI_API_KEY", "OPENAI_BASE_URL"];
let server: TestServer | undefined;

beforeEach(() => {
  for (const name of VARIABLES) vi.stubEnv(name, "");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  resetSettings();
  registerDefaults({ hosted: () => undefined as never });
  await server?.close();
  server = undefined;
});

describe("printing", () => {
  it("shows models and whose keys are held, and no key", () => {
    configure({
      agent: OpenAI("gpt-4.1-mini", { apiKey: "sk-secret" }),
      judge: Anthropic("claude-haiku-4-5"),
      apiKey: undefined,
    });
    const expected =
      "Settings(agent=openai:gpt-4.1-mini, judge=anthropic:claude-haiku-4-5, simulator=default (While hosted), api_key=unset, keys=openai)";
    expect(`${settings}`).toBe(expected);
    expect(inspect(settings)).toBe(expected);
    expect(inspect(captureSettings())).toBe(expected);
    expect(JSON.parse(JSON.stringify(settings))).toEqual({
      agent: "openai:gpt-4.1-mini",
      judge: "anthropic:claude-haiku-4-5",
      simulator: "default (While hosted)",
      api_key: "unset",
      keys: ["openai"],
    });
  });

  it("shows defaults, a simulator that is off, an account key and models without a spec", () => {
    const unset = "default (While hosted)";
    expect(`${settings}`).toBe(`Settings(agent=${unset}, judge=${unset}, simulator=${unset}, api_key=unset)`);
    configure({ agent: ScriptedBackend([]), simulator: false, apiKey: "zp_secret" });
    expect(`${settings}`).toBe(
      `Settings(agent=ScriptedBackend(0 replies), judge=${unset}, simulator=false, api_key=set)`,
    );
    const state = (globalThis as Record<symbol, unknown>)[Symbol.for("whileai.settings")];
    expect(inspect(state, { depth: 9, showHidden: true })).not.toContain("zp_secret");
    expect(settingsApiKey()).toBe("zp_secret");
    expect(settings.agent?.provider).toBe("scripted");
    expect([settings.judge, settings.simulator, settings.hasApiKey]).toEqual([null, false, true]);
  });
});

describe("configure", () => {
  it("checks everything before it applies anything", () => {
    configure({ agent: "openai:a" });
    expect(() => configure({ agent: "openai:b", judge: "nonsense" as Spec })).toThrow(
      expect.objectContaining({ name: "SpecError" }),
    );
    expect(settings.agent?.spec).toBe("openai:a");
  });

  it("keeps what is left out and takes null as the default", () => {
    configure({ agent: "openai:a", apiKey: "zp_1" });
    configure({ judge: "openai:b" });
    expect([settings.agent?.spec, settings.judge?.spec]).toEqual(["openai:a", "openai:b"]);
    configure({ agent: null, judge: "hosted", apiKey: null });
    expect([settings.agent, settings.judge, settingsApiKey()]).toEqual([null, null, undefined]);
  });

  it.each([
    [{ agnet: "openai:a" }, /Did you mean `agent`/],
    [{ agent: 3 }, /a backend/],
    [{ agent: false }, /a backend/],
    [{ simulator: true }, /false/],
    [null, /an object/],
    [[], /an object/],
  ])("refuses %j", (input, message) => {
    expect(() => configure(input as never)).toThrow(message);
  });

  it.each(["", 5, {}])("refuses the account key %j without quoting it", (apiKey) => {
    expect(() => configure({ apiKey: apiKey as never })).toThrow(expect.objectContaining({ name: "SettingsError" }));
  });
});

describe("resolveBackend", () => {
  it("takes the call, then the innermost context, then configure, then the variable, then the hosted default", () => {
    const specOf = (given?: Spec) => resolveBackend("agent", given).spec;
    const hosted = ScriptedBackend([], { model: "hosted" });
    registerDefaults({ hosted: () => hosted });
    expect(resolveBackend("agent")).toBe(hosted);
    vi.stubEnv("WHILEAI_AGENT", "openai:variable");
    expect(specOf()).toBe("openai:variable");
    configure({ agent: "openai:configured" });
    expect(specOf()).toBe("openai:configured");
    context({ agent: "openai:outer" }, () => {
      context({ judge: "openai:j" }, () => expect(specOf()).toBe("openai:outer"));
      context({ agent: "openai:inner" }, () => expect(specOf()).toBe("openai:inner"));
      context({ agent: null }, () => expect(resolveBackend("agent")).toBe(hosted));
      expect(specOf("openai:given")).toBe("openai:given");
      expect(resolveBackend("agent", "hosted")).toBe(hosted);
    });
    expect(specOf()).toBe("openai:configured");
  });

  it("lets only the simulator be off", () => {
    expect(resolveBackend("simulator", false)).toBe(false);
    vi.stubEnv("WHILEAI_SIMULATOR", "false");
    expect(resolveBackend("simulator")).toBe(false);
    expect(() => resolveBackend("agent", false as never)).toThrow(expect.objectContaining({ name: "SettingsError" }));
  });

  it("with nothing set names every way to set it", () => {
    for (const words of ["configure(", "openai:", "vllm:", "WHILEAI_JUDGE", "simulator: false"])
      expect(() => resolveBackend("judge")).toThrow(words);
  });

  it("names a variable that cannot be read", () => {
    vi.stubEnv("WHILEAI_JUDGE", "openai/gpt");
    expect(() => resolveBackend("judge")).toThrow(/WHILEAI_JUDGE.*"openai:gpt"/);
    expect(() => captureSettings().resolve("judge")).toThrow(/WHILEAI_JUDGE/);
    vi.stubEnv("WHILEAI_JUDGE", "default");
    expect(() => resolveBackend("judge")).toThrow(/No model is set/);
  });
});

describe("context", () => {
  it("holds through awaits, apart for work that runs at the same time", async () => {
    const seen = await Promise.all(
      ["a", "b", "c"].map((name) =>
        context({ agent: `openai:${name}` }, async () => {
          await new Promise((resolve) => setTimeout(resolve, 2));
          return resolveBackend("agent").spec;
        }),
      ),
    );
    expect(seen).toEqual(["openai:a", "openai:b", "openai:c"]);
  });

  it("checks its settings before it runs anything", () => {
    const run = vi.fn();
    expect(() => context({ agent: "nonsense" as Spec }, run)).toThrow(expect.objectContaining({ name: "SpecError" }));
    expect(run).not.toHaveBeenCalled();
  });
});

describe("captureSettings", () => {
  it("does not see what is set later", () => {
    vi.stubEnv("WHILEAI_JUDGE", "openai:judge");
    const captured = context({ agent: "openai:then" }, () => captureSettings());
    vi.stubEnv("WHILEAI_JUDGE", "openai:later");
    vi.stubEnv("WHILEAI_SIMULATOR", "openai:later");
    configure({ agent: "openai:later", judge: "openai:later" });
    const hosted = ScriptedBackend([]);
    registerDefaults({ hosted: () => hosted });
    expect(captured.resolve("agent").spec).toBe("openai:then");
    expect(captured.resolve("judge").spec).toBe("openai:judge");
    expect(captured.resolve("simulator")).toBe(hosted);
    expect(captured.resolve("agent", "openai:given").spec).toBe("openai:given");
    expect(captured.run(() => resolveBackend("agent").spec)).toBe("openai:then");
    expect(resolveBackend("agent").spec).toBe("openai:later");
    expect(Object.isFrozen(captured)).toBe(true);
  });
});

describe("keys of backend objects in the settings", () => {
  const keyOf = (index: number) => server?.requests[index]?.headers.authorization;

  it("serve other backends of the same provider and origin, and no others", async () => {
    server = await startTestServer();
    const other = await startTestServer();
    const [url, otherUrl] = [`${server.url}/v1`, `${other.url}/v1`];
    configure({ agent: Endpoint("a", { url, apiKey: "held" }) });
    await Endpoint("b", { url }).complete(ASK);
    await Endpoint("b", { url, apiKey: "own" }).complete(ASK);
    await OpenAI("c", { baseURL: url }).complete(ASK);
    await Endpoint("d", { url: otherUrl }).complete(ASK);
    expect([0, 1, 2].map(keyOf)).toEqual(["Bearer held", "Bearer own", undefined]);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
    await other.close();
  });

  it("win over variables, and are forgotten with the settings", async () => {
    server = await startTestServer();
    vi.stubEnv("OPENAI_API_KEY", "variable");
    vi.stubEnv("OPENAI_BASE_URL", `${server.url}/v1`);
    configure({ agent: OpenAI("a", { apiKey: "held" }), judge: "openai:j" });
    await resolveBackend("judge").complete(ASK);
    await context({ agent: OpenAI("a", { apiKey: "inner" }) }, () => resolveBackend("judge").complete(ASK));
    const captured = captureSettings();
    resetSettings();
    await OpenAI("j").complete(ASK);
    await captured.run(() => captured.resolve("judge").complete(ASK));
    expect([0, 1, 2, 3].map(keyOf)).toEqual(["Bearer held", "Bearer inner", "Bearer variable", "Bearer held"]);
  });

  it("say in errors that they came from the settings", async () => {
    server = await startTestServer({ replies: [{ status: 403 }] });
    const url = `${server.url}/v1`;
    configure({ agent: Endpoint("a", { url, apiKey: "held-key" }) });
    await expect(Endpoint("b", { url }).complete(ASK)).rejects.toMatchObject({
      name: "AuthError",
      message: expect.stringContaining("in the settings"),
    });
  });
});

describe("two copies of the modules", () => {
  it("see one state", async () => {
    configure({ agent: OpenAI("shared", { apiKey: "k" }), apiKey: "zp_1" });
    registerDefaults({ hosted: () => ScriptedBackend([], { model: "hosted" }) });
    vi.resetModules();
    const copy = await import("./index.js");
    expect(copy.configure).not.toBe(configure);
    expect(`${copy.settings}`).toBe(`${settings}`);
    expect(copy.resolveBackend("judge").model).toBe("hosted");
    expect(copy.settingsApiKey()).toBe("zp_1");
    copy.context({ judge: "openai:inner" }, () => expect(resolveBackend("judge").spec).toBe("openai:inner"));
    context({ judge: "openai:inner" }, () => expect(copy.resolveBackend("judge").spec).toBe("openai:inner"));
    copy.resetSettings();
    expect(settings.agent).toBeNull();
  });
});

describe("a service that judges only", () => {
  const spec: Spec = "typesafe:jev-latest";

  it("can be the judge", () => {
    configure({ judge: spec });
    expect(resolveBackend("judge")).toMatchObject({ provider: "typesafe", model: "jev-latest" });
    expect(resolveBackend("judge", spec).spec).toBe(spec);
    resetSettings();
    vi.stubEnv("WHILEAI_JUDGE", spec);
    expect(resolveBackend("judge").spec).toBe(spec);
  });

  it.each(["agent", "simulator"] as const)("cannot be the %s, and says where it can stand", (role) => {
    const uses = 'Judge({ model: "typesafe:jev-latest" })';
    expect(() => configure({ [role]: spec })).toThrow(uses);
    expect(() => resolveBackend(role as "agent", spec)).toThrow(uses);
    vi.stubEnv(role === "agent" ? "WHILEAI_AGENT" : "WHILEAI_SIMULATOR", spec);
    expect(() => resolveBackend(role as "agent")).toThrow(uses);
  });
});
