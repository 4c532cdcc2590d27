import { GateError, type Row, RowError, rolloutId } from "@whileai/core";

/** The ways a row can be unfit for a training file. */
export type RowProblemCode =
  | "unsupported_content"
  | "unsupported_role"
  | "tool_message_unlinked"
  | "tool_call_roundtrip_invalid"
  | "system_message_misplaced"
  | "nothing_to_train"
  | "tools_invalid"
  | "reward_not_number"
  | "not_finite"
  | "preference_pair"
  | "not_json";

/** A row and where it stands among the rows given, from 0. */
export interface RowPosition {
  readonly row: Readonly<Row>;
  readonly index: number;
}

/** The error for a row that cannot be exported. Its `line` counts the rows given from 1. */
export function rowProblem(
  { row, index }: RowPosition,
  code: RowProblemCode,
  init: { readonly message: string; readonly fix: string; readonly field?: string | undefined },
): RowError {
  return new RowError({
    code,
    line: index + 1,
    field: init.field,
    isPlaced: true,
    message: `row ${index + 1} (${rolloutId(row)}): ${init.message}`,
    fix: init.fix,
  });
}

/** The error for data that a gate refuses as a whole. */
export function gateProblem(code: string, message: string, fix: string): GateError {
  return new GateError({ message, fix }, code);
}
