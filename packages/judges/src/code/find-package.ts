import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { JudgeError } from "@whileai/core";

/** The file of an optional package, for a thread to load. Throws a JudgeError that says how to install it. */
export function findPackage(name: string, whatFor: string): string {
  const here = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url);
  try {
    return createRequire(here).resolve(name);
  } catch (error) {
    throw new JudgeError({
      message: `${whatFor} ${name}, which is not installed.`,
      fix: `npm install ${name}`,
      cause: error,
    });
  }
}
