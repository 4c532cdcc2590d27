import { OptionError } from "../../errors/option-error.js";

/**
 * A base URL in its normal form (scheme and host in lower case), without its trailing slashes. Refuses what is not http(s), and user names, passwords and queries: a URL is
 * printed in reports, so no secret may hide in it.
 */
export function baseUrl(call: string, option: string, text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw refused(call, option, "is not a URL");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") throw refused(call, option, "is not an http(s) URL");
  if (url.username !== "" || url.password !== "") throw refused(call, option, "holds a user name or a password");
  if (url.search !== "" || url.hash !== "") throw refused(call, option, "has a query or a fragment");
  // An empty query or fragment would swallow the path that is put behind it.
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** True where no key is needed: plain http, and this machine. */
export function isKeylessUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

// The text itself stays out of the message: what was refused may hold a secret.
const refused = (call: string, option: string, why: string): OptionError =>
  new OptionError({
    option,
    message: `${call}: \`${option}\` ${why}.`,
    fix: `Give the server's base URL, such as "https://models.example.com/v1", and the key as apiKey.`,
  });
