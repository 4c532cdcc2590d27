import { untilAborted } from "../../abort/until-aborted.js";
import { AbortError } from "../../errors/abort-error.js";
import { BackendError, TransientError } from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { LONGEST_TIMER_MS } from "../../timer/longest-timer.js";
import { connectionError, withoutKey } from "./guarded-fetch.js";
import { type CallSite, isWebPage, webPageError } from "./http-error.js";

/** How the lines of an answer are read. */
export interface ResponseLinesOptions {
  readonly site: CallSite;
  /** Longest wait for the next piece, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The JSON objects of an answer that has one on each line, read as they come: a file of any size takes the memory of its
 * longest line. Keys are taken out, as everywhere.
 *
 * @throws TransientError when the line breaks off or falls silent, BackendError for lines that are no JSON objects.
 */
export async function* responseLines(
  response: Response,
  options: ResponseLinesOptions,
): AsyncGenerator<Record<string, unknown>> {
  const { site } = options;
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  const decoder = new TextDecoder();
  // Pieces of the line that has not ended yet: joined once, so that a long line costs no more than its length.
  let pieces: string[] = [];
  try {
    for (;;) {
      const chunk = await nextChunk(reader, options);
      const lines = (chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })).split("\n");
      for (const [index, line] of lines.entries()) {
        pieces.push(line);
        if (index === lines.length - 1 && chunk !== undefined) break;
        const text = pieces.join("");
        pieces = [];
        if (text.trim() !== "") yield parsedLine(site, response.status, text);
      }
      if (chunk === undefined) return;
    }
  } finally {
    // Someone who stops half way closes the connection; what it says then changes nothing.
    reader.cancel().catch(() => undefined);
  }
}

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { site, timeoutMs, signal }: ResponseLinesOptions,
): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        const message = `${site.label} at ${site.origin} fell silent for ${timeoutMs / 1000} s in the middle of an answer.`;
        reject(new TransientError({ message, fix: "Raise timeoutMs, or check the server." }));
      },
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    );
  });
  try {
    const { done, value } = await untilAborted(Promise.race([reader.read(), silence]), signal);
    return done ? undefined : value;
  } catch (error) {
    if (error instanceof AbortError || error instanceof TransientError) throw error;
    throw connectionError(site, error);
  } finally {
    clearTimeout(timer);
  }
}

function parsedLine(site: CallSite, status: number, text: string): Record<string, unknown> {
  let line: unknown;
  try {
    line = JSON.parse(withoutKey(site, text));
  } catch {
    line = undefined;
  }
  if (isRecord(line)) return line;
  if (isWebPage(text)) throw webPageError(site, status);
  throw new BackendError({
    status,
    message: `${site.label} at ${site.origin} answered with a line that is no JSON object (${text.length} characters).`,
    fix: "Check the URL and any proxy in between.",
  });
}
