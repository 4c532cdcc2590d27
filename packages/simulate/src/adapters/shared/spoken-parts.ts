import { type Content, OptionError } from "@whileai/core";

/** A part of a user's message that frameworks can carry. */
export type SpokenPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly url: string }
  | { readonly type: "file"; readonly data: string; readonly mediaType: string; readonly filename: string | undefined };

interface LoosePart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly image_url?: { readonly url?: unknown } | undefined;
  readonly file?: { readonly file_data?: unknown; readonly filename?: unknown } | undefined;
}

/** A message's parts, told apart. Throws OptionError for one that cannot be carried; none is dropped. */
export function spokenParts(content: Content): SpokenPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((part) => {
    const { type, text, image_url: image, file } = part as LoosePart;
    if (type === "text" && typeof text === "string") return { type, text };
    if (type === "image_url" && typeof image?.url === "string") return { type: "image", url: image.url };
    if (type === "file" && typeof file?.file_data === "string") {
      const mediaType = /^data:([^;,]+)/.exec(file.file_data)?.[1] ?? "application/octet-stream";
      const filename = typeof file.filename === "string" ? file.filename : undefined;
      return { type, data: file.file_data, mediaType, filename };
    }
    throw new OptionError({
      option: "content",
      received: type,
      message: `A message part of type ${JSON.stringify(type)} cannot be given to this framework.`,
      fix: 'Use text, { type: "image_url", image_url: { url } } or { type: "file", file: { file_data } }.',
    });
  });
}
