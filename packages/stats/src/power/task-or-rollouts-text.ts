import { fixedText, percentText, renderNotes } from "@whileai/core";
import type { TaskOrRollouts } from "./task-or-rollouts-types.js";

const error = (value: number | null): string => (value === null ? "n/a" : fixedText(value, 3));

/** The answer in words, with what each way would give. */
export function taskOrRolloutsText(report: TaskOrRollouts): string {
  const { answer, components, rolloutShare, bestRollouts, effect, plans } = report;
  const notes = renderNotes(report.notes);
  if (answer === null || components === null || rolloutShare === null)
    return ["tasks or rollouts: cannot be told", ...notes].join("\n");
  const word = answer === "either" ? "either will do" : `more ${answer}`;
  const best = bestRollouts === null ? "as many rollouts as can be had" : `${bestRollouts} a task is best for the cost`;
  const sized =
    plans.length === 0
      ? "more room than there is"
      : plans.map(({ k, nTasks }) => `${nTasks} tasks at k=${k}`).join(", ");
  return [
    `tasks or rollouts: ${word} (${components.nTasks} tasks, k=${fixedText(components.k, 1)}, ${best})`,
    `  standard error ${error(report.standardError)}, ${percentText(rolloutShare)} of its square from rollouts; twice the tasks ` +
      `${error(report.withTwiceTheTasks)}, twice the rollouts ${error(report.withTwiceTheRollouts)}, endless rollouts ${error(report.withEndlessRollouts)}`,
    `  a gain of ${fixedText(effect, 3)} needs ${sized}`,
    ...notes,
  ].join("\n");
}
