import { isRecord, setOwn, type ToolSchema, ToolSchemaError } from "@whileai/core";
import { isPlainSchema } from "./plain-schema.js";

/** One thing that is wrong with a call's arguments. */
interface ArgumentIssue {
  /** Dotted path inside the arguments; "" for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Checks a value against a JSON Schema; an empty list is fine. */
export type ValueCheck = (value: unknown) => ArgumentIssue[];

interface AjvError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Record<string, unknown>;
}
type AjvValidate = ((value: unknown) => boolean) & { errors?: readonly AjvError[] | null };
type Compile = (schema: object) => AjvValidate;
interface AjvCompiler {
  compile: Compile;
  removeSchema(schema: object): void;
}

let compiler: Promise<Compile> | undefined;
const compiled = new WeakMap<object, Promise<ValueCheck>>();
const ready = new WeakMap<object, ValueCheck>();

/**
 * The check of a JSON Schema (2020-12, and what draft 7 wrote otherwise: `definitions`, `dependencies`, lists under `items`),
 * compiled once per schema object. Formats that nobody knows are carried, not checked. Ajv is loaded on first use, so that
 * importing this package does not pay for it. Throws {@link ToolSchemaError} when the schema itself is broken.
 */
export function valueCheck(schema: Readonly<Record<string, unknown>>, tool: string, path: string): Promise<ValueCheck> {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = compile(schema, tool, path);
    check.then(
      (done) => ready.set(schema, done),
      () => compiled.delete(schema),
    );
    compiled.set(schema, check);
  }
  return check;
}

/** The check of a schema that is compiled already, or undefined: most calls need not wait for it. */
export function readyCheck(schema: Readonly<Record<string, unknown>>): ValueCheck | undefined {
  return ready.get(schema);
}

/** Compiles every schema of a tool list, so that a broken one is found before anything runs. */
export async function prepareChecks(tools: readonly ToolSchema[]): Promise<void> {
  for (const tool of tools) {
    await valueCheck(tool.parameters, tool.name, "parameters");
    if (tool.output) await valueCheck(tool.output, tool.name, "output");
  }
}

async function compile(schema: Readonly<Record<string, unknown>>, tool: string, path: string): Promise<ValueCheck> {
  compiler ??= loadCompiler();
  const build = await compiler;
  let validate: AjvValidate;
  try {
    validate = build(compilable(schema));
  } catch (cause) {
    throw new ToolSchemaError({
      tool,
      path,
      message: `Tool ${JSON.stringify(tool)}: \`${path}\` is not a usable JSON Schema (${(cause as Error).message}).`,
      fix: "Correct the schema; calls are checked against it.",
      cause,
    });
  }
  return (value) => (validate(value) ? [] : issuesOf(validate.errors ?? []));
}

async function loadCompiler(): Promise<Compile> {
  const [ajvModule, formatsModule] = await Promise.all([import("ajv/dist/2020.js"), import("ajv-formats")]);
  const Ajv = interop<new (options: object) => AjvCompiler>(ajvModule);
  const addFormats = interop<(ajv: object) => void>(formatsModule);
  const compilers = new Map<boolean, AjvCompiler>();
  const compilerOf = (validateSchema: boolean): AjvCompiler => {
    let ajv = compilers.get(validateSchema);
    if (ajv === undefined) {
      // Tool schemas come from everywhere: unknown keywords and formats are carried, not refused.
      ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: true, validateSchema });
      addFormats(ajv);
      compilers.set(validateSchema, ajv);
    }
    return ajv;
  };
  return (schema) => {
    const ajv = compilerOf(!isPlainSchema(schema));
    try {
      return ajv.compile(schema);
    } finally {
      // Ajv would keep every schema for good, and refuse a second one of the same `$id`.
      ajv.removeSchema(schema);
    }
  };
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(["const", "enum", "default", "examples", "example"]);
/** Keywords that map names of any spelling to schemas. */
const MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);

// One compiler for all drafts: which draft a schema names is of no matter to it, lists under `items` are `prefixItems` there,
// and draft 4 spelled `$id` without the sign.
function compilable(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { $schema: _, id, items, additionalItems, ...rest } = schema;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    setOwn(result, key, DATA.has(key) ? value : MAPS.has(key) && isRecord(value) ? mapped(value) : nested(value));
  }
  if (typeof id === "string" && result.$id === undefined) result.$id = id;
  if (Array.isArray(items) && result.prefixItems === undefined) {
    result.prefixItems = nested(items);
    if (additionalItems !== undefined) result.items = nested(additionalItems);
  } else if (items !== undefined) result.items = nested(items);
  return result;
}

const nested = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(nested) : isRecord(value) ? compilable(value) : value;

function mapped(value: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(value)) setOwn(result, name, nested(schema));
  return result;
}

// Both modules are CommonJS with a `default`; how deep it sits depends on who loads them.
function interop<T>(module: unknown): T {
  let value = module as { default?: unknown };
  while (typeof value !== "function" && value.default !== undefined) value = value.default as { default?: unknown };
  return value as T;
}

function issuesOf(errors: readonly AjvError[]): ArgumentIssue[] {
  const issues = errors.map((error) => {
    const at = error.instancePath.split("/").slice(1).map(unescapePointer);
    const named = error.params.missingProperty ?? error.params.additionalProperty;
    const message =
      error.params.missingProperty !== undefined
        ? "is required"
        : error.params.additionalProperty !== undefined
          ? "is not a known argument"
          : error.params.allowedValues !== undefined
            ? `must be one of ${(error.params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(", ")}`
            : (error.message ?? "is not valid");
    return { path: (named === undefined ? at : [...at, String(named)]).join("."), message };
  });
  return [...new Map(issues.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
}

const unescapePointer = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");
