import { isBackend } from "@whileai/core";

/** Says what is expected where neither a backend nor a spec string is given. */
export const backendRule = (value: unknown): string | undefined =>
  typeof value === "string" || isBackend(value) ? undefined : "a backend or a spec string such as openai:gpt-4.1-mini";
