import { isRecord, roundHalfEven, scalarReward } from "@whileai/core";
import { spokenReply } from "./spoken-reply.js";

type WireRow = Readonly<Record<string, unknown>>;
type Stamp = string | number | boolean;

/** How a run was made, as far as its rows say so. Wire names, so that Python and TypeScript reports compare. */
export interface RunConfig {
  readonly n_tasks: number;
  readonly k: number;
  /** Each of these is the one value that all stamped rows share, else null. */
  readonly temperature: Stamp | null;
  readonly max_tokens: Stamp | null;
  readonly policy_version: Stamp | null;
  readonly judge_version: Stamp | null;
  readonly prompt_hash: Stamp | null;
  readonly user_model: Stamp | null;
  readonly writer_model: Stamp | null;
  /** Which of those differ between rows. */
  readonly mixed: readonly string[];
  /** Share of rows cut by the token cap, of rows that say how they ended. */
  readonly truncated_share: number | null;
  /** Share of rows with a spoken reply, of rows that carry a reply or messages. */
  readonly answered_share: number | null;
  /** Share of rows whose reply ends inside a thought. */
  readonly unclosed_think_share: number | null;
  /** Share of rows with a reward, fractions included. */
  readonly graded_share: number | null;
}

const SHARE_DIGITS = 4;

const field = (holder: unknown, name: string): unknown => (isRecord(holder) ? holder[name] : undefined);

function promptHash(row: WireRow): unknown {
  const stamped = field(row.lineage, "system_prompt_sha");
  if (stamped !== undefined && stamped !== null) return stamped;
  if (typeof row.policy_version !== "string") return undefined;
  const at = row.policy_version.indexOf("@");
  return at < 0 ? undefined : row.policy_version.slice(at + 1);
}

const STAMPS = {
  temperature: (row: WireRow) => field(row.sampling, "temperature"),
  max_tokens: (row: WireRow) => field(row.sampling, "max_tokens"),
  policy_version: (row: WireRow) => row.policy_version,
  judge_version: (row: WireRow) => field(row.judge_meta, "version") ?? field(row.lineage, "judge_version"),
  prompt_hash: promptHash,
  user_model: (row: WireRow) => row.user_model,
  // "pinned" says that the asks were given, not who wrote them.
  writer_model: (row: WireRow) => (row.writer_model === "pinned" ? undefined : row.writer_model),
} as const;

type StampName = keyof typeof STAMPS;
const STAMP_READERS = Object.entries(STAMPS) as [StampName, (row: WireRow) => unknown][];

const isStamp = (value: unknown): value is Stamp =>
  (typeof value === "string" && value !== "") || typeof value === "boolean" || Number.isFinite(value);

/** Gathers a {@link RunConfig} row by row, in constant memory. */
export class RunConfigTally {
  readonly #stamps = new Map<StampName, Stamp>();
  readonly #mixed = new Set<StampName>();
  #rows = 0;
  #graded = 0;
  #ended = 0;
  #truncated = 0;
  #replies = 0;
  #answered = 0;
  #unclosed = 0;

  add(row: WireRow): void {
    for (const [name, read] of STAMP_READERS) {
      const value = read(row);
      if (!isStamp(value)) continue;
      const seen = this.#stamps.get(name);
      if (seen === undefined) this.#stamps.set(name, value);
      else if (seen !== value) this.#mixed.add(name);
    }
    this.#rows++;
    if (scalarReward(row) !== null) this.#graded++;
    if (typeof row.finish_reason === "string") {
      this.#ended++;
      if (row.finish_reason === "length") this.#truncated++;
    }
    const reply = spokenReply(row);
    if (reply === null) return;
    this.#replies++;
    if (reply.answered) this.#answered++;
    if (reply.unclosedThought) this.#unclosed++;
  }

  config(nTasks: number, k: number): RunConfig {
    const stamp = (name: StampName) => (this.#mixed.has(name) ? null : (this.#stamps.get(name) ?? null));
    const share = (part: number, whole: number) => (whole === 0 ? null : roundHalfEven(part / whole, SHARE_DIGITS));
    return {
      n_tasks: nTasks,
      k,
      temperature: stamp("temperature"),
      max_tokens: stamp("max_tokens"),
      policy_version: stamp("policy_version"),
      judge_version: stamp("judge_version"),
      prompt_hash: stamp("prompt_hash"),
      user_model: stamp("user_model"),
      writer_model: stamp("writer_model"),
      mixed: STAMP_READERS.map(([name]) => name).filter((name) => this.#mixed.has(name)),
      truncated_share: share(this.#truncated, this.#ended),
      answered_share: share(this.#answered, this.#replies),
      unclosed_think_share: share(this.#unclosed, this.#replies),
      graded_share: share(this.#graded, this.#rows),
    };
  }
}
