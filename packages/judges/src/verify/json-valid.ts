import { optionRule } from "@whileai/core";
import { jsonType, readJson } from "./json-values.js";
import { makeVerifier, type Verifier, type VerifierOptions } from "./verifier.js";

/** JSON types by their schema names. */
const JSON_TYPES = ["object", "array", "string", "number", "boolean", "null"] as const;

/** Options of {@link JSONValid}. */
export interface JSONValidOptions extends VerifierOptions {
  /** The type the value must have; any unless given. */
  readonly topType?: (typeof JSON_TYPES)[number] | undefined;
}

/**
 * Passes when the reply is JSON, or holds it in a fence or in prose (the last one counts). `null` is JSON.
 *
 * @example
 * verify.JSONValid({ topType: "object" })({ final_text: '{"a": 1}' }); // reward 1
 */
export function JSONValid(options: JSONValidOptions = {}): Verifier {
  return makeVerifier({
    type: "JSONValid",
    options,
    rules: { topType: optionRule.oneOf(JSON_TYPES) },
    gold: "none",
    check({ candidate }) {
      const read = readJson(candidate);
      if (!read.found) return { score: 0, reason: "no JSON in the reply" };
      const type = jsonType(read.value);
      return { score: options.topType === undefined || options.topType === type, reason: `JSON of type ${type}` };
    },
  });
}
