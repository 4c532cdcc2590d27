import { agentTexts, isRecord, type Row, type RowLike } from "@whileai/core";
import { withRowErrors } from "../../rows/with-row-errors.js";
import { isReadable } from "../is-readable.js";
import { type StyleHits, styleReader } from "./style-hits.js";
import { type StyleOptions, stylePhrases } from "./style-options.js";
import { STYLE_FAMILIES, STYLE_PHRASES, type StyleFamily, type StylePhrases } from "./style-phrases.js";

/** The marker of each family of phrases. */
export const STYLE_MARKERS = {
  boilerplate: "no_boilerplate",
  hedging: "no_hedging",
  apology: "no_apology",
  sycophancy: "no_sycophancy",
  refusal: "answered",
} as const satisfies Readonly<Record<StyleFamily, string>>;

/** The name of a marker made from set phrases. */
export type StyleMarkerName = (typeof STYLE_MARKERS)[StyleFamily];

/** What was read of a reply, and what it makes of the markers. */
export interface StyleReading {
  readonly hits: StyleHits;
  readonly markers: Readonly<Record<StyleMarkerName, number | null>>;
}

/**
 * Rows with a marker for each family of set phrases: 1 when the agent says none of them, 0 when it says one, null when
 * it says nothing at all, writes in a script or language that our list is not in, or the family is turned off. Markers
 * that rows already have stay.
 * Gives new rows; the given ones are not changed, and entries that are no rows are given back as they are.
 *
 * @throws OptionError for an unknown option or family, and for a blank phrase.
 *
 * @example
 * styleMarkers([{ final_text: "Great question! It ships today." }])[0]?.markers?.no_sycophancy; // 0
 */
export function styleMarkers<R extends RowLike>(rows: Iterable<R>, options?: StyleOptions): (R & Row)[];
export function styleMarkers(rows: Iterable<Row>, options: StyleOptions = {}): Row[] {
  const read = markerReader(stylePhrases("styleMarkers", options));
  const stampedRow = (row: Row): Row => {
    if (!isRecord(row)) return row;
    return { ...row, markers: { ...(isRecord(row.markers) ? row.markers : {}), ...read(row).markers } };
  };
  return withRowErrors("styleMarkers", rows, (given) => Array.from(given, stampedRow), { once: true });
}

/** Makes the reader of hits and markers for some phrase lists. */
export function markerReader(phrases: StylePhrases): (row: Readonly<Row>) => StyleReading {
  const readHits = styleReader(phrases);
  // Lists of the caller's own are taken to be in the language of the replies.
  const isOwn = (family: StyleFamily) => phrases[family] !== STYLE_PHRASES[family];
  return (row) => {
    const hits = readHits(row);
    const said = agentTexts(row).join("\n");
    const isForeign = !isReadable(said);
    const markers = {} as Record<StyleMarkerName, number | null>;
    for (const family of STYLE_FAMILIES) {
      const isUnread = phrases[family].length === 0 || said.trim() === "" || (isForeign && !isOwn(family));
      markers[STYLE_MARKERS[family]] = hits[family].length > 0 ? 0 : isUnread ? null : 1;
    }
    return { hits, markers };
  };
}
