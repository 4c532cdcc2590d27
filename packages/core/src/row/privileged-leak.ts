import { isRecord } from "../json/json.js";
import { contentText } from "./content.js";
import { conversation } from "./conversation.js";
import { foldText } from "./fold-text.js";
import { looseRow } from "./loose-row.js";
import { agentTexts } from "./reply-length.js";
import type { Row } from "./row.js";

/** Shorter answers turn up by chance and prove nothing. */
export const SHORTEST_LEAK = 12;
/** Characters of the leaked text that a finding shows. */
const NEEDLE_SHOWN = 80;
/** What only a judge may know. The row contract names the first three; ADR 10 says why the others are looked for too. */
export const LEAK_FIELDS = ["reference", "principle", "hidden_state", "rubric", "tests"] as const;

/** What looking for a leak found: no `field` means checked and clean. */
export interface PrivilegedLeak {
  /** Where the leaked text stands inside `privileged`, as a dotted path. */
  readonly field?: string;
  /** The leaked text, folded, first 80 characters. */
  readonly needle?: string;
}

/** How {@link privilegedLeak} reads a row. */
export interface PrivilegedLeakOptions {
  /**
   * `"quoted"` (default): any privileged text in what the agent said. `"unseen"`: only texts that neither the user nor
   * a tool result had shown to the agent.
   */
  readonly rule?: "quoted" | "unseen" | undefined;
}

function* textsUnder(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value === "string") {
    const folded = foldText(value);
    if (folded.length >= SHORTEST_LEAK) yield [path, folded];
  } else if (Array.isArray(value)) {
    for (const entry of value) yield* textsUnder(entry, path);
  } else if (isRecord(value)) {
    for (const [key, entry] of Object.entries(value)) yield* textsUnder(entry, `${path}.${key}`);
  }
}

/** The privileged texts of a row that are long enough to look for, with their paths. */
function privilegedTexts(row: Readonly<Row>): (readonly [path: string, folded: string])[] {
  const privileged: unknown = looseRow(row).privileged;
  if (!isRecord(privileged)) return [];
  return LEAK_FIELDS.flatMap((field) => [...textsUnder(privileged[field], field)]);
}

/**
 * Whether the agent said something it must not know: a text of at least 12 characters under `privileged.reference`,
 * `.principle`, `.hidden_state`, `.rubric` or `.tests`, verbatim after folding, in any of its turns.
 *
 * @returns null when the row has nothing to check, an empty object when it was checked and is clean, else the first hit.
 *
 * @example
 * privilegedLeak({ final_text: "It is forty-two, dear.", privileged: { reference: "it is forty-two" } });
 * // { field: "reference", needle: "it is forty-two" }
 */
export function privilegedLeak(row: Readonly<Row>, options: PrivilegedLeakOptions = {}): PrivilegedLeak | null {
  const needles = privilegedTexts(row);
  if (needles.length === 0) return null;
  const said = foldText(agentTexts(row).join("\n"));
  const shown = options.rule === "unseen" ? shownToAgent(row) : "";
  for (const [field, needle] of needles)
    if (said.includes(needle) && !shown.includes(needle)) return { field, needle: needle.slice(0, NEEDLE_SHOWN) };
  return {};
}

function shownToAgent(row: Readonly<Row>): string {
  const heard = conversation(row).filter((message) => message.role !== "assistant");
  return foldText([contentText(looseRow(row).prompt), ...heard.map((entry) => contentText(entry.content))].join("\n"));
}
