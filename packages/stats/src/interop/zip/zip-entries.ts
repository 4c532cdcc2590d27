import { RowError } from "@whileai/core";

/** Limits of what is unpacked. Convention: beyond any log that statistics are made of, within the memory of a laptop. */
export const ZIP_LIMITS = {
  /** Entries of a file. */
  entries: 1_000_000,
  /** Bytes of one entry, unpacked. */
  entryBytes: 256 * 2 ** 20,
  /** Bytes of all entries that are read, unpacked. */
  totalBytes: 8 * 2 ** 30,
} as const;

/** Where an entry of a zip file lies. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated, 93 Zstandard. */
  readonly method: number;
  readonly packedBytes: number;
  /** Bytes that it says to have, unpacked. */
  readonly bytes: number;
  readonly headerAt: number;
  /** CRC-32 of the unpacked bytes. */
  readonly checksum: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const END_64_SIGNATURE = 0x06064b50;
const END_64_LOCATOR_SIGNATURE = 0x07064b50;
const END_64_LOCATOR_BYTES = 20;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const EXTRA_64 = 1;
const IN_EXTRA = 0xffffffff;
const MAX_COMMENT_BYTES = 0xffff;

/** Whether bytes begin as a zip file does. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

const damaged = (what: string, path: string | undefined): RowError =>
  new RowError({
    path,
    message: `a damaged zip file: ${what}.`,
    fix: "Copy the file again from where it was written.",
  });

/**
 * The entries of a zip file by its directory, in order; of several with one name the last, which is the valid one.
 *
 * @throws RowError for a file that is cut, damaged, or lists more entries than the limit.
 */
export function zipEntries(bytes: Uint8Array, path?: string | undefined): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { count, start } = directoryOf(view, path);
    if (count > ZIP_LIMITS.entries) throw damaged(`it lists ${count} entries`, path);
    const entries = new Map<string, ZipEntry>();
    let at = start;
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw damaged("its directory is broken", path);
      const nameBytes = view.getUint16(at + 28, true);
      const extraBytes = view.getUint16(at + 30, true);
      const entry = entryAt(view, at, nameBytes, extraBytes);
      entries.delete(entry.name);
      entries.set(entry.name, entry);
      at += ENTRY_BYTES + nameBytes + extraBytes + view.getUint16(at + 32, true);
    }
    return [...entries.values()];
  } catch (error) {
    if (error instanceof RangeError) throw damaged("it ends too soon", path);
    throw error;
  }
}

function directoryOf(view: DataView, path: string | undefined): { count: number; start: number } {
  const lowest = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const locator = at - END_64_LOCATOR_BYTES;
    if (locator >= 0 && view.getUint32(locator, true) === END_64_LOCATOR_SIGNATURE) {
      const end = Number(view.getBigUint64(locator + 8, true));
      if (view.getUint32(end, true) !== END_64_SIGNATURE)
        throw damaged("its directory is not where it should be", path);
      return { count: Number(view.getBigUint64(end + 32, true)), start: Number(view.getBigUint64(end + 48, true)) };
    }
    return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
  }
  throw damaged("it has no directory, as when its writer was stopped", path);
}

function entryAt(view: DataView, at: number, nameBytes: number, extraBytes: number): ZipEntry {
  const name = new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_BYTES, nameBytes);
  const narrow = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  const [bytes = 0, packedBytes = 0, headerAt = 0] = narrow.includes(IN_EXTRA)
    ? wideNumbers(view, at + ENTRY_BYTES + nameBytes, extraBytes, narrow)
    : narrow;
  const method = view.getUint16(at + 10, true);
  const checksum = view.getUint32(at + 16, true);
  return { name: new TextDecoder().decode(name), method, packedBytes, bytes, headerAt, checksum };
}

/** Numbers that do not fit 32 bits stand in an extra field, in this order. */
function wideNumbers(view: DataView, start: number, extraBytes: number, narrow: readonly number[]): number[] {
  let at = start;
  while (at < start + extraBytes && view.getUint16(at, true) !== EXTRA_64) at += 4 + view.getUint16(at + 2, true);
  let next = at + 4;
  return narrow.map((number) => {
    if (number !== IN_EXTRA) return number;
    next += 8;
    return Number(view.getBigUint64(next - 8, true));
  });
}
