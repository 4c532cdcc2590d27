import type { DecontaminationHit } from "./decontamination-report.js";

/** What one eval row was found in. */
export interface EvalRowHits {
  /** Contaminated rows that were laid to this eval row. */
  readonly nRows: number;
  /** Their tasks: rollouts of one ask are one. */
  readonly nTasks: number;
  /** The first of them. */
  readonly first: DecontaminationHit;
}

interface Found {
  readonly first: DecontaminationHit;
  readonly tasks: Set<string>;
  nRows: number;
}

/** Gathers hits by the eval row that each was laid to. Its memory grows with the tasks that were hit. */
export class EvalRowTally {
  readonly #found = new Map<string, Found>();
  readonly #tasks = new Set<string>();

  add(hit: DecontaminationHit, task: string): void {
    // A row that says neither its task nor a prompt is a task of its own.
    const name = task === "" ? `\u0000${hit.index}` : task;
    this.#tasks.add(name);
    const place = `${hit.sourceIndex} ${hit.evalIndex}`;
    const found = this.#found.get(place) ?? { first: hit, tasks: new Set(), nRows: 0 };
    found.nRows++;
    found.tasks.add(name);
    this.#found.set(place, found);
  }

  /** Tasks that were hit, whichever eval row hit them. */
  get nTasks(): number {
    return this.#tasks.size;
  }

  /** The eval rows that were hit, in the order in which they were met. */
  rows(): EvalRowHits[] {
    return [...this.#found.values()].map(({ first, tasks, nRows }) => ({ nRows, nTasks: tasks.size, first }));
  }
}
