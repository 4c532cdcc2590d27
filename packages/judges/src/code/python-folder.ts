import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { JudgeError } from "@whileai/core";

/** The folder of the sandbox's Python files: `python/` of this package, wherever its code was built to. */
export function pythonFolder(): string {
  const here = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url);
  for (let folder = dirname(here); folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, "python");
    if (existsSync(join(found, "confine.py"))) return found;
  }
  throw new JudgeError({
    message: "verify.CodeExec: the sandbox's Python files are not beside this package's code.",
    fix: "Leave @whileai/judges out of your bundle (mark it external), so that its `python` folder stays beside it.",
  });
}
