import { RowError } from "@whileai/core";
import { entryError } from "./entry-error.js";
import { refuseGzip } from "./refuse-gzip.js";

/** A text file in pieces: bytes or text, at once or as they arrive. */
export type TextChunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** The lines of a text that are not empty, with their numbers from 1. Lines end at `\n`; one `\r` before it is dropped. */
export async function* textLines(
  chunks: TextChunks,
  path: string | undefined,
): AsyncGenerator<{ text: string; line: number }> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 0;
  let pending: string[] = [];
  const finish = (end: string): string => {
    const whole = pending.length === 0 ? end : pending.join("") + end;
    pending = [];
    line++;
    const from = line === 1 && whole.startsWith("\ufeff") ? 1 : 0;
    return whole.slice(from, whole.endsWith("\r") ? -1 : undefined);
  };
  for await (const chunk of chunks as AsyncIterable<unknown>) {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array))
      throw entryError("text or bytes", chunk, { name: path });
    if (line === 0 && pending.length === 0 && typeof chunk !== "string") refuseGzip(chunk, { name: path });
    const text = typeof chunk === "string" ? chunk : decoded(() => decoder.decode(chunk, { stream: true }), line, path);
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      const whole = finish(text.slice(start, end));
      start = end + 1;
      if (whole.trim() !== "") yield { text: whole, line };
    }
    if (start < text.length) pending.push(text.slice(start));
  }
  const last = finish(decoded(() => decoder.decode(), line, path));
  if (last.trim() !== "") yield { text: last, line };
}

function decoded(decode: () => string, line: number, path: string | undefined): string {
  try {
    return decode();
  } catch (cause) {
    throw new RowError({ path, line: line + 1, cause, message: "not text in UTF-8.", fix: "Save the file as UTF-8." });
  }
}
