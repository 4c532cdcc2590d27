import { Decompress } from "fzstd";
import { checkHuffmanWeights } from "./check-huffman-weights.js";
import { FilledBytes } from "./filled-bytes.js";

/** The largest window a frame may ask for: what `zstd --long` uses. The usual ones are 2 to 8 MiB. */
const MAX_WINDOW_BYTES = 128 * 2 ** 20;
const FRAME_MAGIC = 0xfd2fb528;
const BLOCK_HEADER_BYTES = 3;
const REPEATED_BYTE = 1;
const COMPRESSED = 2;
const CHECKSUM_BYTES = 4;

/**
 * Unpacks Zstandard frames that follow one another to `bytes` bytes.
 *
 * @throws Error when they are damaged, hold more than that, or ask for an unusually large window.
 */
export function unpackZstandard(packed: Uint8Array, bytes: number): Uint8Array {
  checkFrames(packed);
  const unpacked = new FilledBytes(bytes);
  new Decompress((part) => unpacked.add(part)).push(packed, true);
  return unpacked.bytes;
}

/** Looks at what the decoder takes on trust: a window is memory that is taken before anything is unpacked. */
function checkFrames(packed: Uint8Array): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = 0;
  while (at < packed.length) {
    // Frames that readers skip have other numbers; no writer of logs makes them.
    if (view.getUint32(at, true) !== FRAME_MAGIC) throw new Error("it is not a Zstandard frame");
    const descriptor = view.getUint8(at + 4);
    const isSingle = (descriptor & 0x20) !== 0;
    const idBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
    const sizeCode = descriptor >> 6;
    const sizeBytes = sizeCode === 0 ? Number(isSingle) : 2 ** sizeCode;
    const sizeAt = at + 5 + Number(!isSingle) + idBytes;
    const window = isSingle ? contentBytes(view, sizeAt, sizeBytes) : windowBytes(view.getUint8(at + 5));
    if (window > MAX_WINDOW_BYTES) throw new Error(`it asks for a window of ${window} bytes`);
    at = afterBlocks(packed, view, sizeAt + sizeBytes) + (descriptor & 4 ? CHECKSUM_BYTES : 0);
  }
}

function windowBytes(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentBytes(view: DataView, at: number, width: number): number {
  if (width === 1) return view.getUint8(at);
  if (width === 2) return view.getUint16(at, true) + 256;
  return width === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

function afterBlocks(packed: Uint8Array, view: DataView, start: number): number {
  let at = start;
  for (;;) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const size = header >> 3;
    const type = (header >> 1) & 3;
    if (type === COMPRESSED) checkHuffmanWeights(packed, at + BLOCK_HEADER_BYTES);
    at += BLOCK_HEADER_BYTES + (type === REPEATED_BYTE ? 1 : size);
    if (header & 1) return at;
  }
}
