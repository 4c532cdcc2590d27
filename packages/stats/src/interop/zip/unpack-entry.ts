import { RowError } from "@whileai/core";
import { crc32 } from "./crc-32.js";
import { unpackDeflate } from "./unpack-deflate.js";
import { unpackZstandard } from "./unpack-zstandard.js";
import { ZIP_LIMITS, type ZipEntry } from "./zip-entries.js";

const STORED = 0;
const DEFLATED = 8;
const ZSTANDARD = 93;
const HEADER_SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;

/**
 * The bytes of an entry, never more than it says to have.
 *
 * @throws RowError that names the entry.
 */
export function unpackEntry(bytes: Uint8Array, entry: ZipEntry, path?: string | undefined): Uint8Array {
  const refused = (message: string, cause?: unknown): RowError =>
    new RowError({
      path,
      field: entry.name,
      cause,
      message: `${entry.name}: ${message}.`,
      fix: "Write the log again, or leave the entry out.",
    });
  if (entry.bytes > ZIP_LIMITS.entryBytes)
    throw refused(`${entry.bytes} bytes unpacked, which is more than ${ZIP_LIMITS.entryBytes}`);
  let unpacked: Uint8Array;
  try {
    unpacked = unpack(packedBytes(bytes, entry), entry);
  } catch (error) {
    throw refused(`cannot be unpacked (${error instanceof Error ? error.message : String(error)})`, error);
  }
  if (unpacked.length !== entry.bytes)
    throw refused(`unpacks to ${unpacked.length} bytes where its directory says ${entry.bytes}`);
  if (crc32(unpacked) !== entry.checksum) throw refused("damaged: its checksum is another one");
  return unpacked;
}

function packedBytes(bytes: Uint8Array, { headerAt, packedBytes: length }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(headerAt, true) !== HEADER_SIGNATURE) throw new Error("it is not where the directory says");
  const start = headerAt + HEADER_BYTES + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  if (start + length > bytes.length) throw new Error("the file ends inside it");
  return bytes.subarray(start, start + length);
}

function unpack(packed: Uint8Array, { method, bytes }: ZipEntry): Uint8Array {
  switch (method) {
    case STORED:
      return packed;
    case DEFLATED:
      return unpackDeflate(packed, bytes);
    case ZSTANDARD:
      return unpackZstandard(packed, bytes);
    default:
      throw new Error(`compression method ${method} is not known`);
  }
}
