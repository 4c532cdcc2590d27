import {
  behaviorSignature,
  createReport,
  derive,
  foldText,
  isRecord,
  isTruncated,
  type Note,
  privilegedLeak,
  type Row,
  scalarReward,
  sha256Hex,
} from "@whileai/core";
import { promptText } from "../signal/ask-key.js";
import { junkCause, replyText } from "./junk-reply.js";
import type { SftSettings } from "./optimize-options.js";
import { inTurn } from "./pick-groups.js";
import { Selection } from "./selection.js";
import {
  type EffectivePick,
  renderSftSelection,
  type SftSelectionFields,
  type SftSelectionReport,
} from "./sft-report.js";

/** Completions per prompt from which picking the best is rejection sampling as published (10 to 30). */
const SMALLEST_PUBLISHED_K = 10;

/** A completion that may be imitated. */
interface Completion<R extends Row> {
  readonly row: R;
  readonly reward: number;
  readonly prompt: string;
  readonly signature: string;
  /** Hash order among equals, so that the order of the input does not matter. */
  readonly hash: string;
}

/** Selects completions to imitate: rejection sampling, with a random pick of the same size beside it. */
export function optimizeSft<R extends Row>(rows: Iterable<R>, settings: SftSettings): Selection<R, SftSelectionReport> {
  const counts = { n: 0, nSkipped: 0, leaks: 0, notPass: 0, junk: 0, ungraded: 0 };
  const perPrompt = new Map<string, number>();
  const pool: Completion<R>[] = [];
  for (const row of rows) {
    if (!isRecord(row)) {
      counts.nSkipped++;
      continue;
    }
    counts.n++;
    const folded = foldText(promptText(row));
    perPrompt.set(folded, (perPrompt.get(folded) ?? 0) + 1);
    const reward = scalarReward(row);
    if (privilegedLeak(row)?.field !== undefined) counts.leaks++;
    else if (reward === null) {
      counts.notPass++;
      counts.ungraded++;
    } else if (reward < settings.minReward) counts.notPass++;
    else if (junkCause(row) !== null) counts.junk++;
    else pool.push(completion(row, reward, folded, settings.pick === "topOverall"));
  }
  const prompts = groupByPrompt(pool);
  const eligible = settings.pick === "topOverall" ? pool : chosenPerPrompt(prompts, settings, settings.pick);
  const selected =
    settings.pick === "topOverall"
      ? pool.toSorted(byReward).slice(0, settings.target)
      : behaviorsInTurn(eligible).slice(0, settings.target);
  const control = randomControl(pool, prompts, settings, selected.length);

  const sizes = [...perPrompt.values()].sort((left, right) => left - right);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const choices = [...prompts.values()].filter((group) => group.length >= 2);
  const promptsWithWinner = choices.filter(hasWinner).length;
  const fields: SftSelectionFields = {
    mode: "sft",
    n: counts.n,
    nSkipped: counts.nSkipped,
    privilegedLeaksDropped: counts.leaks,
    nNotPass: counts.notPass,
    nJunk: counts.junk,
    nEligible: eligible.length,
    nSelected: selected.length,
    pick: settings.pick,
    pickEffective: effectivePick(settings.pick, median, promptsWithWinner),
    promptsWithChoice: choices.length,
    promptsWithWinner,
    perPrompt: settings.perPrompt,
    minReward: settings.minReward,
    target: settings.target,
    uniqueBehaviors: behaviors(eligible),
    behaviorsCovered: behaviors(selected),
    rewardMeanEligible: meanReward(eligible),
    rewardMeanSelected: meanReward(selected),
    control: { rewardMean: meanReward(control), behaviorsCovered: behaviors(control) },
    completionsPerPromptMax: sizes.at(-1) ?? 0,
    completionsPerPromptMean: sizes.length === 0 ? null : counts.n / sizes.length,
    completionsPerPromptMedian: median,
    promptsWithOneCompletion: sizes.filter((size) => size === 1).length,
    truncatedSelected: selected.filter(({ row }) => isTruncated(row)).length,
    evalSourced: selected.filter(({ row }) => row.lineage?.source === "eval").length,
  };
  const report = createReport("selection", fields, sftNotes(fields, counts.ungraded), renderSftSelection);
  return new Selection(
    "sft",
    selected.map(({ row }) => row),
    report,
  );
}

function completion<R extends Row>(row: R, reward: number, folded: string, overall: boolean): Completion<R> {
  const signature = behaviorSignature(row);
  const hash = sha256Hex(`${signature}:${overall ? promptText(row) : folded}`);
  return { row, reward, prompt: folded, signature, hash };
}

function byReward(left: Completion<Row>, right: Completion<Row>): number {
  return right.reward - left.reward || byHash(left, right);
}

