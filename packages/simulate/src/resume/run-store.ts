import {
  asSentence,
  cutText,
  describeError,
  errorCode,
  isRecord,
  type Json,
  type Note,
  OptionError,
  type Row,
} from "@whileai/core";
import type { RunEvent, RunFolder, RunManifest } from "@whileai/core/node";
import type { Redaction } from "../redaction/redaction.js";
import { brokenField } from "../rollout/broken-field.js";
import type { ProbeLabel } from "../rollout/probe-label.js";
import type { SimulatedRow } from "../rollout/simulated-row.js";
import type { SituationMemory, WrittenSituations } from "../writer/situation-source.js";
import { differingOptions, type RunIdentity } from "./run-identity.js";

/** The folder that a run is kept in, as the call settles it. */
export interface StorePlan {
  /** Undefined for the folder that is named after the options. */
  readonly dir: string | undefined;
  readonly resume: boolean;
}

/** What a run folder is opened for. */
export interface StoreSetting {
  readonly plan: StorePlan;
  readonly identity: RunIdentity;
  /** Facts of the run for readers of its manifest. */
  readonly facts: Readonly<Record<string, Json>>;
  readonly seed: number;
  readonly systemPromptSha: string;
  /** A rollout costs money and time: files are flushed to the disk itself more often, and timings are kept. */
  readonly isPaid: boolean;
  readonly redaction?: Redaction | undefined;
}

/** Where runs are kept by default, and the hex digits of the options' hash that name one. */
const DEFAULT_FOLDER = ".whileai/runs";
const NAME_DIGITS = 12;
/** Rows after which files are flushed to the disk itself. Convention. */
const SYNC_EVERY_PAID = 20;
const SYNC_EVERY_FREE = 2000;
const ROLLOUT_ID = /^[0-9a-f]{16}$/;

/** A run on disk as the loop sees it: what earlier sessions left, and a place for what lands now. */
export class RunStore implements SituationMemory {
  readonly #folder: RunFolder;
  readonly #labels: ReadonlyMap<string, ProbeLabel>;
  readonly #written: ReadonlyMap<number, WrittenSituations>;
  readonly #isDefault: boolean;
  readonly #keepsTimings: boolean;
  readonly #redaction: Redaction | undefined;
  #recalled = 0;
  /** Something that cost work is in the folder. */
  #isWorthKeeping: boolean;

  private constructor(
    folder: RunFolder,
    labels: ReadonlyMap<string, ProbeLabel>,
    written: ReadonlyMap<number, WrittenSituations>,
    setting: StoreSetting,
  ) {
    this.#isDefault = setting.plan.dir === undefined;
    this.#keepsTimings = setting.isPaid;
    this.#redaction = setting.redaction;
    this.#isWorthKeeping = folder.landed + written.size > 0;
    this.#folder = folder;
    this.#labels = labels;
    this.#written = written;
  }

  /** @throws OptionError when the folder holds another run, or one that must not go on; RowError when it cannot be used. */
  static async open(setting: StoreSetting): Promise<RunStore> {
    const { holdsRun } = await import("@whileai/core/node");
    const { plan } = setting;
    if (plan.dir !== undefined) {
      if (!plan.resume && (await holdsRun(plan.dir))) throw taken(plan.dir);
      return RunStore.#openAt(plan.dir, setting);
    }
    const name = `${DEFAULT_FOLDER}/${setting.identity.hash.slice(0, NAME_DIGITS)}`;
    for (let copy = 1; ; copy++) {
      const dir = copy === 1 ? name : `${name}-${copy}`;
      if (!plan.resume && (await holdsRun(dir))) continue;
      try {
        return await RunStore.#openAt(dir, setting);
      } catch (error) {
        // The same call at work elsewhere keeps its folder; this one gets the next.
        if (errorCode(error) !== "folder_locked") throw error;
      }
    }
  }

