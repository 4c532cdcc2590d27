import { deflateRawSync } from "node:zlib";
import { RowError } from "@whileai/core";
import { zipSync } from "fflate";
import { describe, expect, test, vi } from "vitest";
import { fixture } from "../__fixtures__/fixture.js";
import { FilledBytes } from "./filled-bytes.js";
import { unpackDeflate } from "./unpack-deflate.js";
import { unpackEntry } from "./unpack-entry.js";
import { unpackZstandard } from "./unpack-zstandard.js";
import { isZip, ZIP_LIMITS, type ZipEntry, zipEntries } from "./zip-entries.js";

const text = "a text that repeats a text that repeats a text that repeats";
const encode = (value: string) => new TextEncoder().encode(value);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const first = (bytes: Uint8Array): ZipEntry => zipEntries(bytes)[0] as ZipEntry;

describe.each([
  ["stored", 0 as const],
  ["deflated", 9 as const],
])("%s entries", (_, level) => {
  const zip = zipSync({ "a.txt": encode(text), "b/c.txt": encode("") }, { level });

  test("are found and unpacked", () => {
    expect(isZip(zip)).toBe(true);
    expect(zipEntries(zip).map(({ name, bytes }) => [name, bytes])).toEqual([
      ["a.txt", text.length],
      ["b/c.txt", 0],
    ]);
    expect(decode(unpackEntry(zip, first(zip)))).toBe(text);
  });

  test("in a view of a larger buffer", () => {
    const wide = new Uint8Array(zip.length + 20);
    wide.set(zip, 10);
    const view = wide.subarray(10, 10 + zip.length);
    expect(decode(unpackEntry(view, first(view)))).toBe(text);
  });

  test("a file that is cut anywhere is a RowError", () => {
    for (let length = 0; length < zip.length; length++)
      expect(() =>
        zipEntries(zip.subarray(0, length), "x.eval").map((entry) => unpackEntry(zip.subarray(0, length), entry)),
      ).toThrow(expect.objectContaining({ name: "RowError", path: "x.eval" }));
  });
});

test("of two entries with one name the last counts", () => {
  const once = zipSync({ "a.txt": encode("old"), "b.txt": encode("new") }, { level: 0 });
  // Both directory entries and both headers are made to say "a.txt".
  const renamed = Uint8Array.from(once, (byte, at) => (byte === 0x62 && once[at + 1] === 0x2e ? 0x61 : byte));
  expect(zipEntries(renamed)).toHaveLength(1);
  expect(decode(unpackEntry(renamed, first(renamed)))).toBe("new");
});

describe("bombs", () => {
  const zip = zipSync({ "a.txt": encode("x".repeat(100_000)) }, { level: 9 });

  test("an entry that says it is larger than the limit is not unpacked", () => {
    expect(() => unpackEntry(zip, { ...first(zip), bytes: ZIP_LIMITS.entryBytes + 1 })).toThrow("which is more than");
  });

  test("an entry that says it is longer than it is is refused", () => {
    expect(() => unpackEntry(zip, { ...first(zip), bytes: 100_001 })).toThrow("unpacks to 100000 bytes");
  });

  test("a deflated entry that holds more than it says is refused, and not unpacked to its end", () => {
    expect(() => unpackEntry(zip, { ...first(zip), bytes: 10 })).toThrow("more than its directory says");
    const huge = deflateRawSync(new Uint8Array(80 * 2 ** 20));
    const unpacked: number[] = [];
    const add = FilledBytes.prototype.add;
    vi.spyOn(FilledBytes.prototype, "add").mockImplementation(function (this: FilledBytes, part) {
      unpacked.push(part.length);
      add.call(this, part);
    });
    expect(() => unpackDeflate(huge, 10)).toThrow("more than its directory says");
    expect(Math.max(...unpacked)).toBeLessThan(70 * 2 ** 20);
    vi.restoreAllMocks();
  });

  test("long deflated entries are unpacked in steps", () => {
    const noise = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at * 31 + (at >> 7)) & 0xff);
    const long = zipSync({ "a.bin": noise }, { level: 1 });
    expect(unpackEntry(long, first(long))).toEqual(noise);
  });

  test.each([0, 9] as const)("a byte that changed on the way is found, level %i", (level) => {
    const whole = zipSync({ "a.txt": encode(text) }, { level });
    const at = first(whole).headerAt + 30 + "a.txt".length + 3;
    const changed = Uint8Array.from(whole, (byte, index) => (index === at ? byte ^ 1 : byte));
    expect(() => unpackEntry(changed, first(changed))).toThrow(RowError);
  });

  test("an unknown compression, and a wrong place, are named", () => {
    expect(() => unpackEntry(zip, { ...first(zip), method: 12 })).toThrow("compression method 12");
    expect(() => unpackEntry(zip, { ...first(zip), headerAt: 5 })).toThrow("not where the directory says");
  });
});

