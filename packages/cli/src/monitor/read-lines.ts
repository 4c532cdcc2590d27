/** A line of a stream; one that is longer than the limit comes without its text. */
export type StreamLine = { readonly text: string } | { readonly tooLong: number };

const NEWLINE = 0x0a;

/**
 * The lines of a byte stream. They end at `\n` alone, so separators such as U+2028 inside texts are safe; what stands
 * behind the last one is a line too. Bytes that are no UTF-8 become replacement characters. Of a line that is longer than
 * `limit` bytes nothing is kept.
 */
export async function* readLines(input: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<StreamLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const line = (): StreamLine => {
    const found = size > limit ? { tooLong: size } : { text: Buffer.concat(parts).toString("utf8") };
    parts = [];
    size = 0;
    return found;
  };
  const keep = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size <= limit) parts.push(bytes);
    else parts = [];
  };
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at));
      yield line();
      from = at + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (size > 0) yield line();
}
