import type { JudgeFunction, JudgeObject } from "./judge-types.js";

/** The name of a function that has none. */
export const ANONYMOUS_JUDGE = "lambda_judge";
/** The name of a judge object without a usable one. */
export const UNNAMED_JUDGE = "judge";

/** True for an object (or callable) with a `judge` function. */
export function isJudgeObject(value: unknown): value is JudgeObject {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    typeof (value as { judge?: unknown }).judge === "function"
  );
}

/**
 * A judge from what needs no backend: a function (async too) or a judge object; undefined for anything else.
 *
 * The name is the function's or the object's own; a function without a name is `lambda_judge`, an object without a
 * usable one `judge`.
 *
 * @example
 * readJudge((row) => row.final_text === "42")?.name; // "lambda_judge"
 */
export function readJudge(value: unknown): JudgeObject | undefined {
  if (isJudgeObject(value)) {
    const name = typeof value.name === "string" && value.name.trim() !== "" ? value.name : UNNAMED_JUDGE;
    if (name === value.name) return value;
    const { kind, version, model, prepare, notes } = value;
    return {
      name,
      ...(kind === undefined ? {} : { kind }),
      ...(version === undefined ? {} : { version }),
      ...(model === undefined ? {} : { model }),
      ...(prepare === undefined ? {} : { prepare: (context) => prepare.call(value, context) }),
      judge: (row, context) => value.judge(row, context),
      ...(notes === undefined ? {} : { notes: () => notes.call(value) }),
    };
  }
  if (typeof value !== "function") return undefined;
  const named = value as JudgeFunction & { readonly name?: unknown; readonly kind?: JudgeObject["kind"] };
  const name = typeof named.name === "string" && named.name.trim() !== "" ? named.name : ANONYMOUS_JUDGE;
  return { name, ...(named.kind === undefined ? {} : { kind: named.kind }), judge: value as JudgeFunction };
}
