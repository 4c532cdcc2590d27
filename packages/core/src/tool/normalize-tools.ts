import { ToolSchemaError } from "../errors/tool-schema-error.js";
import { isRecord } from "../json/json.js";
import { kindOf, normalizeSchema } from "./normalize-schema.js";
import type { AnyTool, ToolSchema } from "./tool-types.js";
import { readType } from "./type-spelling.js";

/** The schema of a tool that takes no arguments. */
const NO_ARGUMENTS = { type: "object", properties: {} };

/**
 * Tools in one form: name, description and a JSON Schema of the arguments. Takes tools made by `tool()`, OpenAI's
 * envelope or bare function, and Anthropic's `input_schema`, mixed as they come.
 *
 * Throws {@link ToolSchemaError}, with the path of the place, for what cannot be a tool: not a list, a string instead of a
 * tool, no name, two tools with one name, parameters that are no object schema, `required` naming an unknown property,
 * a type that cannot be read. Types in the spelling of other languages are translated (see {@link normalizeSchema}).
 *
 * @example
 * normalizeTools([{ name: "get_order", parameters: { type: "dict", properties: { id: { type: "str" } } } }]);
 */
export function normalizeTools(tools: readonly AnyTool[] | undefined): ToolSchema[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) {
    throw new ToolSchemaError({
      path: "tools",
      message: `\`tools\` must be an array, got ${kindOf(tools)}.`,
      fix: "Wrap the tool in an array: tools: [getOrder].",
    });
  }
  const seen = new Map<string, number>();
  // Holes of a sparse array are entries too.
  return Array.from(tools, (tool: unknown, index) => {
    const schema = normalizeTool(tool, `tools[${index}]`);
    const first = seen.get(schema.name);
    if (first !== undefined) {
      throw new ToolSchemaError({
        tool: schema.name,
        path: `tools[${index}].name`,
        message: `Two tools are called ${JSON.stringify(schema.name)}: tools[${first}] and tools[${index}].`,
        fix: "Give every tool a name of its own.",
      });
    }
    seen.set(schema.name, index);
    return schema;
  });
}

function normalizeTool(tool: unknown, path: string): ToolSchema {
  if (!isRecord(tool)) {
    throw new ToolSchemaError({
      path,
      message: `${path} must be a tool, got ${kindOf(tool)}.`,
      fix: "Make it with tool({ name, description, input }), or give its schema as an object.",
    });
  }
  const enveloped = isRecord(tool.function);
  const body = enveloped ? (tool.function as Record<string, unknown>) : tool;
  const at = enveloped ? `${path}.function` : path;
  const name = checkName(body.name, `${at}.name`);
  const key = body.parameters === undefined && body.input_schema !== undefined ? "input_schema" : "parameters";
  const parameters = normalizeParameters(body[key], `${at}.${key}`, name);
  const description = typeof body.description === "string" ? body.description : "";
  if (body.output === undefined) return { name, description, parameters };
  return { name, description, parameters, output: normalizeSchema(body.output, `${at}.output`, name) };
}

/** A tool name: any text that is not blank. Names that a vendor's API refuses are rewritten where it is called. */
export function checkName(name: unknown, path: string): string {
  if (typeof name === "string" && name.trim() !== "") return name;
  throw new ToolSchemaError({
    path,
    message: `\`${path}\` must be a name, got ${name === undefined ? "nothing" : kindOf(name)}.`,
    fix: "Give the tool a name, such as get_order.",
  });
}

/** The schema of a tool's arguments, checked to describe an object. */
export function normalizeParameters(given: unknown, path: string, name: string): Record<string, unknown> {
  if (given === undefined || given === null) return { ...NO_ARGUMENTS };
  const schema = normalizeSchema(isRecord(given) && isPropertyMap(given) ? wrapped(given) : given, path, name);
  if (schema.type === undefined) schema.type = "object";
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (!types.includes("object")) {
    throw new ToolSchemaError({
      tool: name,
      path: `${path}.type`,
      message: `Tool ${JSON.stringify(name)}: \`${path}\` must describe an object, got type ${JSON.stringify(schema.type)}.`,
      fix: 'Use { type: "object", properties: { … } }.',
    });
  }
  schema.type = "object";
  return schema;
}

/** Words that tell a schema from a bare map of properties. */
const SCHEMA_WORDS = ["type", "properties", "$ref", "anyOf", "oneOf", "allOf", "$schema", "additionalProperties"];

function isPropertyMap(given: Record<string, unknown>): boolean {
  const entries = Object.entries(given);
  if (entries.length === 0 || entries.some(([, value]) => !isRecord(value))) return false;
  return (
    !SCHEMA_WORDS.some((word) => word in given && !(word === "type" && isRecord(given.type))) &&
    entries.every(([, value]) => isRecord(value) && ("type" in value || "description" in value))
  );
}

// Some data sets write the properties alone; there an argument is required unless it says otherwise.
function wrapped(properties: Record<string, unknown>): Record<string, unknown> {
  const required = Object.entries(properties)
    .filter(([, value]) => isRecord(value) && !("default" in value) && value.required === undefined)
    .filter(([, value]) => !isOptional((value as Record<string, unknown>).type))
    .map(([name]) => name);
  return { type: "object", properties, required };
}

const isOptional = (type: unknown): boolean => typeof type === "string" && readType(type)?.optional === true;
