/** Control characters, marks that turn the text around, halves of characters, and what only a chat template writes. */
const UNTYPED =
  /[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\n\t\r])\p{Cc}|<\/?(?:tool_call|tool_response|think)\b|<\||\|>/u;

/** Whether a text holds what no person types. */
export const holdsUntyped = (text: string): boolean => UNTYPED.test(text);
