import { canonicalJson, describeError, isRecord, jsonText, WhileaiError } from "@whileai/core";
import { HackMonitor } from "./hack-monitor.js";
import type { HackMonitorOptions } from "./monitor-options.js";
import type { MonitorSummary } from "./monitor-summary.js";
import {
  checkMonitorMessage,
  type MonitorMessage,
  type ReadMessage,
  readMonitorMessage,
} from "./read-monitor-message.js";

/** The version of the line protocol. */
export const MONITOR_PROTOCOL = 1;

/** What came of one line. */
export interface LineResult {
  /** Lines to send back, without line ends. */
  readonly replies: readonly string[];
  /** The message with every option that it was taken under, worth keeping in a log; null for a line that was refused or only asks. */
  readonly taken: Readonly<Record<string, unknown>> | null;
}

/** A conversation of a trainer with a monitor. */
export interface MonitorSession {
  /** Takes a line (without its line end) and says what to send back. Never throws. */
  line(text: string): LineResult;
  /**
   * Takes what an earlier session gave back as `taken`, as it stands: no options are put under it and no line is counted.
   * Says why it was refused; null where it was not.
   */
  restore(taken: unknown): string | null;
  /** Counts a line that could not be read at all and says so to the trainer. */
  refuse(message: string): LineResult;
  /** `waiting` for a hello, `open`, `ended` by an end, or `refused` after a bad hello. */
  readonly status: "waiting" | "open" | "ended" | "refused";
  /** What the run showed so far; null before a hello. */
  summary(): MonitorSummary | null;
}

/**
 * The line protocol of a {@link HackMonitor} without any input or output: one JSON object a line, `type` says which.
 *
 * `hello {v: 1, config}` is answered by `ready`; `train {step, prompts, completions, rewards, columns?}` and
 * `log {step, kl?}` by nothing; `eval {step, rows, id?}` by one `eval {id, step, proxy, gold, length, kl, alarms, notes, stop}`;
 * `summary` and `end` by a `summary`. Unknown fields are ignored. A bad line is answered by `error {message, line}` and
 * changes nothing, except that a bad hello ends the session. A second hello with the same options goes on, as after a
 * restart.
 *
 * @param config - Options under those of the hello.
 *
 * @example
 * const session = createMonitorSession();
 * session.line('{"type": "hello", "v": 1, "config": {"stopOn": ["divergence"]}}').replies; // ['{"type":"ready","v":1}']
 */
export function createMonitorSession(config: HackMonitorOptions = {}): MonitorSession {
  return new Session(config);
}

const NOTHING: LineResult = { replies: [], taken: null };

class Session implements MonitorSession {
  readonly #config: HackMonitorOptions;
  #monitor: HackMonitor | null = null;
  /** The options of the run, as they came and as text. */
  #begun: HackMonitorOptions = {};
  #options = "";
  #lines = 0;
  #status: MonitorSession["status"] = "waiting";

  constructor(config: HackMonitorOptions) {
    this.#config = config;
  }

  get status(): MonitorSession["status"] {
    return this.#status;
  }

  summary(): MonitorSummary | null {
    return this.#monitor?.summary() ?? null;
  }

  refuse(message: string): LineResult {
    this.#lines++;
    return this.#error(message);
  }

  line(text: string): LineResult {
    this.#lines++;
    // Trimming takes a byte order mark as well.
    const bare = text.trim();
    if (bare === "") return NOTHING;
    const read = readMonitorMessage(bare);
    const result = this.#answer(read, this.#config);
    return typeof result === "string" ? this.#error(result, read.id) : result;
  }

  restore(taken: unknown): string | null {
    const result = this.#answer(checkMonitorMessage(taken), {});
    return typeof result === "string" ? result : null;
  }

  // A text says why there is no answer.
  #answer({ message, problem }: ReadMessage, config: HackMonitorOptions): LineResult | string {
    if (message === null) return problem;
    try {
      return this.#take(message, config);
    } catch (error) {
      if (message.type === "hello") this.#status = "refused";
      return reason(error);
    }
  }

  #take(message: MonitorMessage, config: HackMonitorOptions): LineResult | string {
    if (this.#status === "ended" || this.#status === "refused") return "the session has ended";
    if (message.type === "hello") return this.#hello(message, config);
    const monitor = this.#monitor;
    if (monitor === null) return `${message.type} came before hello`;
    switch (message.type) {
      case "train":
        monitor.observe({ step: message.step, rows: message.rows });
        return { replies: [], taken: message.raw };
      case "log":
        monitor.observe({ step: message.step, kl: message.kl });
        return { replies: [], taken: message.raw };
      case "eval": {
        const { entry, alarms, notes, stop } = monitor.evaluate({
          step: message.step,
          rows: message.rows,
          kl: message.kl,
        });
        const { step, proxy, gold, length, kl } = entry;
        const reply = { type: "eval", id: message.id ?? null, step, proxy, gold, length, kl, alarms, notes, stop };
        return { replies: [jsonText(reply)], taken: message.raw };
      }
      case "summary":
      case "end": {
        if (message.type === "end") this.#status = "ended";
        const summary = monitor.summary();
        return { replies: [jsonText({ type: "summary", ...summary.toJSON(), text: `${summary}` })], taken: null };
      }
    }
  }

  #hello(
    { v, config, raw }: Extract<MonitorMessage, { type: "hello" }>,
    base: HackMonitorOptions,
  ): LineResult | string {
    const merged = isRecord(config) ? { ...base, ...config } : base;
    const options = canonicalJson(merged);
    const problem =
      v !== MONITOR_PROTOCOL
        ? `hello: v must be ${MONITOR_PROTOCOL}, the version of the protocol that is spoken here`
        : !isRecord(config)
          ? "hello: config must be an object"
          : this.#monitor !== null && options !== this.#options
            ? `this run was begun with other options (${differing(merged, this.#begun)}); keep those, or begin another log`
            : null;
    if (problem !== null) {
      this.#status = "refused";
      return problem;
    }
    this.#monitor ??= new HackMonitor(merged as HackMonitorOptions);
    this.#begun = merged;
    this.#options = options;
    this.#status = "open";
    return { replies: [jsonText({ type: "ready", v: MONITOR_PROTOCOL })], taken: { ...raw, config: merged } };
  }

  #error(message: string, id?: unknown): LineResult {
    const reply = { type: "error", message, line: this.#lines, ...(id === undefined ? {} : { id }) };
    return { replies: [jsonText(reply)], taken: null };
  }
}

/** Names of the options that two sets of them do not share. */
function differing(left: HackMonitorOptions, right: HackMonitorOptions): string {
  const texts = (options: HackMonitorOptions) =>
    new Map(Object.entries(options).map(([name, value]): [string, string] => [name, canonicalJson(value ?? null)]));
  const [there, here] = [texts(left), texts(right)];
  const names = [...new Set([...there.keys(), ...here.keys()])];
  return names.filter((name) => there.get(name) !== here.get(name)).join(", ");
}

function reason(error: unknown): string {
  if (WhileaiError.isInstance(error)) return error.message;
  return isRecord(error) ? describeError(error) : "the line could not be taken";
}
