import { complaintOf, constitutionError } from "./constitution-error.js";
import { parseMarkdown } from "./parse-markdown.js";
import { yamlReader } from "./parse-yaml.js";

/** How a constitution is written down. */
export type ConstitutionFormat = "json" | "yaml" | "markdown";

const FORMAT_OF_ENDING: Readonly<Record<string, ConstitutionFormat>> = {
  json: "json",
  yaml: "yaml",
  yml: "yaml",
  md: "markdown",
  markdown: "markdown",
};

/** The format that a file's ending stands for; undefined for any other ending. */
export function formatOfPath(path: string): ConstitutionFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : FORMAT_OF_ENDING[ending];
}

/** The document that a text holds, before it is checked. */
export async function parseConstitutionText(text: string, format: ConstitutionFormat): Promise<unknown> {
  const plain = text.replace(/^\uFEFF/, "");
  if (format === "markdown") return parseMarkdown(plain, await yamlReader());
  try {
    return format === "json" ? JSON.parse(plain) : (await yamlReader())(plain);
  } catch (error) {
    throw constitutionError({
      place: "",
      problem: `is not ${format === "json" ? "JSON" : "YAML"}: ${complaintOf(error)}`,
      fix: "Mend the text at that place.",
      cause: error,
    });
  }
}
