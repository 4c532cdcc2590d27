import type { Note } from "@whileai/core";
import type { Distraction, ToolView } from "./tool-view.js";

/** What a run's distractors were, and what they did. */
export interface DistractorSummary {
  /** Unrelated tools beside the given ones. */
  readonly count: number;
  readonly names: readonly string[];
  /** True where the agent saw all tools under names that tell nothing. */
  readonly scrambled: boolean;
  /** Rows in which one of them was called. */
  readonly rowsThatCalled: number;
}

/** Counts the rows of a run in which a distractor was called. */
export class DistractorTally {
  readonly #view: ToolView;
  readonly #wanted: Distraction;
  #rowsThatCalled = 0;

  constructor(view: ToolView, wanted: Distraction) {
    this.#view = view;
    this.#wanted = wanted;
  }

  addRow(row: { readonly tools_used: readonly string[] }): void {
    if (row.tools_used.some((name) => this.#view.names.includes(name))) this.#rowsThatCalled++;
  }

  summary(): DistractorSummary {
    const { names } = this.#view;
    return { count: names.length, names, scrambled: this.#wanted.scramble, rowsThatCalled: this.#rowsThatCalled };
  }

  notes(): Note[] {
    const found = this.#view.names.length;
    if (found === this.#wanted.count) return [];
    return [
      {
        code: "distractors_short",
        severity: "warning",
        message: `Only ${found} of ${this.#wanted.count} distractors were added: the others are too close to the given tools.`,
      },
    ];
  }
}

/** The summary as a line of the report. */
export function distractorLine({ count, scrambled, rowsThatCalled }: DistractorSummary): string {
  const names = scrambled ? ", all names scrambled" : "";
  return `  distractors: ${count} unrelated tools${names}; called in ${rowsThatCalled} ${rowsThatCalled === 1 ? "row" : "rows"}`;
}
