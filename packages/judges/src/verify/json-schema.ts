import {
  canonicalJson,
  describeError,
  isRecord,
  isStandardSchema,
  JudgeError,
  OptionError,
  optionRule,
  type StandardSchema,
} from "@whileai/core";
import { linearPattern } from "../pattern/linear-pattern.js";
import { readJson } from "./json-values.js";
import { makeVerifier, type Outcome, type Verifier, type VerifierOptions } from "./verifier.js";

/** Options of {@link JSONSchema}. */
export interface JSONSchemaOptions extends VerifierOptions {
  /** Check `format` too (date, email, uri, …); false unless given, as the specification has it. */
  readonly formats?: boolean | undefined;
}

/** Decimals to which `multipleOf` is checked, so that 4.35 is a multiple of 0.01. */
const MULTIPLE_OF_DIGITS = 9;
/** Complaints that a reason lists. */
const SHOWN_ERRORS = 3;
const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

type Validate = (value: unknown) => Outcome;

/**
 * Passes when the JSON in the reply fits a JSON Schema: draft 2020-12, or the 2019-09, 7 or 6 that its `$schema`
 * names. The JSON is the whole reply, else its last fence, else the last complete object or array in the prose.
 *
 * A Zod schema, or another that can describe itself as JSON Schema, is checked by what it takes (its input).
 *
 * Patterns in the schema are matched in linear time and cannot hang; what cannot be (lookaround, backreferences) is
 * refused. Nothing is ever fetched: a `$ref` must be local. Ajv is loaded on first use.
 *
 * Throws an OptionError for a schema that is not plain JSON or has an unknown type, a remote `$ref`, `$async` or a broken
 * pattern; what only the full compilation finds (an unknown format, when formats are checked) is a JudgeError from `prepare()`, which `grade` calls before the first row.
 *
 * @example
 * await verify.JSONSchema({ type: "object", required: ["id"] })({ final_text: '{"id": 1}' }); // reward 1
 */
export function JSONSchema(
  schema: Readonly<Record<string, unknown>> | boolean | StandardSchema,
  options: JSONSchemaOptions = {},
): Verifier {
  const copy = jsonCopy(isStandardSchema(schema) ? selfDescription(schema) : schema);
  inspectSchema(copy, "#");
  let compiled: Promise<Validate> | undefined;
  const compile = (): Promise<Validate> => {
    compiled ??= compileSchema(copy, options.formats ?? false);
    return compiled;
  };
  return makeVerifier({
    type: "JSONSchema",
    options,
    rules: { formats: optionRule.flag },
    settings: copy,
    gold: "none",
    prepare: async () => void (await compile()),
    async check({ candidate }) {
      const validate = await compile();
      const read = readJson(candidate);
      return read.found ? validate(read.value) : { score: 0, reason: "no JSON in the reply" };
    },
  });
}

/** What a Zod schema, or another that validates, says that it takes. As plain JSON it would be an object that takes nearly anything. */
function selfDescription(schema: StandardSchema): unknown {
  const { jsonSchema, vendor } = schema["~standard"];
  try {
    if (typeof jsonSchema?.input === "function") return jsonSchema.input({ target: "draft-2020-12" });
  } catch (error) {
    throw schemaError(
      `the ${vendor} schema has no JSON Schema (${describeError(error)})`,
      "Use types that JSON can hold, such as a string for a date.",
    );
  }
  throw schemaError(`the ${vendor} schema cannot describe itself`, "Give its JSON Schema.");
}

/** The schema as plain JSON, whatever its giver changes later. */
function jsonCopy(schema: unknown): Record<string, unknown> | boolean {
  if (typeof schema !== "boolean" && !isRecord(schema))
    throw schemaError("the schema must be an object, true or false", "Give a JSON Schema.");
  try {
    return JSON.parse(JSON.stringify(structuredClone(schema))) as Record<string, unknown> | boolean;
  } catch (error) {
    throw schemaError(
      `the schema is not plain JSON (${describeError(error)})`,
      "Give the JSON Schema itself; of a zod schema that is z.toJSONSchema(schema).",
    );
  }
}

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS = new Set(["const", "enum", "default", "examples"]);
/** Keywords whose values are schemas under names of the schema's author. */
const NAMED_SCHEMAS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

function inspectSchema(schema: unknown, path: string): void {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) inspectSchema(item, `${path}/${index}`);
    return;
  }
  if (!isRecord(schema)) return;
  inspectKeywords(schema, path);
  for (const [key, value] of Object.entries(schema)) {
    if (NAMED_SCHEMAS.has(key) && isRecord(value)) {
      for (const [name, named] of Object.entries(value)) inspectSchema(named, `${path}/${key}/${name}`);
    } else if (!DATA_KEYWORDS.has(key)) inspectSchema(value, `${path}/${key}`);
  }
}

