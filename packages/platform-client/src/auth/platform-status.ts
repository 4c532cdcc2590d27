import { WhileaiError } from "@whileai/core";
import { modelsUrl } from "../hosted/models-url.js";
import { credentialsPath, readCredentials } from "./credentials-file.js";
import { type CredentialOptions, type KeySource, resolveCredential, type UrlSource } from "./resolve-credential.js";

/** What is known about the platform's settings without asking it. Holds no key. */
export interface PlatformStatus {
  readonly baseURL: string | null;
  readonly baseURLSource: UrlSource | null;
  readonly modelsURL: string | null;
  /** The key as it may be shown, or null when there is none. */
  readonly key: string | null;
  readonly keySource: KeySource;
  readonly credentialsPath: string;
  /** Permission bits of the saved login as octal text, or null when there is none. */
  readonly credentialsMode: string | null;
  /** The name and tier of the saved login, whether its key is used or not. */
  readonly name: string | null;
  readonly tier: string | null;
  /** What is wrong or worth knowing, in sentences. */
  readonly problems: readonly string[];
}

/**
 * The facts that `whileai status` shows: which platform, which key (masked) and where both come from. Uses no network and
 * does not throw for settings that are wrong; it names them in `problems`.
 *
 * @example
 * const { baseURL, keySource, problems } = platformStatus();
 */
export function platformStatus(options: CredentialOptions = {}): PlatformStatus {
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!WhileaiError.isInstance(error)) throw error;
      if (!problems.includes(error.message)) problems.push(error.message);
      return null;
    }
  };
  const path = credentialsPath();
  const saved = attempt(() => readCredentials(path));
  const credential = attempt(() => resolveCredential(options));
  const models = credential && attempt(() => modelsUrl(credential));
  if (saved !== null && process.platform !== "win32" && (Number.parseInt(saved.mode, 8) & 0o077) !== 0)
    problems.push(`Others on this machine can read ${path} (mode ${saved.mode}): run \`chmod 600 ${path}\`.`);
  if (credential?.savedElsewhere)
    problems.push(
      `The saved login belongs to ${credential.savedElsewhere} and is not sent to ${credential.baseURL}: run \`whileai login\` for that platform.`,
    );
  return {
    baseURL: credential?.baseURL ?? null,
    baseURLSource: credential?.baseURLSource ?? null,
    modelsURL: models,
    key: credential?.masked ?? null,
    keySource: credential?.source ?? "none",
    credentialsPath: path,
    credentialsMode: saved?.mode ?? null,
    name: saved?.name ?? null,
    tier: saved?.tier ?? null,
    problems,
  };
}
