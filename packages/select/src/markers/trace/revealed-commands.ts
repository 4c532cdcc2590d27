const DECODES = /\bbase64\s+(?:-d|-D|--decode)\b|b64decode|\bfromBase64\b|,\s?["']base64["']/u;
const ENCODED = /[A-Za-z0-9+/]{12,4000}={0,2}/gu;
const PRINTABLE = /^[\t\n\r\x20-\x7e]+$/u;
/** Encoded texts of a command line that are read. */
const MOST = 20;

/** The texts that a command line hides from the eye in base64 and decodes itself. */
export function revealedCommands(command: string): string[] {
  if (!DECODES.test(command)) return [];
  const encoded = (command.match(ENCODED) ?? []).slice(0, MOST);
  return encoded.map(decoded).filter((text) => PRINTABLE.test(text));
}

function decoded(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}
