import { OptionError } from "@whileai/core";
import { settings } from "@whileai/core/settings";
import { platformStatus } from "@whileai/platform-client";

/** How a command is given a model, or something in its place. */
const FIXES = {
  agent: "Pass --agent seeded to try it offline, or a model such as --agent openai:gpt-4.1-mini.",
  judge:
    "Pass --judge with a verifier (verify:MathEqual), a function of your own (judge.mjs#name), or a model and its --rubric.",
};

/**
 * Refuses a command that no model could play: none given, none configured, and no account key for the hosted one.
 *
 * @param constitution - The file that the model was to judge by, where it was one.
 * @throws OptionError that names the options of this command, where the library's error names calls.
 */
export function requireModel(role: keyof typeof FIXES, constitution?: string): void {
  if (settings[role] !== null || settings.hasApiKey || platformStatus().key !== null) return;
  if (constitution !== undefined)
    throw new OptionError({
      option: "model",
      message: `No model is given or configured that judges by ${constitution}, and there is no account key for the hosted one.`,
      fix: "Pass --model, as in --model anthropic:claude-haiku-4-5.",
    });
  throw new OptionError({
    option: role,
    message: `No ${role} is given or configured, and there is no account key for the hosted one.`,
    fix: FIXES[role],
  });
}
