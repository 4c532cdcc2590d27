import { PlatformError } from "@whileai/core";
import { settingsApiKey } from "@whileai/core/settings";
import { credentialsPath, readCredentials, type SavedCredentials } from "./credentials-file.js";
import { environment } from "./environment.js";
import { DEFAULT_API_URL, platformUrl } from "./platform-url.js";

/** Where a key came from. */
export type KeySource = "given" | "configure" | "WHILEAI_DELEGATED_CREDENTIAL" | "WHILEAI_API_KEY" | "file" | "none";
/** Where the base URL came from. */
export type UrlSource = "given" | "WHILEAI_API_URL" | "file" | "default";

export interface CredentialOptions {
  /** Default: `configure({ apiKey })`, then the variables, then the saved login. */
  readonly apiKey?: string | undefined;
  /** Default: the variable WHILEAI_API_URL, then the saved login's platform, then While's. */
  readonly baseURL?: string | undefined;
}

/** A key of the While platform and the platform it goes to. */
export interface Credential {
  /** The key, or null when there is none. Behind a function so that no inspection shows it. */
  readonly key: () => string | null;
  /** The key as it may be shown: its prefix and last four characters. */
  readonly masked: string | null;
  readonly source: KeySource;
  readonly baseURL: string;
  readonly baseURLSource: UrlSource;
  /** The saved login that the key is from, when it is. */
  readonly saved: SavedCredentials | null;
  /** The platform of a saved key that was left alone because calls go elsewhere. */
  readonly savedElsewhere: string | null;
}

/**
 * Finds the key and the platform, without any network: the key given, then `configure({ apiKey })`, then
 * WHILEAI_DELEGATED_CREDENTIAL, then WHILEAI_API_KEY, then the saved login. A saved key only goes to the origin that issued
 * it. Empty variables count as unset.
 *
 * @throws PlatformError for a URL that cannot be used, a key that no header can carry, and a saved login that is needed and
 * cannot be read.
 *
 * @example
 * const { source, masked, baseURL } = resolveCredential();
 */
export function resolveCredential(options: CredentialOptions = {}): Credential {
  const chosen = chosenUrl(options.baseURL);
  const direct = directKey(options.apiKey);
  if (direct !== undefined) {
    checkKey(direct.key, direct.source);
    return {
      key: () => direct.key,
      masked: maskedKey(direct.key),
      source: direct.source,
      ...(chosen ?? { baseURL: DEFAULT_API_URL, baseURLSource: "default" }),
      saved: null,
      savedElsewhere: null,
    };
  }
  const saved = readCredentials(credentialsPath());
  if (saved !== null && (chosen === undefined || sameOrigin(chosen.baseURL, saved.apiUrl))) {
    checkKey(saved.key(), "file");
    return {
      key: saved.key,
      masked: maskedKey(saved.key()),
      source: "file",
      ...(chosen ?? { baseURL: saved.apiUrl, baseURLSource: "file" }),
      saved,
      savedElsewhere: null,
    };
  }
  return {
    key: () => null,
    masked: null,
    source: "none",
    ...(chosen ?? { baseURL: DEFAULT_API_URL, baseURLSource: "default" }),
    saved: null,
    savedElsewhere: saved?.apiUrl ?? null,
  };
}

/** A key as it may be shown: `zp_…cdef`. Short ones show their prefix only. */
export function maskedKey(key: string): string {
  const prefix = /^[A-Za-z]{1,6}_(?:dc_)?/.exec(key)?.[0] ?? "";
  return key.length >= prefix.length + 12 ? `${prefix}…${key.slice(-4)}` : `${prefix}…`;
}

function chosenUrl(given: string | undefined): { baseURL: string; baseURLSource: UrlSource } | undefined {
  if (given !== undefined) return { baseURL: platformUrl(given, "baseURL"), baseURLSource: "given" };
  const variable = environment("WHILEAI_API_URL");
  if (variable === undefined) return undefined;
  return { baseURL: platformUrl(variable, "WHILEAI_API_URL"), baseURLSource: "WHILEAI_API_URL" };
}

function directKey(given: string | undefined): { key: string; source: KeySource } | undefined {
  const places: [KeySource, string | undefined][] = [
    ["given", given?.trim() || undefined],
    ["configure", settingsApiKey()],
    ["WHILEAI_DELEGATED_CREDENTIAL", environment("WHILEAI_DELEGATED_CREDENTIAL")],
    ["WHILEAI_API_KEY", environment("WHILEAI_API_KEY")],
  ];
  for (const [source, key] of places) if (key !== undefined) return { key, source };
  return undefined;
}

/** A header cannot carry such a key, and the complaint of `fetch` would print it. */
function checkKey(key: string, source: KeySource): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw new PlatformError(
    {
      message: `The key of the While account (${source}) holds a space, a line break or a character outside ASCII.`,
      fix: "Copy the key again, or run `whileai login`.",
    },
    "key_invalid",
  );
}

const sameOrigin = (left: string, right: string): boolean => new URL(left).origin === new URL(right).origin;
