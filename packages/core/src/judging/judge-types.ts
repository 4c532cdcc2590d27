import type { Backend } from "../backend/backend.js";
import type { Note } from "../report/report.js";
import type { Row } from "../row/row.js";

/** What a judge may return: a pass or fail, a number in [0, 1], or an object with `reward` (or `score`). */
export type Verdict = number | boolean | VerdictObject;

/** A verdict with more than a number. Keys that are not named here land in `judge_meta`. */
export interface VerdictObject {
  readonly reward?: number | boolean | null;
  readonly score?: number | boolean | null;
  readonly reason?: string | null;
  /** Numbers by name; 1 is good and higher is better. */
  readonly markers?: Readonly<Record<string, number | null>>;
  readonly failure_class?: string | null;
  readonly [key: string]: unknown;
}

/** What a judge is told about the call. */
export interface JudgeContext {
  /** Aborts when the row's deadline passes or the caller gives up. */
  readonly signal: AbortSignal;
  /**
   * A model behind the limits and the accounts of the call. A judge that asks a model asks this one, so that the call can
   * hold it to its limits and say what it used; absent where a call has neither.
   */
  readonly limited?: ((backend: Backend) => Backend) | undefined;
  /** To be told when the judge begins to wait for its turn (a free worker, an allowance) and when it goes on: the row's time stands still. */
  readonly onWait?: ((isWaiting: boolean) => void) | undefined;
}

/** What a judge is told when it makes itself ready; each may be absent. */
export type PrepareContext = { readonly [Name in "signal" | "limited"]?: JudgeContext[Name] | undefined };

/** What kind of judge made a verdict; written as `judge_meta.scorer_kind` unless it is `llm`. */
export type JudgeKind = "rule" | "llm" | "reward_model" | "human";

/** A judge as a function. It gets a frozen copy of the row. */
export type JudgeFunction<R extends Row = Row> = (
  row: Readonly<R>,
  context: JudgeContext,
) => Verdict | Promise<Verdict>;

/** A judge with a name and, when it has one, a kind and a version. */
export interface JudgeObject<R extends Row = Row> {
  readonly name: string;
  readonly kind?: JudgeKind;
  /** Changes whenever the judge would judge differently: `<model>@<hash of its prompt>` for a model. */
  readonly version?: string;
  readonly model?: string;
  /** Called once before the first row; throws when the judge cannot work (no key, bad spec). What it asks of a model counts. */
  readonly prepare?: (context?: PrepareContext) => void | Promise<void>;
  readonly judge: JudgeFunction<R>;
  /** What the report on graded rows should say about the judge; asked after the last row. */
  readonly notes?: () => readonly Note[];
}
