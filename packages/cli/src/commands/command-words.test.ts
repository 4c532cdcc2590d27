import { Command } from "commander";
import { expect, test } from "vitest";
import { inCommandWords } from "./command-words.js";

const command = new Command("any")
  .option("--min-reward <number>")
  .option("--endorsed <feature...>")
  .option("--report <path>")
  .option("--embedder <spec>")
  .option("--tools <path>");

test.each<[library: string, said: string]>([
  ["Use `decontaminateSemantic` with an embedder to look for them.", "Use --embedder to look for them."],
  ["Look at report.dropped.", "Look at `dropped` in the file of --report r.json."],
  ["Set a lower minReward, or a minMargin.", "Set a lower --min-reward, or a minMargin."],
  ["If that is meant, name it: endorsed.", "If that is meant, name it with --endorsed."],
  [
    "To have it, give reference: (row) => row.privileged.reference.",
    "To have it, export with the library's `reference: (row) => row.privileged.reference`.",
  ],
  ["Set OPENAI_API_KEY, or pass apiKey.", "Set OPENAI_API_KEY."],
  ["Grade more rollouts, or lower minimumObservations.", "Grade more rollouts."],
  ["Give the agent's tools, or set validate: false.", "Give the agent's tools: --tools tools.json."],
  ["Known options: mode, minReward.", "Known options: --min-reward."],
])("%s", (library, said) => {
  expect(inCommandWords(library, command)).toBe(said);
});
