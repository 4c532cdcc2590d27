import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** A tool's schema cannot be used; `path` names the place inside the tool definition. */
export class ToolSchemaError extends WhileaiError {
  override readonly name = "ToolSchemaError";
  readonly tool: string | undefined;
  readonly path: string;

  constructor(init: WhileaiErrorInit & { tool?: string | undefined; path: string }) {
    super("tool_schema_invalid", init);
    this.tool = init.tool;
    this.path = init.path;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), tool: this.tool, path: this.path };
  }
}
