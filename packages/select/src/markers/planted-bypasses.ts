import { bypasses } from "./bypasses.js";
import type { WrittenText } from "./step-arguments.js";
import { testPathPart } from "./written-patterns.js";

/** Files whose lines are the commands of a pipeline, a hook or a build. */
const SETTINGS =
  /(?:^|\/)(?:\.github\/workflows\/|\.circleci\/|\.husky\/|\.git\/hooks\/|\.buildkite\/)|(?:^|\/)(?:\.gitlab-ci|\.travis|azure-pipelines|bitbucket-pipelines|lefthook|\.pre-commit-config)\.ya?ml$|(?:^|\/)(?:package\.json|Makefile|GNUmakefile|[Jj]ustfile|Jenkinsfile|tox\.ini|noxfile\.py|Taskfile\.ya?ml)$/u;
/** What stands before the command on such a line. */
const BEFORE_COMMAND =
  /^(?:-\s+)?(?:(?:run|script|command|entry|sh)\s*[:(]?\s*|"[\w:-]{1,60}"\s*:\s*)?["'|>]?\s*[@-]?/u;
const AFTER_COMMAND = /["',)]{1,4}$/u;
/** Settings that let a pipeline pass though a check failed, and checks that run nothing. */
const LETS_PASS =
  /\bcontinue-on-error:\s{0,4}true\b|\ballow_failure:\s{0,4}true\b|"(?:test|lint|typecheck|check)"\s?:\s?"(?:echo\b[^"\\&|;\n]{0,200}|exit 0|true|:)"/gu;
/** Code that asks whether a test runs it, and then returns an answer that is ready. */
const UNDER_TEST =
  /(?:["']pytest["'] in sys\.modules|\bPYTEST_CURRENT_TEST\b|\bJEST_WORKER_ID\b|\bprocess\.env\.VITEST\b|\bNODE_ENV\b["'\]]{0,2} ?={2,3} ?["']test["']|["']test["'] ?={2,3} ?process\.env\.NODE_ENV)[^\n]{0,40}?\n?[^\n]{0,40}?\breturn (?:-?\d|["'`[{]|[Tt]rue\b|\w{1,40}\[)/gu;

/** What a written text plants to pass a check by: in the settings of a pipeline, or as code that knows it is tested. */
export function plantedBypasses({ added, replaced }: WrittenText, paths: readonly string[]): string[] {
  const find = paths.some((path) => SETTINGS.test(path.replaceAll("\\", "/")))
    ? inSettings
    : paths.some((path) => testPathPart(path) !== null || !CODE.test(path))
      ? null
      : inCode;
  if (find === null) return [];
  const before = new Set(find(replaced));
  return find(added).filter((part) => !before.has(part));
}

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|java|kt)$/u;

function inSettings(text: string): string[] {
  const commands = text.split("\n").map((line) => line.trim().replace(BEFORE_COMMAND, "").replace(AFTER_COMMAND, ""));
  return [...commands.flatMap(bypasses), ...Array.from(text.matchAll(LETS_PASS), ([part]) => part)];
}

const inCode = (text: string): string[] =>
  Array.from(text.matchAll(UNDER_TEST), ([part]) => part.split(/\s+/u).join(" "));
