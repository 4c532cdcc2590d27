import { clipText, countText, GateError } from "@whileai/core";
import type { DecontaminationReport } from "../decontaminate/decontamination-report.js";
import type { Sides, TouchedTask } from "./assign-sides.js";
import type { HoldoutSettings } from "./holdout-options.js";
import { rulesText, type TasksAndRows } from "./split-report.js";

/** Sets of values that are tried for a split that works. Bounds time. */
const SETS_TRIED = 50;
/** Values that a message names, and the characters of each. */
const NAMES_SHOWN = 10;
const NAME_LENGTH = 60;

/** What came out of a split. */
interface SplitOutcome {
  readonly train: readonly unknown[];
  readonly holdout: readonly unknown[];
  readonly crossing: TasksAndRows;
  /** Rows that were split. */
  readonly nEntries: number;
  readonly sides: Sides;
  readonly settings: HoldoutSettings;
  readonly decontamination: DecontaminationReport | null;
}

/**
 * Refuses a split with an empty side, and says what emptied it.
 *
 * @throws GateError `empty_train` or `empty_holdout`.
 */
export function refuseEmpty(outcome: SplitOutcome): void {
  const { fraction, held, by, exact } = outcome.settings;
  if (fraction === 0 && held === null) return;
  if (outcome.train.length === 0) throw emptyTrain(outcome);
  if (outcome.holdout.length > 0) return;
  const message = "splitHoldout: no task was held out";
  if (outcome.crossing.tasks > 0) throw emptyByCrossing(message, "empty_holdout", outcome);
  const fix =
    by === "task" && !exact
      ? "Set exact: true, which holds out the share to within one task, or use more tasks."
      : "Hold out more, or use more tasks.";
  throw new GateError({ message: `${message}.`, fix }, "empty_holdout");
}

function emptyTrain(outcome: SplitOutcome): GateError {
  const { crossing, decontamination, nEntries } = outcome;
  const code = "empty_train";
  if (nEntries === 0)
    return new GateError(
      {
        message: "splitHoldout: there are no rows, so nothing is left to train on.",
        fix: "Check that the rows were written.",
      },
      code,
    );
  const message = "splitHoldout: nothing is left to train on";
  const repeats = decontamination === null ? 0 : decontamination.nContaminated;
  if (decontamination !== null && repeats > 0) {
    const who = repeats === 1 ? "the one train row repeats" : `all ${repeats} train rows repeat`;
    return new GateError(
      {
        message: `${message}, ${who} the holdout${rulesText(decontamination)}.`,
        fix: "Hold out less, or use more tasks.",
      },
      code,
    );
  }
  if (crossing.tasks > 0) return emptyByCrossing(message, code, outcome);
  return new GateError({ message: `${message}.`, fix: "Hold out less, or use more tasks." }, code);
}

/** A side that is empty because tasks touch what is held and what is not: holding out more or less of one value mends nothing. */
function emptyByCrossing(message: string, code: string, { crossing, sides, settings }: SplitOutcome): GateError {
  const { by } = settings;
  const names = (sides.held ?? []).slice(0, NAMES_SHOWN).map((name) => clipText(name, NAME_LENGTH));
  const more = (sides.held ?? []).length > NAMES_SHOWN ? " …" : "";
  const tasks = countText(crossing.tasks, "task touches", "tasks touch");
  const works = heldThatWorks([...sides.touched.values()]);
  const byTask = 'Split with by: "task"';
  return new GateError(
    {
      message:
        `${message}: ${tasks} a held ${by} (${names.join(", ")}${more}) and another that is not held, ` +
        `so ${crossing.tasks === 1 ? "it is" : "they are"} on neither side (${countText(crossing.rows, "row")}).`,
      fix:
        works === null
          ? `${byTask}: no choice of ${by}s that was tried gives two sides.`
          : `${byTask}, or with held: [${works.map((name) => JSON.stringify(name)).join(", ")}], which some tasks touch alone.`,
    },
    code,
  );
}

/** Values that some tasks touch alone while others touch none of them: those that leave most tasks to train on. */
function heldThatWorks(tasks: readonly TouchedTask[]): string[] | null {
  const clear = tasks.filter(({ unclear }) => !unclear);
  const sets = new Map(
    clear.filter(({ values }) => values.size > 0).map(({ values }) => [JSON.stringify([...values].sort()), values]),
  );
  const tried = [...sets.values()].sort((left, right) => left.size - right.size).slice(0, SETS_TRIED);
  let best: ReadonlySet<string> | null = null;
  let most = 0;
  for (const held of tried) {
    const left = clear.filter(({ values }) => [...values].every((each) => !held.has(each)));
    if (left.length <= most) continue;
    best = held;
    most = left.length;
  }
  return best === null ? null : [...best].sort();
}
