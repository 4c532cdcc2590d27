import { RowError } from "@whileai/core";
import type { EntryPlace } from "./results-tally.js";

/** Refuses bytes that begin as a gzip file does: readers unpack nothing but the zip files that Inspect writes. */
export function refuseGzip(
  bytes: Uint8Array,
  { name, line }: EntryPlace & { readonly name?: string | undefined },
): void {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return;
  throw new RowError({
    path: name,
    line,
    message: "compressed with gzip.",
    fix: 'Unpack it first: gunzipSync(bytes) of node:zlib, a DecompressionStream("gzip"), or gunzip on the command line.',
  });
}
