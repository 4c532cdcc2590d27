import { isRecord } from "@whileai/core";
import { type RowPosition, rowProblem } from "./export-problem.js";

/** The names of the two sides of a pair, in files of ours and of trainers. */
const SIDES = [
  ["chosen", "rejected"],
  ["preferred_output", "non_preferred_output"],
] as const;
/** What a rollout has and a pair has not. */
const ROLLOUT_FIELDS = ["messages", "steps", "final_text"];

/**
 * Refuses a preference pair where a rollout is due: read as a row it would be a conversation without an agent.
 *
 * @throws RowError `preference_pair`.
 */
export function refusePair(position: RowPosition): void {
  const { row } = position;
  if (ROLLOUT_FIELDS.some((field) => row[field] !== undefined)) return;
  const sides = SIDES.find((names) => names.every((name) => typeof row[name] === "object" && row[name] !== null));
  if (sides === undefined) return;
  const [better, worse] = sides;
  const another = "run `whileai pairs` on the graded rows with another --format, or give their pairs to `exportPairs`";
  throw rowProblem(position, "preference_pair", {
    field: better,
    message: `this is a preference pair already (it has \`${better}\` and \`${worse}\`), not a rollout.`,
    fix: isRecord(row[better])
      ? `To write pairs for a trainer, ${another}.`
      : `Trainers load this file as it is; for another form of it, ${another}.`,
  });
}
