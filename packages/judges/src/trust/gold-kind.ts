import { type Row, recordsOf } from "@whileai/core";

/** Who may say what is right: people, and programs that check. Another model's opinion is not the truth. */
const TRUSTED_KINDS: ReadonlySet<string> = new Set(["human", "program"]);

/** The kind of labels nobody is named for. */
export const UNKNOWN_KIND = "unknown";
/** The kind of labels that came from several sides. */
const MIXED_KIND = "mixed";

/** A kind as it is compared; `verifier` is the old name of `program`. */
export function kindName(value: unknown): string {
  if (typeof value !== "string" || value.trim() === "") return UNKNOWN_KIND;
  const name = value.trim().toLowerCase();
  return name === "verifier" ? "program" : name;
}

/** The kinds behind a row's label; a mixed one is looked up in the labels it was made from. */
export function kindsOfRow(row: Readonly<Row>): string[] {
  const kind = kindName(row.gold_kind);
  if (kind !== MIXED_KIND) return [kind];
  const kinds = recordsOf(row.gold_labels).map((label) => kindName(label.kind));
  return kinds.length > 0 ? [...new Set(kinds)] : [kind];
}

/** One word for several kinds: the one they share, the one that is not to be trusted, else `mixed`; null for none. */
export function commonKind(kinds: Iterable<string>): string | null {
  const distinct = [...new Set(kinds)];
  if (distinct.length < 2) return distinct[0] ?? null;
  const untrusted = distinct.filter((kind) => !TRUSTED_KINDS.has(kind));
  return untrusted.length === 1 ? (untrusted[0] as string) : MIXED_KIND;
}

/** Whether labels of these kinds can say that a judge is right. */
export function areTrusted(kinds: Iterable<string>, allowModelGold = false): boolean {
  return [...kinds].every((kind) => TRUSTED_KINDS.has(kind) || (allowModelGold && kind === "model"));
}
