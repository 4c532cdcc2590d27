import type { Json, JsonObject } from "../json/json.js";
import type { Content } from "../row/content.js";
import type { Step } from "../row/row.js";
import type { AnyTool, Tool } from "./tool-types.js";

/** A call of one tool. Arguments are what the agent wrote, so a rejected call may not hold to the type. */
export interface ToolStep<Name extends string = string, Input = JsonObject, Output = Json> extends Step {
  tool: Name;
  arguments: JsonObject & Input;
  result: ToolResult<Output>;
}

/** What a call gave: the tool's answer, or the status of a call that failed. */
export type ToolResult<Output> = unknown extends Output ? Json : (Output & Json) | FailedResult;

/** The answer of a call that failed, by plan or by mistake. */
export interface FailedResult extends JsonObject {
  status: string;
}

/** A turn of the agent without a call. */
export interface TextStep extends Step {
  tool?: never;
  text: string;
}

/** A turn of the user after the first. */
export interface UserStep extends Step {
  tool?: never;
  user: Content;
}

/**
 * The steps that rollouts over these tools can hold, told apart by `tool`. Tools given as raw schemas leave it open.
 *
 * @example
 * type S = StepOf<[typeof getOrder, typeof issueRefund]>;
 */
export type StepOf<Tools extends readonly AnyTool[]> = number extends Tools["length"]
  ? OpenOr<Tools[number]>
  : Tools["length"] extends 0
    ? Step
    : OpenOr<Tools[number]>;

// biome-ignore lint/suspicious/noExplicitAny: an input is both read and written, so only any matches every tool.
type OpenOr<One extends AnyTool> = [One] extends [Tool<infer Name, any, any>]
  ? string extends Name
    ? Step
    : CallOf<One> | TextStep | UserStep
  : Step;

type CallOf<One extends AnyTool> =
  One extends Tool<infer Name, infer Input, infer Output> ? ToolStep<Name, Input, Output> : never;