/** Hash order; completions that did the same for the same prompt go by what they say. */
function byHash(left: Completion<Row>, right: Completion<Row>): number {
  return compare(left.hash, right.hash) || compare(replyText(left.row), replyText(right.row));
}

function chosenPerPrompt<R extends Row>(
  prompts: ReadonlyMap<string, readonly Completion<R>[]>,
  { perPrompt, seed }: SftSettings,
  pick: "top" | "random",
): Completion<R>[] {
  return [...prompts].flatMap(([prompt, group]) => {
    const ranked = group.toSorted(byReward);
    const ordered = pick === "top" ? ranked : derive(seed, "select", "sft", prompt).shuffle(ranked);
    return ordered.slice(0, perPrompt);
  });
}

/** Behaviours in turn, the most frequent first. */
function behaviorsInTurn<R extends Row>(chosen: readonly Completion<R>[]): Completion<R>[] {
  const buckets = new Map<string, Completion<R>[]>();
  for (const one of chosen) {
    const bucket = buckets.get(one.signature);
    if (bucket) bucket.push(one);
    else buckets.set(one.signature, [one]);
  }
  const queues = [...buckets]
    .sort(([left, first], [right, second]) => second.length - first.length || compare(left, right))
    .map(([signature, bucket]) =>
      bucket
        .map((one) => ({ one, hash: sha256Hex(`${signature}:${promptText(one.row)}`) }))
        .sort((left, right) => compare(left.hash, right.hash) || byHash(left.one, right.one))
        .map(({ one }) => one),
    );
  return [...inTurn(queues)];
}

function randomControl<R extends Row>(
  pool: readonly Completion<R>[],
  prompts: ReadonlyMap<string, readonly Completion<R>[]>,
  settings: SftSettings,
  size: number,
): Completion<R>[] {
  const candidates =
    settings.pick === "topOverall" ? pool.toSorted(byHash) : chosenPerPrompt(prompts, settings, "random");
  const ordered = candidates.toSorted(byHash);
  return derive(settings.seed, "select", "sft-control").shuffle(ordered).slice(0, size);
}

function groupByPrompt<R extends Row>(pool: readonly Completion<R>[]): Map<string, Completion<R>[]> {
  const groups = new Map<string, Completion<R>[]>();
  for (const one of pool) {
    const group = groups.get(one.prompt);
    if (group) group.push(one);
    else groups.set(one.prompt, [one]);
  }
  return groups;
}

function hasWinner(group: readonly Completion<Row>[]): boolean {
  const [best, next] = group.toSorted(byReward) as [Completion<Row>, Completion<Row>];
  return best.reward > next.reward;
}

function effectivePick(pick: SftSettings["pick"], median: number, winners: number): EffectivePick {
  if (pick === "topOverall") return pick;
  if (median <= 1) return "pass_filter";
  return pick === "top" && winners === 0 ? "tie" : pick;
}

function behaviors(completions: readonly Completion<Row>[]): number {
  return new Set(completions.map((one) => one.signature)).size;
}

function meanReward(completions: readonly Completion<Row>[]): number | null {
  if (completions.length === 0) return null;
  return completions.reduce((sum, one) => sum + one.reward, 0) / completions.length;
}

function sftNotes(fields: SftSelectionFields, ungraded: number): Note[] {
  const notes: Note[] = [];
  if (ungraded > 0)
    notes.push({
      code: "ungraded",
      severity: "warning",
      message: `${ungraded} of ${fields.n} rows have no reward and count as not passing.`,
      fix: "Grade them first.",
    });
  const mean = fields.completionsPerPromptMean;
  if (mean !== null && mean < SMALLEST_PUBLISHED_K)
    notes.push({
      code: "small_k",
      severity: "info",
      message: `Prompts have ${Math.round(mean * 100) / 100} ${mean === 1 ? "completion" : "completions"} on average; published rejection sampling uses 10 to 30.`,
    });
  if (fields.pickEffective === "tie" && fields.promptsWithChoice > 0)
    notes.push({
      code: "all_tied",
      severity: "info",
      message: `None of ${fields.promptsWithChoice} prompts with a choice has a strictly best completion: ${fields.perPrompt} of the equals is kept, by hash.`,
    });
  if (fields.truncatedSelected > 0)
    notes.push({
      code: "truncated_rollouts",
      severity: "warning",
      message: `${fields.truncatedSelected} selected replies were cut by the token cap.`,
      fix: "Raise the cap, or drop them.",
    });
  if (fields.evalSourced > 0)
    notes.push({
      code: "eval_sourced_selected",
      severity: "warning",
      message: `${fields.evalSourced} selected rows come from an evaluation set.`,
      fix: "Leave them out, or the evaluation means nothing.",
    });
  if (fields.nSkipped > 0)
    notes.push({
      code: "skipped_entries",
      severity: "warning",
      message: `${fields.nSkipped} entries are no rows and were left out.`,
    });
  return notes;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
