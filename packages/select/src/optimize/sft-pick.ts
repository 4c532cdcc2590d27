import { derive, type Row, sha256Hex } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";
import { compareText } from "./compare-text.js";
import type { SftSettings } from "./optimize-options.js";
import { inTurn } from "./pick-groups.js";
import { byHash, byReward, type Completion } from "./sft-completion.js";

/** What was chosen, and the candidates that the target was cut from. */
export interface SftPick<R extends Row> {
  readonly eligible: readonly Completion<R>[];
  readonly selected: readonly Completion<R>[];
}

/** Chooses completions by the rule that was asked for. */
export function pickCompletions<R extends Row>(
  pool: readonly Completion<R>[],
  prompts: ReadonlyMap<string, readonly Completion<R>[]>,
  settings: SftSettings,
): SftPick<R> {
  if (settings.pick === "topOverall")
    return { eligible: pool, selected: pool.toSorted(byReward).slice(0, settings.target) };
  const eligible = chosenPerPrompt(prompts, settings, settings.pick);
  return { eligible, selected: behaviorsInTurn(eligible).slice(0, settings.target) };
}

/** As many completions, drawn instead of chosen: what the choice is worth is the difference. */
export function randomControl<R extends Row>(
  pool: readonly Completion<R>[],
  prompts: ReadonlyMap<string, readonly Completion<R>[]>,
  settings: SftSettings,
  size: number,
): Completion<R>[] {
  const candidates = settings.pick === "topOverall" ? pool : chosenPerPrompt(prompts, settings, "random");
  return derive(settings.seed, "select", "sft-control").shuffle(candidates.toSorted(byHash)).slice(0, size);
}

function chosenPerPrompt<R extends Row>(
  prompts: ReadonlyMap<string, readonly Completion<R>[]>,
  { perPrompt, seed }: SftSettings,
  pick: "top" | "random",
): Completion<R>[] {
  return [...prompts].flatMap(([prompt, group]) => {
    const ranked = group.length === 1 ? group : group.toSorted(byReward);
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
    .sort(([left, first], [right, second]) => second.length - first.length || compareText(left, right))
    .map(([signature, bucket]) =>
      bucket
        .map((one) => ({ one, hash: sha256Hex(`${signature}:${promptText(one.row)}`) }))
        .sort((left, right) => compareText(left.hash, right.hash) || byHash(left.one, right.one))
        .map(({ one }) => one),
    );
  return [...inTurn(queues)];
}
