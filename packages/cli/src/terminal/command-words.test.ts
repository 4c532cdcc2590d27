import { Command } from "commander";
import { expect, test } from "vitest";
import { inCommandWords } from "./command-words.js";

const command = new Command("any")
  .option("--min-reward <number>")
  .option("--endorsed <feature...>")
  .option("--dropped <path>")
  .option("--ngram <n>")
  .option("--format <format>")
  .option("--embedder <spec>")
  .option("--tools <path>");

test.each<[library: string, said: string]>([
  ["Use `decontaminateSemantic` with an embedder to look for them.", "Use --embedder to look for them."],
  ["Look at report.dropped for each row's gate.", "Give --dropped FILE for each row's gate."],
  ["under 40 words (with ngram 5: under 25)", "under 40 words (with --ngram 5: under 25)"],
  [
    "toTrlPreference, and with it the export, starts each side at the turn.",
    "Every --format but pairs starts each side at the turn.",
  ],
  ["Set a lower minReward, or a minMargin.", "Set a lower --min-reward, or a minMargin."],
  ["If that is meant, name it: endorsed.", "If that is meant, name it with --endorsed."],
  [
    "To have it, give reference: (row) => row.privileged.reference.",
    "To have it, export with the library's `reference: (row) => row.privileged.reference`.",
  ],
  ["Give rows, or set allowEmpty.", "Give rows."],
  ["Set OPENAI_API_KEY, or pass apiKey.", "Set OPENAI_API_KEY."],
  ["Grade more rollouts, or lower minimumObservations.", "Grade more rollouts."],
  ["Give the agent's tools, or set validate: false.", "Give the agent's tools: --tools tools.json."],
  ["Known options: mode, minReward.", "Known options: --min-reward."],
])("%s", (library, said) => {
  expect(inCommandWords(library, command)).toBe(said);
});
