import type { Note } from "@whileai/core";
import { BranchTally } from "../branch/branch-tally.js";
import { DistractorTally } from "../distractors/distractor-report.js";
import type { Distraction, ToolView } from "../distractors/tool-view.js";
import type { ResolvedOptions } from "../options/resolve-options.js";
import type { SimulateOptions } from "../options/simulate-options.js";
import type { CoverageMeter } from "../plan/situation.js";
import { ProgressMeter, processHost } from "../progress.js";
import type { FailureCounts } from "../rollout/run-groups.js";
import type { SimulatedRow } from "../rollout/simulated-row.js";
import { RunTally } from "../run-tally.js";
import { UserTally } from "../user/user-tally.js";
import { FallbackTally } from "../writer/fallback-tally.js";

interface PlacedRow {
  readonly run: number;
  readonly group: number;
  readonly index: number;
  readonly row: SimulatedRow;
}

export interface RunStateSetting {
  readonly options: SimulateOptions;
  readonly resolved: ResolvedOptions;
  readonly view: ToolView | undefined;
  readonly coverage: CoverageMeter | undefined;
  readonly keepRows: boolean;
}

/** What a run has come to so far: its rows, and what is counted about them. */
export class RunState {
  readonly tally: RunTally;
  readonly counts: FailureCounts = { failures: 0, retried: 0, lost: 0, graderFailures: 0, first: undefined };
  readonly notes: Note[] = [];
  readonly fallbacks = new FallbackTally();
  readonly user = new UserTally();
  readonly branches = new BranchTally();
  readonly distractors: DistractorTally | undefined;
  readonly coverage: CoverageMeter | undefined;
  readonly host = processHost();
  readonly meter: ProgressMeter;
  /** Rollouts that were not needed once enough was known. */
  spared = 0;
  readonly #placed: PlacedRow[] = [];
  readonly #keepsRows: boolean;

  constructor({ options, resolved, view, coverage, keepRows }: RunStateSetting) {
    this.tally = new RunTally(resolved.runs);
    this.distractors = view && new DistractorTally(view, resolved.distraction as Distraction);
    this.coverage = coverage;
    this.meter = new ProgressMeter(this.host, options.onProgress);
    this.#keepsRows = keepRows;
  }

  /** Takes a row in that landed: the `index`-th rollout of the `group`-th prompt of a run. */
  addRow(row: SimulatedRow, place: Omit<PlacedRow, "row">): void {
    if (this.#keepsRows) this.#placed.push({ ...place, row });
    this.tally.addRow(row, place.run, place.group);
    this.distractors?.addRow(row);
    this.branches.addRow(row);
  }

  /** The rows in the order of the plan. */
  rows(): SimulatedRow[] {
    return this.#placed
      .sort((left, right) => left.run - right.run || left.group - right.group || left.index - right.index)
      .map(({ row }) => row);
  }
}
