import { USER_LEFT } from "./rollout/converse.js";
import type { GroupSummary } from "./rollout/group-schedule.js";
import type { SimulatedRow } from "./rollout/simulated-row.js";

/** How long the conversations of a run were. */
export interface ConversationCounts {
  /** The person's turns of a row on average, the prompt included; null without rows. */
  readonly userTurns: number | null;
  /** Rows whose person walked away from a question of the agent. */
  readonly userLeft: number;
}

/** Counts by word, in the order of the words. */
class WordCounts {
  readonly #counts = new Map<string, number>();

  add(word: string): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  toRecord(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}

/** Prompts with at least one row, by their number in the plan: one bit each. */
class PromptSet {
  #bits = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(prompt: number): void {
    const at = prompt >> 3;
    const bit = 1 << (prompt & 7);
    if (at >= this.#bits.length) {
      const bits = new Uint8Array(at * 2);
      bits.set(this.#bits);
      this.#bits = bits;
    }
    const known = this.#bits[at] as number;
    if ((known & bit) !== 0) return;
    this.#bits[at] = known | bit;
    this.#size++;
  }
}

/** What the rows and prompts of a run add up to, kept in a size that does not grow with the run. */
export class RunTally {
  readonly rowsPerRun: number[];
  rows = 0;
  planned = 0;
  met = 0;
  split = 0;
  rolloutsSaved = 0;
  /** Prompts that a stop rule ended, and the rollouts that spared. */
  stopped = 0;
  sparedByStops = 0;
  readonly #prompts = new PromptSet();
  /** Rows that were left by the person, and what the person said in all rows, prompts included. */
  #left = 0;
  #userTurns = 0;
  readonly #tiers = new WordCounts();
  readonly #finishReasons = new WordCounts();
  readonly #faultModes = new WordCounts();
  #inputTokens: number | null = 0;
  #outputTokens: number | null = 0;

  constructor(runs: number) {
    this.rowsPerRun = Array<number>(runs).fill(0);
  }

  /** Adds a row: the `run`-th time that the `prompt`-th prompt was played. */
  addRow(row: SimulatedRow, run: number, prompt: number): void {
    this.rows++;
    this.rowsPerRun[run] = (this.rowsPerRun[run] ?? 0) + 1;
    this.#prompts.add(prompt);
    if (row.faults_planned.length > 0) this.planned++;
    if (row.faults_fired.length > 0) this.met++;
    for (const fault of row.faults_fired) this.#faultModes.add(fault.mode);
    if (row.ended_by === USER_LEFT) this.#left++;
    this.#userTurns += row.user_model === undefined ? 1 : userTurns(row);
    this.#tiers.add(row.tier);
    this.#finishReasons.add(row.finish_reason);
    this.#inputTokens = plus(this.#inputTokens, row.usage?.input_tokens);
    this.#outputTokens = plus(this.#outputTokens, row.usage?.output_tokens);
  }

  addGroup({ rollouts, isSplit, isStopped }: GroupSummary, k: number): void {
    if (isSplit) this.split++;
    this.rolloutsSaved += k - rollouts;
    if (!isStopped) return;
    this.stopped++;
    this.sparedByStops += k - rollouts;
  }

  /** How long the conversations were. */
  get conversations(): ConversationCounts {
    return { userTurns: this.rows === 0 ? null : this.#userTurns / this.rows, userLeft: this.#left };
  }

  get prompts(): number {
    return this.#prompts.size;
  }

  get tiers(): Record<string, number> {
    return this.#tiers.toRecord();
  }

  get finishReasons(): Record<string, number> {
    return this.#finishReasons.toRecord();
  }

  get faultModes(): Record<string, number> {
    return this.#faultModes.toRecord();
  }

  /** Tokens of the agent; null when no server said, or some did not. */
  get usage(): { readonly inputTokens: number | null; readonly outputTokens: number | null } {
    if (this.rows === 0) return { inputTokens: null, outputTokens: null };
    return { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens };
  }
}

const userTurns = ({ messages }: SimulatedRow): number => messages.filter(({ role }) => role === "user").length;

const plus = (sum: number | null, tokens: unknown): number | null =>
  sum === null || typeof tokens !== "number" ? null : sum + tokens;
