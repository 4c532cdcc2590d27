import { isRecord } from "@whileai/core";
import { isName } from "../metric/group-reader.js";

type WireRow = Readonly<Record<string, unknown>>;
type Stamp = string | number | boolean;

const field = (holder: unknown, name: string): unknown => (isRecord(holder) ? holder[name] : undefined);

function promptHash(row: WireRow): unknown {
  const stamped = field(row.lineage, "system_prompt_sha");
  if (stamped !== undefined && stamped !== null) return stamped;
  if (typeof row.policy_version !== "string") return undefined;
  const at = row.policy_version.indexOf("@");
  return at < 0 ? undefined : row.policy_version.slice(at + 1);
}

const STAMPS = {
  temperature: (row: WireRow) => field(row.sampling, "temperature"),
  max_tokens: (row: WireRow) => field(row.sampling, "max_tokens"),
  policy_version: (row: WireRow) => row.policy_version,
  judge_version: (row: WireRow) => field(row.judge_meta, "version") ?? field(row.lineage, "judge_version"),
  prompt_hash: promptHash,
  user_model: (row: WireRow) => row.user_model,
  // "pinned" says that the asks were given, not who wrote them.
  writer_model: (row: WireRow) => (row.writer_model === "pinned" ? undefined : row.writer_model),
} as const;

/** What rows may say of how their run was made. */
export type StampName = keyof typeof STAMPS;
export const STAMP_NAMES = /* @__PURE__ */ Object.keys(STAMPS) as StampName[];
const READERS = Object.values(STAMPS);

/** Each is the one value that all stamped rows share, else null. Wire names. */
export type StampValues = { readonly [Name in StampName]: Stamp | null };

/** Gathers the stamps of a run row by row. */
export class RunStamps {
  /** By place in the list of names, as rows are many. */
  readonly #seen: Stamp[] = [];
  readonly #mixed: boolean[] = [];

  add(row: WireRow): void {
    for (let place = 0; place < READERS.length; place++) {
      const value = (READERS[place] as (row: WireRow) => unknown)(row);
      if (!isName(value)) continue;
      const seen = this.#seen[place];
      if (seen === undefined) this.#seen[place] = value;
      else if (seen !== value) this.#mixed[place] = true;
    }
  }

  values(): StampValues {
    return Object.fromEntries(
      STAMP_NAMES.map((name, place) => [name, this.#mixed[place] ? null : (this.#seen[place] ?? null)]),
    ) as StampValues;
  }

  /** Stamps that differ between rows. */
  mixed(): StampName[] {
    return STAMP_NAMES.filter((_, place) => this.#mixed[place]);
  }
}
