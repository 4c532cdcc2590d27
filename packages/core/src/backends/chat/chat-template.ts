import { BackendError } from "../../errors/backend-error.js";
import { sha256Hex } from "../../hash/hash.js";
import { isRecord } from "../../json/json.js";
import type { Attempt } from "../wire/vendor-call.js";

/**
 * The hash of the template by which a server turns messages into tokens. llama.cpp tells the template at `/props`, beside
 * `/v1`; servers that do not tell it are asked once.
 */
export class ChatTemplate {
  #asked: Promise<string | undefined> | undefined;

  /** SHA-256 of the template, or undefined where the server does not tell it. */
  sha({ baseURL, fetch }: Pick<Attempt, "baseURL" | "fetch">): Promise<string | undefined> {
    this.#asked ??= this.#ask(`${baseURL.replace(/\/v1$/, "")}/props`, fetch);
    return this.#asked;
  }

  async #ask(url: string, fetch: Attempt["fetch"]): Promise<string | undefined> {
    try {
      const props: unknown = await (await fetch(url)).json();
      const template = isRecord(props) ? props.chat_template : undefined;
      return typeof template === "string" && template !== "" ? sha256Hex(template) : undefined;
    } catch (error) {
      // An answer is one for good; a call that was cut off is not.
      if (!(error instanceof BackendError) || error.status === undefined) this.#asked = undefined;
      return undefined;
    }
  }
}
