import { RECORD_PLACE, RECORD_RULE } from "../judge/prompts/record-rule.js";
import { PRINCIPLES_INTRO, PRINCIPLES_OUTPUT_RULE, PRINCIPLES_REPEAT_RULE } from "./prompts/principles-rule.js";
import type { Trait } from "./trait.js";

const withCount = (rule: string, traits: readonly Trait[]): string => rule.replaceAll("{count}", String(traits.length));

/** The system prompt that asks about principles, and what is said after an answer that could not be read. */
export function principlesPrompt(traits: readonly Trait[]): { readonly prompt: string; readonly repeatRule: string } {
  const listed = traits.map(
    ({ name, principle }, index) => `${index + 1}. ${name === "" ? "" : `${name.trim()}: `}${principle.trim()}`,
  );
  return {
    prompt: [
      PRINCIPLES_INTRO.replace("{principles}", () => listed.join("\n")),
      RECORD_RULE.replace("{place}", () => RECORD_PLACE),
      withCount(PRINCIPLES_OUTPUT_RULE, traits),
    ].join("\n\n"),
    repeatRule: withCount(PRINCIPLES_REPEAT_RULE, traits),
  };
}
