import type { ToolSchema } from "@whileai/core";

/** What rows carry along from one step to the next. */
export interface RowsContext {
  readonly systemPrompt?: string | undefined;
  readonly tools?: readonly ToolSchema[] | undefined;
  readonly mode?: string | undefined;
  readonly seed?: number | undefined;
}
