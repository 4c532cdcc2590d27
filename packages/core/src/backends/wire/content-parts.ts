import { OptionError } from "../../errors/option-error.js";
import { isRecord } from "../../json/json.js";
import type { Content } from "../../row/content.js";

/** A part of a message, of a type that is still to be told apart. */
export interface LoosePart {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The parts of a message; text and loose strings become text parts. */
export function contentParts(content: Content | null | undefined): LoosePart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.map((part: unknown, index) => {
    if (typeof part === "string") return { type: "text", text: part };
    if (isRecord(part) && typeof part.type === "string") return part as LoosePart;
    throw new OptionError({
      option: "content",
      message: `Message part ${index} has no \`type\`.`,
      fix: 'Write parts as { type: "text", text } or { type: "image_url", image_url: { url } }.',
    });
  });
}

/** The text of a text part, or undefined for a part of another type. */
export function partText(part: LoosePart): string | undefined {
  return part.type === "text" && typeof part.text === "string" ? part.text : undefined;
}

/** The URL of an image part, or undefined for a part of another type. */
export function partImageUrl(part: LoosePart): string | undefined {
  if (part.type !== "image_url") return undefined;
  if (typeof part.image_url === "string") return part.image_url;
  return isRecord(part.image_url) && typeof part.image_url.url === "string" ? part.image_url.url : undefined;
}

/** A file written into its own part, or undefined for a part of another type and a file that is only named. */
export function dataFile(
  part: LoosePart,
): { readonly mediaType: string; readonly base64: string; readonly name: string | undefined } | undefined {
  if (part.type !== "file" || !isRecord(part.file) || typeof part.file.file_data !== "string") return undefined;
  const data = dataUrl(part.file.file_data);
  return data && { ...data, name: typeof part.file.filename === "string" ? part.file.filename : undefined };
}

/** What a URL holds itself, or undefined when it is not `data:` with base64. */
export function dataUrl(url: string): { readonly mediaType: string; readonly base64: string } | undefined {
  const match = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w-]+=[\w.-]+)*;base64,([A-Za-z0-9+/=\s]*)$/.exec(url);
  return match ? { mediaType: match[1] as string, base64: (match[2] as string).replace(/\s/g, "") } : undefined;
}

/** The bytes that base64 text stands for, or undefined when it is not base64. */
export function base64Bytes(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The error for a part that a backend cannot carry; it is never dropped. */
export function refusedPart(label: string, part: LoosePart, accepted: string): OptionError {
  return new OptionError({
    option: "content",
    received: part.type,
    message: `${label} cannot carry a message part of type ${JSON.stringify(part.type)} as it is written here.`,
    fix: `It takes ${accepted}.`,
  });
}
