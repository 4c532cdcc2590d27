import { type ToolSchema, ToolSchemaError } from "@whileai/core";

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

let compiler: Promise<Compile> | undefined;
const compiled = new WeakMap<object, Promise<ValueCheck>>();

/**
 * The check of a JSON Schema (2020-12, with formats), compiled once per schema object. Ajv is loaded on first use, so that
 * importing this package does not pay for it. Throws {@link ToolSchemaError} when the schema itself is broken.
 */
export function valueCheck(schema: Readonly<Record<string, unknown>>, tool: string, path: string): Promise<ValueCheck> {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = compile(schema, tool, path);
    check.catch(() => compiled.delete(schema));
    compiled.set(schema, check);
  }
  return check;
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
    const { $schema: _, $id: __, ...body } = schema;
    validate = build(body);
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
  const Ajv = interop<new (options: object) => { compile: Compile }>(ajvModule);
  const addFormats = interop<(ajv: object) => void>(formatsModule);
  // Tool schemas come from everywhere: unknown keywords and formats are carried, not refused.
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: true });
  addFormats(ajv);
  return (schema) => ajv.compile(schema);
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
