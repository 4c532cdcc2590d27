import { checkOptions, type OptionRules, optionRule } from "@whileai/core";
import { STYLE_FAMILIES, STYLE_PHRASES, type StylePhrases } from "./style-phrases.js";

/** Options of `styleMarkers` and `styleReport`. */
export interface StyleOptions {
  /** Phrase lists of your own; each takes the place of ours for its family. An empty one turns the family off: its marker is null. */
  phrases?: Partial<StylePhrases> | undefined;
}

/** Checks the options of a call and gives the phrase lists to use. */
export function stylePhrases(call: string, options: StyleOptions): StylePhrases {
  const phrases: OptionRules = Object.fromEntries(
    STYLE_FAMILIES.map((family) => [family, optionRule.listOf(optionRule.notBlank)]),
  );
  checkOptions(call, options, { phrases });
  const given = Object.entries(options.phrases ?? {}).filter(([, list]) => list !== undefined);
  return { ...STYLE_PHRASES, ...Object.fromEntries(given) };
}
