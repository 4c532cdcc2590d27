import { clipText, jsonText, OptionError, plainJson, toNumber } from "@whileai/core";
import { atPath } from "./at-path.js";
import { jsonType, readJson, sameJson } from "./json-values.js";
import { jsonRule, makeVerifier, type Verifier, type VerifierOptions } from "./verifier.js";

/** Options of {@link JSONField}. */
export interface JSONFieldOptions extends VerifierOptions {
  /** What the field must be; the row's reference unless given. */
  readonly equals?: unknown;
}

/** Longest value that a reason quotes. */
const VALUE_CHARS = 80;

const shown = (value: unknown): string => clipText(jsonText(value), VALUE_CHARS);

const fold = (text: string): string => text.normalize("NFC").trim().toLowerCase();

/** Equal as JSON values. Texts are compared without case; a reference given as text also stands for its number or word. */
function matchesField(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "string" || typeof value === "object") return sameJson(value, wanted);
  if (typeof value === "number") return toNumber(wanted) === value;
  return fold(String(value)) === fold(wanted);
}

/**
 * Passes when the reply's JSON has a field, by dotted path (digits index arrays), and the field equals `equals` or else
 * the row's reference. With neither, a field that is there passes, null included. Numbers compare as numbers.
 *
 * Throws an OptionError for an empty path.
 *
 * @example
 * verify.JSONField("order.id")({ final_text: '{"order": {"id": "A1"}}', answer: "a1" }); // reward 1
 */
export function JSONField(path: string, options: JSONFieldOptions = {}): Verifier {
  if (typeof path !== "string" || path === "")
    throw new OptionError({
      option: "path",
      received: path,
      message: "verify.JSONField: the path must be a text that is not empty.",
      fix: 'Name a field, as in verify.JSONField("order.id").',
    });
  const isGiven = options.equals !== undefined;
  const equals = plainJson(options.equals);
  return makeVerifier({
    type: "JSONField",
    options,
    rules: { equals: jsonRule },
    settings: path,
    gold: isGiven ? "none" : "optional",
    check({ candidate, gold }) {
      const read = readJson(candidate);
      if (!read.found) return { score: 0, reason: "no JSON in the reply" };
      const field = atPath(read.value, path);
      if (!field.found) return { score: 0, reason: `no field ${path}` };
      const wanted = isGiven ? { value: equals } : gold;
      if (wanted === undefined) return { score: 1, reason: `field ${path} is there (${jsonType(field.value)})` };
      const equal = matchesField(field.value, wanted.value);
      const said = `field ${path} is ${shown(field.value)}`;
      return {
        score: equal,
        reason: said,
        openReason: equal ? undefined : `${said}, not ${shown(wanted.value)}`,
      };
    },
  });
}