  static async #openAt(dir: string, setting: StoreSetting): Promise<RunStore> {
    const { RUN_SCHEMA, RunFolder } = await import("@whileai/core/node");
    const { identity } = setting;
    const labels = new Map<string, ProbeLabel>();
    const written = new Map<number, WrittenSituations>();
    const folder = await RunFolder.open(dir, {
      manifest: { schema: RUN_SCHEMA, options_hash: identity.hash, ...setting.facts, options: identity.options },
      checkManifest: (found) => checkSame(dir, found, identity),
      keyOf: (row) => keyOf(row, setting),
      onEvent: (event) => readEvent(event, labels, written),
      syncEvery: setting.isPaid ? SYNC_EVERY_PAID : SYNC_EVERY_FREE,
    });
    await folder.note({ event: "session", rows: folder.landed, rejected: folder.rejected });
    return new RunStore(folder, labels, written, setting);
  }

  get dir(): string {
    return this.#folder.dir;
  }

  /** Rows of earlier sessions that this one has used. */
  get recalled(): number {
    return this.#recalled;
  }

  /** True when no earlier session left a row. */
  get isFresh(): boolean {
    return this.#folder.landed === 0;
  }

  /** The row that an earlier session left for a rollout. */
  row(rolloutId: string): Promise<SimulatedRow | undefined> | undefined {
    if (!this.#folder.has(rolloutId)) return undefined;
    this.#recalled++;
    return this.#folder.read(rolloutId) as Promise<SimulatedRow | undefined>;
  }

  keepRow(row: SimulatedRow): Promise<void> {
    this.#isWorthKeeping = true;
    return this.#folder.append(row);
  }

  label(row: SimulatedRow): ProbeLabel | undefined {
    return this.#labels.get(row.rollout_id);
  }

  keepLabel(row: SimulatedRow, { label, reward, graderFailed }: ProbeLabel): Promise<void> {
    return this.#folder.note({
      event: "label",
      rollout_id: row.rollout_id,
      label: label ?? null,
      reward,
      grader_failed: graderFailed,
    });
  }

  written(first: number): WrittenSituations | undefined {
    return this.#written.get(first);
  }

  keepWritten(first: number, { prompts, kept, asked, failure }: WrittenSituations): Promise<void> {
    this.#isWorthKeeping = true;
    return this.#folder.note({ event: "situations", first, prompts, kept, asked, failure: failure ?? null });
  }

  /** Keeps how long a rollout took, where a rollout costs time. It is not waited for: a run without it is whole. */
  keepTiming(row: SimulatedRow, milliseconds: number): void {
    if (!this.#keepsTimings) return;
    const event = { event: "rollout", rollout_id: row.rollout_id, ms: Math.round(milliseconds) };
    this.#folder.note(event).catch(() => undefined);
  }

  keepLoss(rolloutId: string, error: unknown): Promise<void> {
    const text = describeError(error);
    return this.#folder.note({ event: "lost", rollout_id: rolloutId, error: this.#redaction?.text(text) ?? text });
  }

  /** What the reader of the report should know about the folder. */
  notes(isWhole: boolean): Note[] {
    const { landed, rejected, unreadableEvents, dir } = this.#folder;
    const left = landed - this.#recalled;
    const notes: Note[] = [];
    if (this.#recalled > 0) {
      notes.push({
        code: "run_resumed",
        severity: "info",
        message: `${count(this.#recalled, "row")} came from an earlier session in ${dir} and ${this.#recalled === 1 ? "was" : "were"} not played again.`,
        fix: this.#isDefault
          ? "Set store.resume to false to play the run anew."
          : "Give another store.dir to play the run anew.",
      });
    }
    if (rejected > 0) {
      notes.push({
        code: "lines_rejected",
        severity: "warning",
        message: `${count(rejected, "line")} of ${dir}/rows.jsonl ${rejected === 1 ? "was no row" : "were no rows"} of this run and moved to rejected.jsonl.`,
      });
    }
    if (unreadableEvents > 0) {
      notes.push({
        code: "events_unreadable",
        severity: "warning",
        message: `${count(unreadableEvents, "line")} of ${dir}/events.jsonl cannot be read: what a model or a grader had said there was asked for again.`,
      });
    }
    if (isWhole && left > 0) {
      notes.push({
        code: "rows_left_over",
        severity: "warning",
        message: `${count(left, "row")} in ${dir}/rows.jsonl ${left === 1 ? "belongs" : "belong"} to no rollout of this run and ${left === 1 ? "is" : "are"} not in its result.`,
      });
    }
    return notes;
  }

  writeReport(report: unknown): Promise<void> {
    return this.#folder.writeReport(report);
  }

  /** Ends the session. A folder that nobody asked for and that holds nothing goes away again. */
  close(): Promise<void> {
    return this.#isDefault && !this.#isWorthKeeping ? this.#folder.discard() : this.#folder.close();
  }
}

const count = (number: number, word: string): string => `${number} ${number === 1 ? word : `${word}s`}`;

/** A note for a run that could not be kept where it is kept by default. */
export const storeUnavailable = (error: unknown): Note => ({
  code: "store_unavailable",
  severity: "warning",
  message: `The run is not kept on disk: ${asSentence(describeError(error))}`,
  fix: "Give store.dir a folder that can be written to, or store.dir: false.",
});

function checkSame(dir: string, found: RunManifest, identity: RunIdentity): void {
  if (found.options_hash === identity.hash) return;
  const options = isRecord(found.options) ? found.options : {};
  const names = differingOptions(options, identity.options);
  const list = names.map((name) => `${name} (${short(options[name])} there, ${short(identity.options[name])} here)`);
  throw new OptionError({
    option: "store.dir",
    received: dir,
    message: `simulate: ${dir} holds a run with other options: ${list.join(", ") || "its manifest was changed"}.`,
    fix: "Give another store.dir, or the options of that run.",
  });
}

const LONGEST_SHOWN = 60;

function short(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? "nothing");
  return text.length > LONGEST_SHOWN ? `${cutText(text, LONGEST_SHOWN)}…` : text;
}

const taken = (dir: string): OptionError =>
  new OptionError({
    option: "store.resume",
    received: false,
    message: `simulate: ${dir} holds a run, and store.resume is false.`,
    fix: "Give another store.dir, or leave store.resume out to go on with that run.",
  });

// What a row must show to be one of this run's; its text may have been redacted before it was written.
function keyOf(row: Row, { seed, systemPromptSha }: StoreSetting): string | undefined {
  const { rollout_id: id, lineage } = row;
  const isOurs = row.seed === seed && isRecord(lineage) && lineage.system_prompt_sha === systemPromptSha;
  return isOurs && typeof id === "string" && ROLLOUT_ID.test(id) && brokenField(row) === undefined ? id : undefined;
}

function readEvent(event: RunEvent, labels: Map<string, ProbeLabel>, written: Map<number, WrittenSituations>): void {
  if (event.event === "label" && typeof event.rollout_id === "string") {
    labels.set(event.rollout_id, {
      label: typeof event.label === "string" ? event.label : undefined,
      reward: typeof event.reward === "number" ? event.reward : null,
      graderFailed: event.grader_failed === true,
    });
  }
  const { first, prompts } = event;
  if (event.event === "situations" && typeof first === "number" && Array.isArray(prompts) && prompts.every(isWording)) {
    written.set(first, {
      prompts,
      kept: Number(event.kept) || 0,
      asked: Number(event.asked) || 0,
      failure: typeof event.failure === "string" ? event.failure : undefined,
    });
  }
}

const isWording = (value: unknown): value is string | null => value === null || typeof value === "string";
