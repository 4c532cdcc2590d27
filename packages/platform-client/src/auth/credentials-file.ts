import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord, PlatformError } from "@whileai/core";
import { environment } from "./environment.js";
import { DEFAULT_API_URL, platformUrl } from "./platform-url.js";

/** A saved login. */
export interface SavedCredentials {
  /** The key, behind a function so that no inspection shows it. */
  readonly key: () => string;
  /** The platform that issued the key. The key goes nowhere else. */
  readonly apiUrl: string;
  /** Where that platform serves models, when it said so. */
  readonly modelsUrl: string | undefined;
  readonly name: string | undefined;
  readonly tier: string | undefined;
  /** Permission bits as octal text, such as "600". */
  readonly mode: string;
}

/** Where logins are saved: the folder WHILEAI_HOME, by default `~/.whileai`. */
export function credentialsPath(): string {
  return join(environment("WHILEAI_HOME") ?? join(homedir(), ".whileai"), "credentials.json");
}

/**
 * The saved login, or null when there is none.
 *
 * @throws PlatformError when the file is there and cannot be read.
 */
export function readCredentials(path = credentialsPath()): SavedCredentials | null {
  let text: string;
  let mode: string;
  try {
    text = readFileSync(path, "utf8");
    mode = (statSync(path).mode & 0o777).toString(8);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw unreadable(path, (error as NodeJS.ErrnoException).code ?? "unreadable");
  }
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    throw unreadable(path, "not JSON");
  }
  if (!isRecord(saved)) throw unreadable(path, "not an object");
  const key = field(saved, "api_key");
  if (key === undefined) return null;
  const modelsUrl = field(saved, "models_url");
  return {
    key: () => key,
    apiUrl: platformUrl(field(saved, "api_url") ?? DEFAULT_API_URL, `api_url in ${path}`),
    modelsUrl: modelsUrl === undefined ? undefined : platformUrl(modelsUrl, `models_url in ${path}`),
    name: field(saved, "name"),
    tier: field(saved, "tier"),
    mode,
  };
}

function field(saved: Record<string, unknown>, name: string): string | undefined {
  const value = saved[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

const unreadable = (path: string, why: string): PlatformError =>
  new PlatformError(
    { message: `The saved login ${path} cannot be read (${why}).`, fix: "Run `whileai login` again." },
    "credentials_invalid",
  );
