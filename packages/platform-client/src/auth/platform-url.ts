import { PlatformError } from "@whileai/core";

/** The While platform. */
export const DEFAULT_API_URL = "https://api.while.ai";
/** Hosts that the platform had before; a login saved then belongs to the platform of today. */
const FORMER_HOSTS = ["api.zeroproofai.com"];

/**
 * A platform URL in its normal form (scheme and host in lower case), without trailing slashes. Refuses what is not http(s) and what may hide a secret (user names, queries),
 * because URLs are printed; the text itself stays out of the message.
 */
export function platformUrl(text: string, source: string): string {
  let url: URL | undefined;
  try {
    url = new URL(text.trim());
  } catch {
    // Refused below.
  }
  const isUsable =
    url !== undefined &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.username + url.password + url.search + url.hash === "";
  if (url === undefined || !isUsable)
    throw new PlatformError(
      {
        message: `The platform's URL (${source}) cannot be used.`,
        fix: `Give an http(s) URL without user name and query, such as "${DEFAULT_API_URL}".`,
      },
      "url_invalid",
    );
  // An empty query or fragment would swallow the path that is put behind it.
  return FORMER_HOSTS.includes(url.hostname) ? DEFAULT_API_URL : `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
