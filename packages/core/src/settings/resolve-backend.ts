import type { Backend } from "../backend/backend.js";
import { environment } from "../backends/wire/environment.js";
import { SettingsError } from "../errors/settings-error.js";
import { type BackendLike, hostedDefault, isHostedWord } from "./checked-layer.js";
import { type Role, type SettingsLayer, settingsLayers } from "./process-state.js";
import { roleBackend } from "./role-backend.js";

/** The variable that sets a role. */
export const ROLE_VARIABLES: Readonly<Record<Role, string>> = {
  agent: "WHILEAI_AGENT",
  judge: "WHILEAI_JUDGE",
  simulator: "WHILEAI_SIMULATOR",
};

/** What plays a role: a backend, false for a simulator that is off, or null for the hosted default. */
export type RoleSetting = Backend | false | null;

/**
 * The backend of a role: the one given to the call, then the innermost `context`, then `configure`, then the variable
 * WHILEAI_AGENT, WHILEAI_JUDGE or WHILEAI_SIMULATOR, then the registered hosted default. The simulator may be false.
 *
 * @throws SettingsError when nothing is set and no default is registered; SpecError for a spec that cannot be read.
 *
 * @example
 * const judge = resolveBackend("judge", options.judge);
 */
export function resolveBackend(role: "agent" | "judge", given?: BackendLike | null): Backend;
export function resolveBackend(role: "simulator", given?: BackendLike | false | null): Backend | false;
export function resolveBackend(role: Role, given?: BackendLike | false | null): Backend | false {
  return backendFor(role, given, settingsLayers());
}

/** The same for settings that were captured earlier. */
export function backendFor(
  role: Role,
  given: BackendLike | false | null | undefined,
  layers: readonly SettingsLayer[],
): Backend | false {
  const setting = given === undefined || given === null ? roleSetting(role, layers) : givenSetting(role, given);
  if (setting !== null) return setting;
  const hosted = hostedDefault(role);
  if (hosted !== undefined) return hosted;
  throw new SettingsError({
    message: `No model is set for the ${role}.`,
    fix:
      `Call configure({ ${role}: OpenAI("gpt-4.1-mini") }), give a spec string such as "openai:gpt-4.1-mini", ` +
      `"anthropic:claude-haiku-4-5", "vllm:<model>@<url>" or "ollama:<model>", or set ${ROLE_VARIABLES[role]}; ` +
      "with simulator: false situations are written without a model.",
  });
}

/** What is set for a role by contexts, `configure` or its variable; null when nothing is. */
export function roleSetting(role: Role, layers: readonly SettingsLayer[]): RoleSetting {
  for (const layer of layers) {
    const value = layer[role];
    if (value !== undefined) return value;
  }
  const text = environment(ROLE_VARIABLES[role]);
  if (text === undefined || isHostedWord(text)) return null;
  if (role === "simulator" && text === "false") return false;
  try {
    return roleBackend(role, text);
  } catch (error) {
    throw new SettingsError({
      message: `The variable ${ROLE_VARIABLES[role]} cannot be used: ${(error as Error).message}`,
      fix: "",
      cause: error,
    });
  }
}

function givenSetting(role: Role, given: BackendLike | false): RoleSetting {
  if (given === false) {
    if (role === "simulator") return false;
    throw new SettingsError({
      message: `The ${role} cannot be switched off.`,
      fix: `Give a backend or a spec string.`,
    });
  }
  return typeof given === "string" && isHostedWord(given) ? null : roleBackend(role, given);
}
