import { describeError } from "@whileai/core";
import { RowAppender, readRows } from "@whileai/core/node";
import { createMonitorSession, type HackMonitorOptions, type MonitorSession } from "@whileai/select";
import { readLines } from "./read-lines.js";

/** Longest line that is taken, in bytes: a batch of 512 completions of 100,000 characters fits. */
const LONGEST_LINE = 64 * 2 ** 20;

/** How a monitor is served. */
export interface ServeOptions {
  readonly config: HackMonitorOptions;
  readonly input: AsyncIterable<Uint8Array>;
  /** Sends a line; resolves when the next one may be sent. */
  readonly send: (line: string) => Promise<void> | void;
  readonly note: (text: string) => void;
  /** Where every message that was taken is kept; what is there already is taken first. */
  readonly log?: string | undefined;
  readonly longestLine?: number | undefined;
}

/**
 * Speaks the line protocol until the stream ends, an `end` comes or a hello is refused. A line that is bad, or a log that
 * cannot be written, never ends it.
 */
export async function serveMonitor(options: ServeOptions): Promise<MonitorSession> {
  const { config, input, send, note, log, longestLine = LONGEST_LINE } = options;
  // Opening mends a last line that a crash has torn.
  let appender = log === undefined ? undefined : await RowAppender.open(log);
  const session = log === undefined ? createMonitorSession(config) : await replayMonitor(log, config, note);
  try {
    for await (const line of readLines(input, longestLine)) {
      const { replies, taken } =
        "text" in line
          ? session.line(line.text)
          : session.refuse(`the line has ${line.tooLong} bytes; ${longestLine} is the most that is taken`);
      if (taken !== null && appender !== undefined) {
        try {
          await appender.append(taken);
        } catch (error) {
          note(`warning: the log is not kept from here on: ${describeError(error)}`);
          await appender.close().catch(() => undefined);
          appender = undefined;
        }
      }
      for (const reply of replies) await send(reply);
      if (session.status === "ended" || session.status === "refused") break;
    }
  } finally {
    await appender?.close().catch((error) => note(`warning: the log may lack its end: ${describeError(error)}`));
  }
  return session;
}

/**
 * A session that has taken what a log holds, under the options that stand there. Lines that cannot be read are noted and
 * passed over.
 *
 * @param config - Options under those of a hello that is still to come.
 */
export async function replayMonitor(
  path: string,
  config: HackMonitorOptions,
  note: (text: string) => void,
): Promise<MonitorSession> {
  const session = createMonitorSession(config);
  const skipped = { onBadLine: "skip", onNote: (read: { message: string }) => note(`note: ${read.message}`) } as const;
  for await (const message of readRows(path, skipped)) {
    const problem = session.restore(message);
    if (problem !== null) note(`note: ${path}: ${problem}`);
  }
  return session;
}
