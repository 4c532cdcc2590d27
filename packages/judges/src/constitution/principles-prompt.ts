import { RECORD_PLACE, RECORD_RULE } from "../judge/prompts/record-rule.js";
import { PRINCIPLES_INTRO, PRINCIPLES_OUTPUT_RULE } from "./prompts/principles-rule.js";
import type { Trait } from "./trait.js";

/** The system prompt that asks about principles. */
export function principlesPrompt(traits: readonly Trait[]): string {
  const listed = traits.map(
    ({ name, principle }, index) => `${index + 1}. ${name === "" ? "" : `${name.trim()}: `}${principle.trim()}`,
  );
  return [
    PRINCIPLES_INTRO.replace("{principles}", () => listed.join("\n")),
    RECORD_RULE.replace("{place}", () => RECORD_PLACE),
    PRINCIPLES_OUTPUT_RULE.replace("{count}", String(traits.length)),
  ].join("\n\n");
}
