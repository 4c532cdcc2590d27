import { Inflate, inflateSync } from "fflate";
import { FilledBytes } from "./filled-bytes.js";

/** Bytes that are unpacked at a time: of what unpacks a thousandfold, 64 MB before it is seen to be too much. */
const STEP = 64 * 2 ** 10;

/**
 * Unpacks deflated data to `bytes` bytes.
 *
 * @throws Error when it is damaged or holds more than that.
 */
export function unpackDeflate(packed: Uint8Array, bytes: number): Uint8Array {
  const unpacked = new FilledBytes(bytes);
  if (packed.length <= STEP) {
    // Most samples are as short, and at once takes half the time. One byte more shows that there is more.
    unpacked.add(inflateSync(packed, { out: new Uint8Array(bytes + 1) }));
    return unpacked.bytes;
  }
  const stream = new Inflate((part) => unpacked.add(part));
  for (let at = 0; at < packed.length; at += STEP)
    stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
  return unpacked.bytes;
}
