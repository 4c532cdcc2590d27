import { afterEach, expect, test, vi } from "vitest";
import { embedderFrom } from "./embedder-option.js";

afterEach(() => vi.unstubAllEnvs());

/** The embedder as it prints itself: what it takes its key from. */
test.each([
  ["vllm:e@https://models.example.com/v1", "key=given"],
  ["vllm:e@https://api.openai.com/v1", "key=OPENAI_API_KEY"],
  ["openai:e", "key=OPENAI_API_KEY"],
])("%s: %s", async (text, key) => {
  vi.stubEnv("VLLM_API_KEY", "of-the-server");
  expect(`${await embedderFrom(text)}`).toContain(key);
});
