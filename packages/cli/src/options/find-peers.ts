import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Packages that are only needed for some of what whileai does, by the package of ours that loads them. */
const OPTIONAL_PEERS = [
  { name: "openai", neededBy: "@whileai/core", for: "OpenAI(), Endpoint()" },
  { name: "@anthropic-ai/sdk", neededBy: "@whileai/core", for: "Anthropic()" },
  { name: "ollama", neededBy: "@whileai/core", for: "Ollama()" },
  { name: "onnxruntime-node", neededBy: "@whileai/core", for: "LocalEmbedder()" },
  { name: "@huggingface/tokenizers", neededBy: "@whileai/core", for: "LocalEmbedder()" },
  { name: "quickjs-emscripten", neededBy: "@whileai/judges", for: "verify.CodeExec of JavaScript" },
  { name: "sql.js", neededBy: "@whileai/judges", for: "verify.SQLMatch" },
  { name: "vitest", neededBy: "@whileai/stats", for: "@whileai/stats/vitest" },
] as const;

/** An optional package, and which version of it would be loaded. */
export interface FoundPeer {
  readonly name: string;
  /** Null where it is not installed. */
  readonly version: string | null;
  readonly for: string;
}

/** Looks the optional packages up where they would be loaded from, and loads none of them. */
export function findPeers(): FoundPeer[] {
  const here = createRequire(import.meta.url);
  return OPTIONAL_PEERS.map(({ name, neededBy, for: purpose }) => {
    const from = createRequire(here.resolve(`${neededBy}/package.json`));
    const versions = (from.resolve.paths(name) ?? []).map((folder) => versionIn(join(folder, name)));
    return { name, version: versions.find((version) => version !== null) ?? null, for: purpose };
  });
}

function versionIn(folder: string): string | null {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
