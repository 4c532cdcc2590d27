/** What a text holds as JSON, or undefined when it holds none; anything but a text is taken as it is. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
