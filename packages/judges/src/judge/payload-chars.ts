import type { Backend } from "@whileai/core";
import { DEFAULT_PAYLOAD_CHARS, MIN_PAYLOAD_CHARS } from "./fit-record.js";

/** Characters that a token surely stands for; a low figure for English and JSON, which have 3 to 4. Convention. */
const CHARS_PER_TOKEN = 2;
/** Tokens kept free for message frames and a second attempt; convention. */
const SPARE_TOKENS = 500;
/** Longest record however much the model reads: far more than judges use well, and paid for. Convention. */
const MAX_PAYLOAD_CHARS = 64_000;

/**
 * How long a record may be for a model, in characters: what its context leaves beside the prompt and the answer, within
 * 1000 and 64,000, where the backend tells its context; else 8000. Several records share what there is.
 */
export function payloadCharsFor(backend: Backend, promptChars: number, maxTokens: number, records = 1): number {
  const context = backend.contextTokens;
  if (context === undefined || !Number.isFinite(context)) return DEFAULT_PAYLOAD_CHARS;
  const room = ((context - SPARE_TOKENS - maxTokens) * CHARS_PER_TOKEN - promptChars) / records;
  return Math.floor(Math.min(MAX_PAYLOAD_CHARS, Math.max(MIN_PAYLOAD_CHARS, room)));
}
