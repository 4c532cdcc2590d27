import { access, rm } from "node:fs/promises";
import type { Backend, Completion, CompletionOptions, CompletionRequest } from "../../backend/backend.js";
import { delegateBackend } from "../../backend/delegate-backend.js";
import { AbortError } from "../../errors/abort-error.js";
import { RowError } from "../../errors/row-error.js";
import { WhileaiError } from "../../errors/whileai-error.js";
import { isRecord } from "../../json/json.js";
import { plainJson } from "../../json/plain-json.js";
import { describeError } from "../../judging/describe-error.js";
import { checkOptions, optionRule } from "../../options/check-options.js";
import { type ReadNote, readRows } from "../read-rows.js";
import { RowAppender } from "../row-appender.js";
import { requestKey } from "./request-key.js";

const MODES = ["auto", "replay", "record"] as const;
const SCHEMA = "whileai-cassette/1";

export interface CassetteOptions {
  /** A `.jsonl` file; made when it is not there, except in mode `replay`. */
  readonly path: string;
  /**
   * `auto` (default) answers from the file what it holds and records the rest. `replay` never calls a model: a call that the
   * file does not hold throws. `record` begins a new file.
   */
  readonly mode?: (typeof MODES)[number] | undefined;
}

/** Model calls on a file. */
export interface CassetteTape {
  /** Calls answered from the file. */
  readonly played: number;
  /** Calls that were made and are on the file now. */
  readonly recorded: number;
  /** The same backend, its calls answered from the file or recorded on it. One tape serves any number of backends. */
  backend(live: Backend): Backend;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/**
 * Records model calls on a file and plays them back: the second run of the same calls costs nothing and answers the same.
 *
 * A call is known by its provider, model and whole request, the seed included, so that the k rollouts of one prompt stay k
 * answers; a request that is made several times gets the recordings in their order. Only whole answers are kept: what failed,
 * was filtered or came back empty is asked again. Wrap the limited backend, so that played calls use no allowance.
 *
 * @throws OptionError for a path that is no `.jsonl` file; code `cassette_miss` in mode `replay`, `cassette_unwritable` for an
 * answer that the file could not take; RowError for a file that is no cassette.
 *
 * @example
 * const tape = await Cassette({ path: "calls.jsonl" });
 * const data = await simulate({ agent: tape.backend(OpenAI("gpt-4.1-mini")), tools, systemPrompt });
 * await tape.close();
 */
export async function Cassette(options: CassetteOptions): Promise<CassetteTape> {
  checkOptions("Cassette", options, { path: optionRule.text, mode: optionRule.oneOf(MODES) });
  const { path, mode = "auto" } = options;
  if (mode === "record") await rm(path, { force: true });
  // A replay leaves the file alone: others may play it at the same time, or hold it where nobody can write.
  const log = mode === "replay" ? undefined : await RowAppender.open(path);
  let takes: Map<string, Completion[]>;
  try {
    takes = await readTakes(path);
  } catch (error) {
    await log?.close();
    throw error;
  }
  const asked = new Map<string, number>();
  const counts = { played: 0, recorded: 0 };
  const recordings = new Set<Promise<void>>();

  async function complete(live: Backend, request: CompletionRequest, given: CompletionOptions): Promise<Completion> {
    if (given.signal?.aborted) throw new AbortError();
    const key = requestKey(live, request);
    const take = asked.get(key) ?? 0;
    asked.set(key, take + 1);
    const known = takes.get(key)?.[take];
    if (known !== undefined) {
      counts.played++;
      return structuredClone(known);
    }
    if (log === undefined) {
      asked.set(key, take);
      throw missing(path, live, take);
    }
    let completion: Completion;
    try {
      completion = await live.complete(request, given);
    } catch (error) {
      asked.set(key, (asked.get(key) ?? 1) - 1);
      throw error;
    }
    if (isWhole(completion)) {
      const recording = record(log, key, live, completion);
      recordings.add(recording);
      await recording.finally(() => recordings.delete(recording));
    }
    return completion;
  }

  async function record(log: RowAppender, key: string, live: Backend, completion: Completion): Promise<void> {
    try {
      await log.append({ schema: SCHEMA, key, model: live.model, completion: plainJson(completion) });
      counts.recorded++;
    } catch (cause) {
      throw unrecorded(path, cause);
    }
  }

  return {
    get played() {
      return counts.played;
    },
    get recorded() {
      return counts.recorded;
    },
    backend: (live) => delegateBackend(live, (request, given = {}) => complete(live, request, given)),
    close: async () => {
      await log?.close();
      // What was written is also counted.
      await Promise.allSettled(recordings);
    },
  };
}

/** Backends of a caller's own may answer with anything: what is no completion is theirs to explain, and not kept. */
const isWhole = (answer: unknown): boolean =>
  isCompletion(answer) &&
  answer.finishReason !== "content_filter" &&
  (answer.text.trim() !== "" || answer.toolCalls.length > 0);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );

async function readTakes(path: string): Promise<Map<string, Completion[]>> {
  const takes = new Map<string, Completion[]>();
  if (!(await isThere(path))) return takes;
  let line = 0;
  // The end of a recording that was stopped is no call; anything else that cannot be read is a mistake.
  const onNote = ({ code, line: at, message }: ReadNote): void => {
    if (code === "bad_line") throw new RowError({ path, line: at, message, fix: "Repair or remove the line." });
  };
  for await (const entry of readRows(path, { onBadLine: "skip", onNote })) {
    line++;
    if (entry.schema !== SCHEMA || typeof entry.key !== "string" || !isCompletion(entry.completion)) {
      throw new RowError({
        path,
        line,
        message: "this is not a recorded model call.",
        fix: "Give the cassette a file of its own.",
      });
    }
    const known = takes.get(entry.key);
    if (known === undefined) takes.set(entry.key, [entry.completion]);
    else known.push(entry.completion);
  }
  return takes;
}

const isCompletion = (value: unknown): value is Completion =>
  isRecord(value) && typeof value.text === "string" && Array.isArray(value.toolCalls);

const missing = (path: string, backend: Backend, take: number): WhileaiError =>
  new WhileaiError("cassette_miss", {
    message: `${path} holds no ${take === 0 ? "" : "further "}recording of this call to ${backend}.`,
    fix: 'Record it with mode "auto"; another prompt, tool, model, option or seed is another call.',
  });

// Said apart from what models answer: whoever goes on now pays for answers that nobody keeps.
const unrecorded = (path: string, cause: unknown): WhileaiError =>
  new WhileaiError("cassette_unwritable", {
    cause,
    message: `A model call could not be recorded: ${describeError(cause)}`,
    fix: WhileaiError.isInstance(cause) ? "" : `Check that ${path} can be written to.`,
  });
