import { RowError } from "@whileai/core";
import { fieldsOf, listOf } from "../field.js";
import { parseJson, textOf } from "../parse-json.js";
import { unpackEntry } from "../zip/unpack-entry.js";
import { ZIP_LIMITS, type ZipEntry, zipEntries } from "../zip/zip-entries.js";

/** Names of samples: whole, or the head of one that is kept in pieces. */
const WHOLE_SAMPLE = /^samples\/.+_epoch_\d+\.json$/;
const SAMPLE_HEAD = /^(samples\/.+_epoch_\d+\/)sample\.json$/;
const PIECE = /^(samples\/.+_epoch_\d+\/)(messages|attachments)\/(\d+)\.json$/;
/** Where a log keeps what holds for all samples; the second while it is still written. */
const HEADERS = ["header.json", "_journal/start.json"];

type Piece = readonly [start: number, entry: ZipEntry];

/** An Inspect log in a zip file: entries are unpacked one at a time, when they are asked for. */
export class InspectZip {
  readonly #bytes: Uint8Array;
  readonly #name: string | undefined;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #pieces = new Map<string, Piece[]>();
  #unpacked = 0;

  constructor(bytes: Uint8Array, name: string | undefined) {
    this.#bytes = bytes;
    this.#name = name;
    this.#entries = new Map(zipEntries(bytes, name).map((entry) => [entry.name, entry]));
    for (const [entryName, entry] of this.#entries) {
      const [, prefix, sequence, start] = PIECE.exec(entryName) ?? [];
      if (prefix === undefined) continue;
      const key = `${prefix}${sequence}`;
      const pieces = this.#pieces.get(key) ?? [];
      pieces.push([Number(start), entry]);
      this.#pieces.set(key, pieces);
    }
  }

  /** The head of the log. @throws RowError when the zip is no Inspect log. */
  header(): unknown {
    const entry = HEADERS.map((name) => this.#entries.get(name)).find((found) => found !== undefined);
    if (entry !== undefined) return this.#read(entry);
    const names = [...this.#entries.keys()].slice(0, 3).join(", ");
    throw new RowError({
      path: this.#name,
      code: "format_unknown",
      message: `a zip file without ${HEADERS.join(" or ")}; it holds ${names === "" ? "nothing" : names}.`,
      fix: "Expected an Inspect `.eval` log.",
    });
  }

  get sampleNames(): string[] {
    return [...this.#entries.keys()].filter((name) => WHOLE_SAMPLE.test(name) || SAMPLE_HEAD.test(name));
  }

  /** One sample, put together where it is kept in pieces. */
  sample(name: string): unknown {
    const entry = this.#entries.get(name);
    const sample = entry && this.#read(entry);
    const prefix = SAMPLE_HEAD.exec(name)?.[1];
    if (prefix === undefined) return sample;
    return {
      ...fieldsOf(sample),
      messages: this.#sequence(`${prefix}messages`),
      attachments: this.#sequence(`${prefix}attachments`),
    };
  }

  #sequence(key: string): unknown[] {
    const pieces = [...(this.#pieces.get(key) ?? [])].sort(([one], [other]) => one - other);
    return pieces.flatMap(([, entry]) => listOf(this.#read(entry)));
  }

  #read(entry: ZipEntry): unknown {
    this.#unpacked += entry.bytes;
    if (this.#unpacked > ZIP_LIMITS.totalBytes)
      throw new RowError({
        path: this.#name,
        field: entry.name,
        code: "too_large",
        message: `the log unpacks to more than ${ZIP_LIMITS.totalBytes} bytes.`,
        fix: "Split the log, or read a smaller one.",
      });
    const place = { name: this.#name, field: entry.name };
    return parseJson(textOf(unpackEntry(this.#bytes, entry, this.#name), place), place);
  }
}
