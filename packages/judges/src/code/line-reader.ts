import type { Readable } from "node:stream";

const NEWLINE = 0x0a;

/**
 * Calls `onLine` with each line of a stream, without its end, and `onTooLong` once when a line grows beyond `limit` bytes;
 * nothing is read after that.
 */
export function readLines(
  stream: Readable,
  limit: number,
  onLine: (line: Buffer) => void,
  onTooLong: () => void,
): void {
  let parts: Buffer[] = [];
  let size = 0;
  let stopped = false;
  stream.on("data", (chunk: Buffer) => {
    let from = 0;
    while (!stopped) {
      const end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end < 0 ? undefined : end);
      size += part.length;
      if (size > limit) {
        stopped = true;
        parts = [];
        stream.destroy();
        return onTooLong();
      }
      parts.push(part);
      if (end < 0) return;
      const line = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      parts = [];
      size = 0;
      from = end + 1;
      onLine(line);
    }
  });
  // A reader that is gone is told by the process's own end.
  stream.on("error", () => {});
}
