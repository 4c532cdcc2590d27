import { OptionError } from "@whileai/core";
import { settings } from "@whileai/core/settings";
import { platformStatus } from "@whileai/platform-client";

/** How a command is given a model, or something in its place. */
const FIXES = {
  agent: "Pass --agent seeded to try it offline, or a model such as --agent openai:gpt-4.1-mini.",
  judge: "Pass --verifier, --module with your own function, or --judge with a model and a --rubric.",
};

/**
 * Refuses a command that no model could play: none given, none configured, and no account key for the hosted one.
 *
 * @throws OptionError that names the options of this command, where the library's error names calls.
 */
export function requireModel(role: keyof typeof FIXES): void {
  if (settings[role] !== null || settings.hasApiKey || platformStatus().key !== null) return;
  throw new OptionError({
    option: role,
    message: `No ${role} is given or configured, and there is no account key for the hosted one.`,
    fix: FIXES[role],
  });
}
