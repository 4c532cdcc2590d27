import { type Backend, isBackend } from "../backend/backend.js";
import type { Spec } from "../backends/parse-spec.js";
import { SettingsError } from "../errors/settings-error.js";
import { isRecord } from "../json/json.js";
import { checkOptions, type OptionRule, optionRule } from "../options/check-options.js";
import { processState, ROLES, type Role, type SettingsLayer } from "./process-state.js";
import { roleBackend } from "./role-backend.js";

/**
 * A model for a role: a backend, a spec string such as "openai:gpt-4.1-mini", or a word for the hosted default. A text that
 * is only known at run time is given `as Spec`; it is read and refused then.
 */
export type BackendLike = Backend | Spec | "hosted" | "default";

/** Settings as they are given. A role that is left out stays as it is; null puts it back to its default. */
export interface SettingsInput {
  /** The model under test. */
  readonly agent?: BackendLike | null | undefined;
  /** The model that grades. */
  readonly judge?: BackendLike | null | undefined;
  /** The model that writes situations; false writes them from templates, without a model. */
  readonly simulator?: BackendLike | false | null | undefined;
  /** The key of the While account. */
  readonly apiKey?: string | null | undefined;
}

const model: OptionRule = (value) =>
  value === null || typeof value === "string" || isBackend(value) ? undefined : "a backend, a spec string or null";

const RULES = {
  agent: model,
  judge: model,
  simulator: optionRule.either(model, optionRule.oneOf([false])),
  apiKey: optionRule.any,
};

const isAccountKey = (value: unknown): boolean => value === null || (typeof value === "string" && value.trim() !== "");

/** The values that name the hosted default in words. */
const HOSTED_WORDS: readonly unknown[] = ["hosted", "default"];

/** Checks every setting before any is used; spec strings become backends. */
export function checkedLayer(call: string, input: SettingsInput): SettingsLayer {
  if (!isRecord(input)) checkOptions(call, input, RULES);
  // The key is checked apart: a refused value is quoted in the error, and a key must not be.
  const { apiKey, ...rest } = input ?? {};
  checkOptions(call, rest, RULES);
  if (apiKey !== undefined && !isAccountKey(apiKey))
    throw new SettingsError({
      message: `${call}: \`apiKey\` must be a key or null.`,
      fix: "Give the key of your While account, or leave it out.",
    });
  const layer: { -readonly [Field in keyof SettingsLayer]: SettingsLayer[Field] } = {};
  for (const role of ROLES) {
    const value = input?.[role];
    if (value === undefined) continue;
    if (value === null || HOSTED_WORDS.includes(value)) layer[role] = null;
    else if (value === false) layer.simulator = false;
    else layer[role] = roleBackend(role, value);
  }
  if (typeof apiKey === "string") {
    const key = apiKey.trim();
    layer.apiKey = () => key;
  } else if (apiKey === null) layer.apiKey = null;
  return layer;
}

/** The hosted default of a role, when a package that has one is loaded. */
export function hostedDefault(role: Role): Backend | undefined {
  return processState().defaults?.hosted(role);
}

/** True for the words that mean the hosted default. */
export function isHostedWord(text: string): boolean {
  return HOSTED_WORDS.includes(text);
}
