import type { JsonObject } from "../json/json.js";

/** A tool as models and worlds see it: a name, a description and a JSON Schema of its arguments. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; an object schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** JSON Schema of what the tool answers, when it says so. */
  readonly output?: Readonly<Record<string, unknown>>;
}

/** What a tool body is told about the call. */
export interface ToolContext {
  readonly signal: AbortSignal;
  readonly rolloutIndex: number;
  readonly prompt: string;
}

/** Answers a tool call for real: `(name, arguments, context) => result`. Made from tools by `Tool.dispatch`. */
export type Execute = (tool: string, args: JsonObject, context: ToolContext) => unknown;

/** A tool made by `tool()`: its schema, and its body when it has one. */
export interface Tool<Name extends string = string, Input = unknown, Output = unknown> extends ToolSchema {
  readonly name: Name;
  /** Checks arguments against the tool's own schema; absent for tools that are only a JSON Schema. */
  readonly validate?: (args: unknown) => Promise<ToolInputCheck<Input>>;
  /** The real body. Runs only through `execute: Tool.dispatch(tools)`. */
  readonly execute?: (input: Input, context: ToolContext) => Output | Promise<Output>;
  /** The OpenAI envelope, which is also what `JSON.stringify` gives. */
  toJSON(): { type: "function"; function: { name: string; description: string; parameters: Record<string, unknown> } };
}

export type ToolInputCheck<Input> =
  | { readonly ok: true; readonly value: Input }
  | { readonly ok: false; readonly issues: readonly { readonly path: string; readonly message: string }[] };

/** A tool as other libraries write it: OpenAI's envelope or bare function, or Anthropic's `input_schema`. */
export interface RawToolSchema {
  readonly type?: string;
  readonly function?: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: Record<string, unknown>;
  };
  readonly name?: string;
  readonly description?: string;
  readonly parameters?: Record<string, unknown>;
  readonly input_schema?: Record<string, unknown>;
  readonly [key: string]: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds tools of many input types, and inputs are contravariant.
export type AnyTool = Tool<string, any, any> | ToolSchema | RawToolSchema;
