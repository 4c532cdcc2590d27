/**
 * Whether a `finish_reason` says that the token cap cut the reply, in the words of any provider: `length`, `max_tokens`,
 * `MAX_TOKENS`, `max_output_tokens`, `model_length`, `token_limit`, `model_context_window_exceeded` and their like. Caps on
 * turns, tool calls or time are none.
 *
 * @example
 * isCapReason("MAX_TOKENS"); // true
 */
export const isCapReason = (reason: unknown): boolean =>
  typeof reason === "string" && /length|context.w|token.limit|max.{0,12}token/i.test(reason);