function inspectKeywords(schema: Record<string, unknown>, path: string): void {
  const { type, $ref, $async, properties, pattern, patternProperties } = schema;
  const unknown = (Array.isArray(type) ? type : [type]).find(
    (name) => name !== undefined && !TYPES.includes(name as string),
  );
  if (unknown !== undefined)
    throw schemaError(
      `${path}/type is ${JSON.stringify(unknown)}, which is no JSON type`,
      `Use one of ${TYPES.join(", ")}.`,
    );
  if (typeof $ref === "string" && /^[a-z][a-z0-9+.-]*:\/\//i.test($ref))
    throw schemaError(
      `${path}/$ref points to ${$ref}, and nothing is ever fetched`,
      "Put the schema under $defs and refer to it as #/$defs/name.",
    );
  // Ajv would answer with a promise, which is no verdict, and skips a property of this name.
  if ($async !== undefined)
    throw schemaError(`${path}/$async is no JSON Schema keyword and cannot be checked`, "Leave it out.");
  if (isRecord(properties) && Object.hasOwn(properties, "__proto__"))
    throw schemaError(`${path}/properties/__proto__ cannot be checked`, "Check that field in a function of your own.");
  if (typeof pattern === "string") linearPattern(pattern, "u");
  if (isRecord(patternProperties)) for (const source of Object.keys(patternProperties)) linearPattern(source, "u");
}

const schemaError = (what: string, fix: string): OptionError =>
  new OptionError({ option: "schema", message: `verify.JSONSchema: ${what}.`, fix });

const DRAFT_7 = "http://json-schema.org/draft-07/schema#";

/** Drafts 6 and 7 are still what many generators write. All of 6 is in 7, and Ajv knows 7 by name alone. */
const withKnownDialect = (schema: Record<string, unknown> | boolean): Record<string, unknown> | boolean =>
  isRecord(schema) && /draft-06/.test(String(schema.$schema)) ? { ...schema, $schema: DRAFT_7 } : schema;

/** The validator of the dialect that a schema names. */
async function dialect(schema: Record<string, unknown> | boolean) {
  const named = typeof schema === "boolean" ? undefined : schema.$schema;
  if (typeof named === "string" && /draft-07/.test(named)) return (await import("ajv")).Ajv;
  if (typeof named === "string" && named.includes("2019-09")) return (await import("ajv/dist/2019.js")).Ajv2019;
  return (await import("ajv/dist/2020.js")).Ajv2020;
}

/** The formats that a schema asks for. */
function namedFormats(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namedFormats);
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === "format" && typeof value === "string") return [value];
    if (NAMED_SCHEMAS.has(key) && isRecord(value)) return Object.values(value).flatMap(namedFormats);
    return DATA_KEYWORDS.has(key) ? [] : namedFormats(value);
  });
}

async function compileSchema(given: Record<string, unknown> | boolean, formats: boolean): Promise<Validate> {
  const schema = withKnownDialect(given);
  const ajv = new (await dialect(schema))({
    strict: false,
    allErrors: false,
    // A field that every JavaScript object inherits (`constructor`) is not in the reply.
    ownProperties: true,
    validateFormats: formats,
    multipleOfPrecision: MULTIPLE_OF_DIGITS,
    logger: false,
    code: {
      regExp: Object.assign((source: string, flags: string) => linearPattern(source, flags) as unknown as RegExp, {
        code: "",
      }),
    },
  });
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must NOT have duplicate items" },
    // Ajv compares every item with every other one.
    validate: (isAsked: boolean, items: readonly unknown[]) =>
      !isAsked || new Set(items.map(canonicalJson)).size === items.length,
  });
  if (formats) {
    const { default: addFormats } = await import("ajv-formats");
    addFormats.default(ajv);
    const unknown = namedFormats(schema).find((name) => !Object.hasOwn(ajv.formats, name));
    if (unknown !== undefined)
      throw new JudgeError({
        message: `verify.JSONSchema: the format ${JSON.stringify(unknown)} is not known, so it would never fail.`,
        fix: `Use one of ${Object.keys(ajv.formats).join(", ")}, or leave \`formats\` off.`,
      });
  }
  try {
    const validate = ajv.compile(schema);
    return (value) => {
      if (validate(value)) return { score: 1, reason: "fits the schema" };
      const errors = (validate.errors ?? []).slice(0, SHOWN_ERRORS);
      return {
        score: 0,
        reason: errors.map((error) => `${error.instancePath || "value"} ${error.message ?? "does not fit"}`).join("; "),
      };
    };
  } catch (error) {
    throw new JudgeError({
      message: `verify.JSONSchema: the schema does not compile: ${error instanceof Error ? error.message : String(error)}.`,
      fix: "Correct the schema; without `$schema` it is read as draft 2020-12.",
      cause: error,
    });
  }
}
