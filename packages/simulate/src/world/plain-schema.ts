import { isRecord } from "@whileai/core";

type Check = (value: unknown) => boolean;

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const isAnything: Check = () => true;

/** What the values of everyday keywords must be for a schema to be valid. */
const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["type", (value) => TYPES.has(value)],
  ["title", isText],
  ["description", isText],
  ["format", isText],
  ["default", isAnything],
  ["const", isAnything],
  ["enum", Array.isArray],
  ["examples", Array.isArray],
  ["minimum", isNumber],
  ["maximum", isNumber],
  ["exclusiveMinimum", isNumber],
  ["exclusiveMaximum", isNumber],
  ["minLength", isCount],
  ["maxLength", isCount],
  ["minItems", isCount],
  ["maxItems", isCount],
  ["items", isPlainSchema],
  ["additionalProperties", isPlainSchema],
  ["properties", (value) => isRecord(value) && Object.values(value).every(isPlainSchema)],
  ["required", (value) => Array.isArray(value) && value.every(isText) && isDistinct(value)],
]);

/**
 * Whether a schema is valid beyond doubt: it holds nothing but everyday keywords with values as they must be. Schemas of most
 * tools are, and need not be held against the schema of schemas, which takes longer to compile than all of a small tool list.
 */
export function isPlainSchema(schema: unknown): boolean {
  if (typeof schema === "boolean") return true;
  return isRecord(schema) && Object.entries(schema).every(([name, value]) => KEYWORDS.get(name)?.(value) === true);
}
