import { contentText, isRecord } from "@whileai/core";

/** True for content without words, and without an image or another part that speaks in their place. */
export const saysNothing = (content: unknown): boolean =>
  contentText(content).trim() === "" &&
  !(Array.isArray(content) && content.some((part) => isRecord(part) && typeof part.text !== "string"));
