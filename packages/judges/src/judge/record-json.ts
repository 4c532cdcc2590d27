import { jsonText } from "@whileai/core";

/**
 * What could make text in a record look like something else: controls and line breaks of Unicode, characters that hide or
 * turn text around, tag characters, and the beginnings of the markers with which chat templates part messages.
 */
const RISKY =
  /[\u007f-\u009f\u00ad\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e01ef}]|<(?=[|｜]|\/?(?:s|think|thinking|bos|eos|pad|unk)>|(?:start|end)_of_turn>|<\/?SYS>>)|\[(?=\/?INST\])/gu;

/**
 * A value as JSON for a model to read as evidence: the same value to every JSON parser, with nothing in it that ends a
 * line, hides from the eye, or could be taken for a chat template's own marker.
 */
export function recordJson(value: unknown): string {
  return jsonText(value).replace(RISKY, (risky) =>
    Array.from({ length: risky.length }, (_, at) => `\\u${risky.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
}
