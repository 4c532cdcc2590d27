import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { configure, context, resetSettings } from "@whileai/core/settings";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { credentialsPath, readCredentials } from "./credentials-file.js";
import { platformStatus } from "./platform-status.js";
import { maskedKey, resolveCredential } from "./resolve-credential.js";

const VARIABLES = [
  "WHILEAI_API_URL",
  "WHILEAI_API_KEY",
  "WHILEAI_DELEGATED_CREDENTIAL",
  "WHILEAI_MODELS_URL",
  "WHILEAI_HOME",
];
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "whileai-"));
  for (const name of VARIABLES) vi.stubEnv(name, "");
  vi.stubEnv("WHILEAI_HOME", home);
});

afterEach(() => {
  vi.unstubAllEnvs();
  resetSettings();
  rmSync(home, { recursive: true });
});

function save(content: unknown, mode = 0o600): void {
  writeFileSync(credentialsPath(), typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(credentialsPath(), mode);
}

const FILE_KEY = "zp_file-key-0123456789";

describe("resolveCredential", () => {
  it("takes the key given, then configure, then the variables, then the saved login", () => {
    const seen: string[] = [];
    const look = (apiKey?: string) => {
      const { key, source } = resolveCredential({ apiKey });
      seen.push(`${source}=${key()}`);
    };
    look();
    save({ api_key: FILE_KEY });
    look();
    vi.stubEnv("WHILEAI_API_KEY", "zp_env");
    look();
    vi.stubEnv("WHILEAI_DELEGATED_CREDENTIAL", "zp_dc_env");
    look();
    configure({ apiKey: "zp_configured" });
    look();
    context({ apiKey: "zp_inner" }, () => look());
    look("zp_given");
    look(" ");
    expect(seen).toEqual([
      "none=null",
      `file=${FILE_KEY}`,
      "WHILEAI_API_KEY=zp_env",
      "WHILEAI_DELEGATED_CREDENTIAL=zp_dc_env",
      "configure=zp_configured",
      "configure=zp_inner",
      "given=zp_given",
      "configure=zp_configured",
    ]);
  });

  it.each([
    [{}, {}, "https://api.while.ai", "default"],
    [{ WHILEAI_API_URL: "https://own.example.com/" }, {}, "https://own.example.com", "WHILEAI_API_URL"],
    [{ WHILEAI_API_URL: "https://own.example.com" }, { baseURL: "http://127.0.0.1:1" }, "http://127.0.0.1:1", "given"],
  ])("with %j and %j goes to %s", (variables, options, baseURL, baseURLSource) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(resolveCredential(options)).toMatchObject({ baseURL, baseURLSource });
  });

  it("sends a saved key only to the platform that issued it", () => {
    save({ api_key: FILE_KEY, api_url: "https://own.example.com/" });
    expect(resolveCredential()).toMatchObject({
      baseURL: "https://own.example.com",
      baseURLSource: "file",
      source: "file",
    });
    vi.stubEnv("WHILEAI_API_URL", "https://own.example.com/api");
    expect(resolveCredential()).toMatchObject({ source: "file", baseURL: "https://own.example.com/api" });
    vi.stubEnv("WHILEAI_API_URL", "https://api.while.ai");
    const elsewhere = resolveCredential();
    expect(elsewhere).toMatchObject({ source: "none", savedElsewhere: "https://own.example.com" });
    expect(elsewhere.key()).toBeNull();
    vi.stubEnv("WHILEAI_API_URL", "");
    vi.stubEnv("WHILEAI_API_KEY", "zp_env");
    expect(resolveCredential()).toMatchObject({ source: "WHILEAI_API_KEY", baseURL: "https://api.while.ai" });
  });

  it("takes a login at a former host for one of today's platform", () => {
    save({ api_key: FILE_KEY, api_url: "https://api.zeroproofai.com" });
    expect(resolveCredential()).toMatchObject({ source: "file", baseURL: "https://api.while.ai" });
  });

  it("never shows the key", () => {
    save({ api_key: FILE_KEY });
    const credential = resolveCredential();
    expect(credential.masked).toBe("zp_…6789");
    expect(inspect(credential, { depth: 9, showHidden: true }) + JSON.stringify(credential)).not.toContain(FILE_KEY);
  });

  it.each([["{"], ["[]"], ["null"]])("refuses the saved login %j", (content) => {
    save(content);
    expect(() => resolveCredential()).toThrow(expect.objectContaining({ code: "credentials_invalid" }));
    expect(resolveCredential({ apiKey: "zp_x" }).source).toBe("given");
  });

  it("takes a file without a key for no login", () => {
    save({ name: "x", api_key: 5 });
    expect(readCredentials()).toBeNull();
  });

  it.each(["zp_two words", "zp_line\nbreak"])("refuses the key %j without repeating it", (apiKey) => {
    expect(() => resolveCredential({ apiKey })).toThrow(expect.objectContaining({ code: "key_invalid" }));
    expect(() => resolveCredential({ apiKey })).not.toThrow(apiKey);
  });

  it.each(["nonsense", "ftp://h", "https://me:secret@h", "https://h?key=secret"])("refuses the URL %s", (baseURL) => {
    expect(() => resolveCredential({ baseURL })).toThrow(expect.objectContaining({ code: "url_invalid" }));
    expect(() => resolveCredential({ baseURL })).not.toThrow(/secret/);
  });

  it("looks in the home folder by default", () => {
    vi.stubEnv("WHILEAI_HOME", "");
    expect(credentialsPath()).toBe(join(homedir(), ".whileai", "credentials.json"));
  });

  it("says why a path cannot be read", () => {
    expect(() => readCredentials(home)).toThrow(/EISDIR/);
  });
});

describe("maskedKey", () => {
  it.each([
    ["zp_0123456789abcdef", "zp_…cdef"],
    ["zp_dc_0123456789abcdef", "zp_dc_…cdef"],
    ["zp_short", "zp_…"],
    ["0123456789abcdef", "…cdef"],
  ])("shows %s as %s", (key, masked) => {
    expect(maskedKey(key)).toBe(masked);
  });
});

describe("platformStatus", () => {
  it("says what is used and where it comes from", () => {
    save({ api_key: FILE_KEY, name: "laptop", tier: "trial" });
    expect(platformStatus()).toEqual({
      baseURL: "https://api.while.ai",
      baseURLSource: "file",
      modelsURL: "https://models.while.ai/v1",
      key: "zp_…6789",
      keySource: "file",
      credentialsPath: join(home, "credentials.json"),
      credentialsMode: "600",
      name: "laptop",
      tier: "trial",
      problems: [],
    });
  });

  it("holds without a login", () => {
    expect(platformStatus()).toMatchObject({ key: null, keySource: "none", credentialsMode: null, problems: [] });
  });

  it("warns of a login that others can read (where files have modes), and of one for another platform", () => {
    save({ api_key: FILE_KEY, api_url: "https://own.example.com" }, 0o644);
    const { problems } = platformStatus({ baseURL: "https://api.while.ai" });
    expect(problems.some((problem) => problem.includes("chmod 600"))).toBe(process.platform !== "win32");
    expect(problems.at(-1)).toContain("https://own.example.com");
  });

  it("names wrong settings instead of throwing", () => {
    save("{");
    vi.stubEnv("WHILEAI_API_URL", "nonsense");
    const status = platformStatus();
    expect(status).toMatchObject({ baseURL: null, modelsURL: null, keySource: "none" });
    expect(status.problems).toHaveLength(2);
  });
});
