/** Longest reason taken from a reply, in code points; fixed by the wire format. */
export const PARSED_REASON_CHARS = 400;

/** The reason of a reply on one line and within its length; "" for what is no text. */
export function reasonText(reason: unknown): string {
  if (typeof reason !== "string") return "";
  const text = reason.replace(/\s+/gu, " ").trim();
  return text.length <= PARSED_REASON_CHARS ? text : [...text].slice(0, PARSED_REASON_CHARS).join("");
}
