import type { Completion, CompletionRequest } from "../../backend/backend.js";
import type { BatchCallOptions, BatchResult, PreparedRequest } from "../../backend/batch-backend.js";
import { BackendError } from "../../errors/backend-error.js";
import { OptionError } from "../../errors/option-error.js";
import { isRecord } from "../../json/json.js";
import type { CallSite } from "./http-error.js";
import { responseLines } from "./response-lines.js";
import { withPlainToolNames } from "./tool-names.js";
import { type Attempt, type CallTarget, DEFAULT_TIMEOUT_MS, vendorCall } from "./vendor-call.js";

/** Names that both vendors take: Anthropic allows 64 of these characters, and OpenAI gives back what it was sent. */
const CUSTOM_ID = /^[A-Za-z0-9_-]{1,64}$/;

const utf8 = new TextEncoder();

/** A line of a batch: the body is made from the request in names that the API takes. */
export function preparedLine(
  customId: string,
  request: CompletionRequest,
  line: (request: CompletionRequest) => Record<string, unknown>,
): PreparedRequest {
  if (!CUSTOM_ID.test(customId))
    throw new OptionError({
      option: "customId",
      received: customId,
      message: "batch: `customId` must be 1 to 64 letters, digits, underscores or hyphens.",
      fix: "Name requests so.",
    });
  const text = JSON.stringify(line(withPlainToolNames(request).request));
  return { customId, line: text, bytes: utf8.encode(text).length + 1 };
}

/** A result with an answer: read in the names that the request was made with. */
export const answered = (customId: string, read: (request: CompletionRequest) => Completion): BatchResult => ({
  customId,
  error: null,
  read: (request) => {
    const named = withPlainToolNames(request);
    return named.restore(read(named.request));
  },
});

/** A result without one. */
export const unanswered = (customId: string, error: BackendError): BatchResult => ({
  customId,
  error,
  read: () => {
    throw error;
  },
});

/** A request that the vendor did not do, with a code of its own. */
export const notDone = (site: CallSite, code: "batch_expired" | "batch_cancelled"): BackendError =>
  new BackendError(
    {
      message:
        code === "batch_expired"
          ? `${site.label}: the batch ended before this request was done.`
          : `${site.label}: the batch was cancelled before this request was done.`,
      fix: "Ask again; what was not done is not paid.",
    },
    code,
  );

/** Lines of a file at the vendor's, with the place they came from. */
export async function* vendorLines(
  target: CallTarget,
  { signal }: BatchCallOptions,
  open: (attempt: Attempt) => Promise<Response>,
): AsyncGenerator<{ readonly line: Record<string, unknown>; readonly site: CallSite }> {
  const { response, site } = await vendorCall(target, { signal, keepsBody: true }, async (attempt) => ({
    response: await open(attempt),
    site: attempt.site,
  }));
  const timeoutMs = target.options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  for await (const line of responseLines(response, { site, timeoutMs, signal })) yield { line, site };
}

/** The id that a vendor gave to something. */
export function givenId(site: CallSite, answer: unknown): string {
  if (isRecord(answer) && typeof answer.id === "string" && answer.id !== "") return answer.id;
  throw new BackendError({
    status: 200,
    message: `${site.label} at ${site.origin} answered without an id.`,
    fix: "Check that the URL is the vendor's own API: gateways often have no batches.",
  });
}
