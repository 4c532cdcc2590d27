import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** A row cannot be used. Says which file, which line (1-based) and which field, as far as they are known. */
export class RowError extends WhileaiError {
  override readonly name = "RowError";
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly field: string | undefined;

  constructor(
    init: WhileaiErrorInit & {
      path?: string | undefined;
      line?: number | undefined;
      field?: string | undefined;
      /** What is wrong, for callers that tell problems apart. Default `row_invalid`. */
      code?: string | undefined;
      /** True where the message says which row it is itself, so that path and line are not put before it. */
      isPlaced?: boolean | undefined;
    },
  ) {
    const where = init.isPlaced ? "" : [init.path, init.line].filter((part) => part !== undefined).join(":");
    super(init.code ?? "row_invalid", { ...init, message: where ? `${where}: ${init.message}` : init.message });
    this.path = init.path;
    this.line = init.line;
    this.field = init.field;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), path: this.path, line: this.line, field: this.field };
  }
}
