/** A piece of text inside a message. */
export interface TextPart {
  type: "text";
  text: string;
}

/** An image inside a message, by URL (`data:` included). */
export interface ImagePart {
  type: "image_url";
  image_url: { url: string; detail?: string };
}

/** A file inside a message, by id or as data. */
export interface FilePart {
  type: "file";
  file: { file_id?: string; filename?: string; file_data?: string };
}

/** One part of a message that is more than text. Parts of other types are carried through untouched. */
export type ContentPart = TextPart | ImagePart | FilePart | { type: string; [key: string]: unknown };

/** What a message says: text, or a list of parts. */
export type Content = string | ContentPart[];

/**
 * The text of a message: its text parts joined by a newline; parts that are not text are left out.
 *
 * @example
 * contentText([{ type: "text", text: "see" }, { type: "image_url", image_url: { url: "…" } }]); // "see"
 */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts: string[] = [];
  for (const part of content) {
    if (typeof part === "string") texts.push(part);
    else if (part !== null && typeof part === "object" && typeof (part as TextPart).text === "string")
      texts.push((part as TextPart).text);
  }
  return texts.join("\n");
}
