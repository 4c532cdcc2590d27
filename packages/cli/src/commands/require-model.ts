import { OptionError } from "@whileai/core";
import { settings } from "@whileai/core/settings";
import { platformStatus } from "@whileai/platform-client";

/**
 * Refuses a command that no model could play: none given, none configured, and no account key for the hosted one.
 *
 * @throws OptionError that names the options of this command, where the library's error names calls.
 */
export function requireModel(role: "agent" | "judge", fix: string): void {
  if (settings[role] !== null || settings.hasApiKey || platformStatus().key !== null) return;
  throw new OptionError({
    option: role,
    message: `No ${role} is given or configured, and there is no account key for the hosted one.`,
    fix,
  });
}
