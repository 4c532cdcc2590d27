import { nameWords } from "./name-words.js";
import type { StepKind } from "./step-kind.js";
import type { TraceStep } from "./trace-step.js";

const CODE_TOOLS =
  /(?:^| )(?:bash|shell|git|github|gitlab|repo|repository|pytest|jest|vitest|lint|typecheck|compile|ci|python|code interpreter|(?:run|execute|search|edit|write) code|test suite)(?: |$)|^(?:(?:run|execute) )?(?:(?:unit|all|the) )*tests?$/u;
const CODE_FILE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cpp|cc|[ch]|hpp|swift|scala|sh|sql|vue|svelte|toml|lua|ex|exs|zig)\b/iu;
const CODE_TALK =
  /```|\b(?:codebase|source code|repo|repository|pull request|refactor\w*|stack trace|unit tests?|test suite|pytest|jest|vitest|compiler|lint\w*|type ?check\w*|typescript|javascript)\b/iu;

/** Whether a rollout is about code: by its tools, the files it touches, or what was asked. */
export function isCoding(steps: readonly TraceStep[], kinds: readonly (StepKind | null)[], asked: string): boolean {
  return (
    steps.some(
      (step, index) =>
        (kinds[index] === "command" && hasCommandLine(step)) ||
        CODE_TOOLS.test(nameWords(step.tool).join(" ")) ||
        step.paths.some((path) => CODE_FILE.test(path)),
    ) ||
    CODE_TALK.test(asked) ||
    CODE_FILE.test(asked)
  );
}

/** A name alone tells little: `run_fraud_check` is no shell. */
function hasCommandLine(step: TraceStep): boolean {
  const { command, cmd, script, shell } = step.arguments;
  return [command, cmd, script, shell].some((value) => typeof value === "string" || Array.isArray(value));
}
