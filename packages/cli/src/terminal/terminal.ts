import { WhileaiError } from "@whileai/core";

/** Where a command writes and what it reads of its surroundings; injected, so that commands run in tests. */
export interface Terminal {
  /** Results, and nothing else. */
  readonly out: (text: string) => void;
  /** Progress, notes and errors. */
  readonly note: (text: string) => void;
  /** A text of the library in the words of the command that runs; as it is where none does. */
  readonly said?: ((text: string) => string) | undefined;
  /** Ends long work; what landed is kept. */
  readonly signal?: AbortSignal | undefined;
}

/** What a command's exit code says. */
export const EXIT = {
  /** As asked. */
  ok: 0,
  /** Worse, or a gate failed. */
  failed: 1,
  /** Not evaluated: nothing to judge, nothing to compare. */
  notEvaluated: 2,
  /** Wrong usage, or a file or server that could not be used. */
  usage: 64,
} as const;

/** A check that said no: a gate, or a judge that failed the labels of its constitution. */
const REFUSALS: ReadonlySet<unknown> = new Set(["GateError", "spec_check_failed"]);

/** The exit code of an error: a check that refused is a failure, everything else wrong usage or I/O. */
export function exitCodeOf(error: unknown): number {
  const isRefusal = WhileaiError.isInstance(error) && (REFUSALS.has(error.name) || REFUSALS.has(error.code));
  return isRefusal ? EXIT.failed : EXIT.usage;
}
