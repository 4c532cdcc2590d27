import { All } from "./all.js";
import { Any } from "./any.js";
import { AtLeast } from "./at-least.js";
import { CodeExec } from "./code-exec.js";
import { ExactMatch } from "./exact-match.js";
import { Includes } from "./includes.js";
import { JSONField } from "./json-field.js";
import { JSONSchema } from "./json-schema.js";
import { JSONValid } from "./json-valid.js";
import { MathEqual } from "./math-equal.js";
import { MultipleChoice } from "./multiple-choice.js";
import { Not } from "./not.js";
import { Numeric } from "./numeric.js";
import { Regex } from "./regex.js";
import { scoreFn } from "./score-fn.js";
import { SQLMatch } from "./sql-match.js";
import { ToolCalls } from "./tool-calls.js";
import { Weighted } from "./weighted.js";

/**
 * Rewards that are programs. Each is a factory; what it makes is a judge that can also be called on a row.
 *
 * @example
 * const { rows } = await grade(data, verify.All([verify.JSONValid(), verify.JSONField("order.id")]));
 */
export const verify = Object.freeze({
  ExactMatch,
  Includes,
  Regex,
  MultipleChoice,
  Numeric,
  MathEqual,
  JSONValid,
  JSONSchema,
  JSONField,
  ToolCalls,
  CodeExec,
  SQLMatch,
  scoreFn,
  All,
  Any,
  Not,
  AtLeast,
  Weighted,
});
