import type { Backend, ToolSchema } from "@whileai/core";
import type { Situation, SituationPlan } from "../plan/situation.js";
import type { NextSituation } from "../rollout/group-schedule.js";
import { readTool } from "../situations/tool-reading.js";
import { droppedAxes } from "./claims-of.js";
import type { FallbackTally } from "./fallback-tally.js";
import { reworded, type WordedBatch, writeSituations } from "./write-situations.js";

export interface SourceOptions {
  /** The model that words the situations; without one they stay as the grammar wrote them. */
  readonly backend: Backend | undefined;
  readonly tools: readonly ToolSchema[];
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Counts what kept the grammar's wording, and what the model's does not show. */
  readonly fallbacks: Pick<FallbackTally, "add" | "addDropped">;
  /** Changes a model's words before anything is read of them. */
  readonly redact?: ((text: string) => string) | undefined;
  /** What a model wrote in earlier sessions of the run. */
  readonly memory?: SituationMemory | undefined;
  /** Situations that are used at most: no more are worded ahead. */
  readonly most?: number | undefined;
}

/** What a model wrote in one call, and what became of that call. */
export interface WrittenSituations extends Omit<WordedBatch, "situations"> {
  /** The words for each card; null where it keeps the grammar's. */
  readonly prompts: readonly (string | null)[];
}

/** Keeps what a model wrote, by the number of the first situation. */
export interface SituationMemory {
  written(first: number): WrittenSituations | undefined;
  keepWritten(first: number, written: WrittenSituations): Promise<void>;
}

/** Situations worded in one model call. */
export const CARDS_PER_CALL = 8;
/** Calls under way at a time, the one that is waited for among them. Convention. */
const CALLS_AHEAD = 3;

/** Situations and their wording, on its way. */
interface Batch {
  readonly drafts: readonly Situation[];
  readonly words: Promise<WordedBatch>;
}

/**
 * The plan's situations one by one, in the words of a model when one is given. While situations are used the next ones are
 * worded; which cards make a call, and in what order situations come, does not depend on which call answers first.
 */
export function situationSource(plan: SituationPlan, options: SourceOptions): NextSituation {
  const planned = plan.situations()[Symbol.iterator]();
  const take = (): Situation | undefined => {
    const next = planned.next();
    return next.done ? undefined : next.value;
  };
  const { backend, fallbacks, most = Number.POSITIVE_INFINITY } = options;
  if (backend === undefined) return async () => take();

  const ahead: Batch[] = [];
  const said = new Set<string>();
  const ready: Situation[] = [];
  let given = 0;
  let begun = 0;

  const begin = (): boolean => {
    const drafts: Situation[] = [];
    while (drafts.length < CARDS_PER_CALL) {
      const next = take();
      if (next === undefined) break;
      drafts.push(next);
    }
    if (drafts.length === 0) return false;
    begun += drafts.length;
    const words = wordedBatch(backend, drafts, options);
    // It is waited for in its turn; until then a failure is nobody's.
    words.catch(() => undefined);
    ahead.push({ drafts, words });
    return true;
  };

  /** A short run ends within its first call; only one that goes on is worth calls ahead. */
  const wordAhead = (): void => {
    const wanted = given < CARDS_PER_CALL / 2 ? 0 : given < CARDS_PER_CALL ? 1 : CALLS_AHEAD - 1;
    while (ahead.length < wanted && begun < most && !options.signal.aborted && begin());
  };

  const settle = ({ drafts }: Batch, { situations, kept, asked, failure }: WordedBatch): void => {
    let repeated = 0;
    for (const [index, draft] of drafts.entries()) {
      let situation = situations[index] ?? draft;
      // A model that has said it before, for another card, has nothing new to say.
      if (situation.prompt !== draft.prompt && said.has(situation.prompt)) {
        situation = draft;
        repeated++;
      }
      said.add(situation.prompt);
      fallbacks.addDropped(droppedAxes(draft, situation));
      ready.push(situation);
    }
    fallbacks.add(kept + repeated, asked, failure);
  };

  return async () => {
    if (ready.length === 0) {
      if (ahead.length === 0 && !begin()) return undefined;
      const batch = ahead.shift() as Batch;
      settle(batch, await batch.words);
    }
    const situation = ready.shift();
    given++;
    wordAhead();
    return situation;
  };
}

async function wordedBatch(
  backend: Backend,
  batch: readonly Situation[],
  options: SourceOptions,
): Promise<WordedBatch> {
  const { memory, signal } = options;
  const first = (batch[0] as Situation).index;
  const known = memory?.written(first);
  if (known !== undefined) return { ...known, situations: inWords(backend, batch, known.prompts, options.tools) };
  const { situations, ...became } = await writeSituations(backend, batch, options);
  // An ended run has no words for its last cards; the next session asks for them.
  if (!signal.aborted) await memory?.keepWritten(first, { prompts: wordsOf(situations, batch), ...became });
  return { situations, ...became };
}

const wordsOf = (situations: readonly Situation[], drafts: readonly Situation[]): (string | null)[] =>
  situations.map((situation, at) => (situation === drafts[at] ? null : situation.prompt));

function inWords(
  { model }: Backend,
  drafts: readonly Situation[],
  prompts: readonly (string | null)[],
  tools: readonly ToolSchema[],
): Situation[] {
  const readings = tools.map(readTool);
  return drafts.map((draft, at) => {
    const prompt = prompts[at] ?? null;
    return prompt === null ? draft : reworded(draft, prompt, model, readings);
  });
}