describe("Zstandard", () => {
  const log = fixture("inspect.eval");
  const entry = zipEntries(log).find(({ method }) => method === 93) as ZipEntry;
  // Two frames with raw blocks of one byte each, a repeated one in the second.
  const frame = (block: readonly number[]) => [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x00, ...block];
  const raw = frame([0x09, 0, 0, 0x61]);
  const repeated = frame([0x1b, 0, 0, 0x62]);

  test("is unpacked, frame after frame", () => {
    expect(() => JSON.parse(decode(unpackEntry(log, entry)))).not.toThrow();
    expect(decode(unpackZstandard(Uint8Array.from([...raw, ...repeated]), 4))).toBe("abbb");
  });

  test("more than the directory says is refused", () => {
    expect(() => unpackEntry(log, { ...entry, bytes: entry.bytes - 1 })).toThrow("more than its directory says");
  });

  // A table of weights with one symbol, alone and behind two symbols of no chance: its states take no bits.
  test.each([
    ["first", [0xf0, 0x03, 1, 1, 1, 1, 1, 1]],
    ["behind others", [0x10, 0xfa, 1, 1, 1, 1, 1, 1]],
  ])("weights that a decoder would read without end are refused: %s", (_, table) => {
    const block = [0x12, 0x40, 0x03, table.length, ...table, 1, 0, 0, 0];
    const size = (block.length << 3) | (2 << 1) | 1;
    const endless = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, size & 0xff, size >> 8, 0, ...block];
    expect(() => unpackZstandard(Uint8Array.from(endless), 1)).toThrow("no end");
  });

  test("a huge window is refused before memory is taken", () => {
    const wide = [...raw];
    wide[5] = 0xa0;
    expect(() => unpackZstandard(Uint8Array.from(wide), 1)).toThrow("a window of");
    const single = [0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0x01, 0, 0];
    expect(() => unpackZstandard(Uint8Array.from(single), 1)).toThrow("a window of");
  });

  test.each([
    ["2 bytes of size", 0x60, [0, 0], 256],
    ["4 bytes of size", 0xa0, [1, 0, 0, 0], 1],
  ])("sizes: %s", (_, descriptor, size, bytes) => {
    const block = bytes === 1 ? [0x09, 0, 0, 0x61] : [0x03, 0x08, 0, 0x61];
    const packed = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, ...size, ...block]);
    expect(unpackZstandard(packed, bytes)).toHaveLength(bytes);
  });

  test("something else is refused", () => {
    expect(() => unpackZstandard(encode("something else"), 5)).toThrow("not a Zstandard frame");
  });
});

test("numbers beyond 32 bits stand in the extra field", () => {
  const zip = zipSync({ "a.txt": [encode(text), { extra: { 1: new Uint8Array(24) } }] }, { level: 0 });
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  const at = view.getUint32(end + 16, true);
  const extra = at + 46 + "a.txt".length + 4;
  for (const [offset, value] of [
    [24, text.length],
    [20, text.length],
    [42, 0],
  ] as const) {
    view.setBigUint64(extra + (offset === 24 ? 0 : offset === 20 ? 8 : 16), BigInt(value), true);
    view.setUint32(at + offset, 0xffffffff, true);
  }
  expect(decode(unpackEntry(zip, first(zip)))).toBe(text);
});
