import { isRecord, OptionError, optionRule, type Row } from "@whileai/core";
import type { CodeOutcome, ProgramCase, Runner } from "../code/runner.js";
import type { SandboxMode } from "../code/sandbox-layers.js";
import { findGold } from "./find-gold.js";
import { makeVerifier, type Outcome, type Verifier, type VerifierOptions } from "./verifier.js";

/** Wall time of one verdict; convention. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** Processor time of each process of a verdict; convention. */
const DEFAULT_CPU_SECONDS = 10;
/** Address space of each process of a verdict; convention. */
const DEFAULT_MEMORY_MB = 512;
/** Below this the interpreter itself does not start. */
const LEAST_MEMORY_MB = 64;

/** Options of {@link CodeExec}. */
export interface CodeExecOptions extends VerifierOptions {
  /** Tests for every row: plain asserts, `test_*` functions, `unittest.TestCase`s, or all of them. */
  readonly tests?: string | undefined;
  /** Cases for every row instead: what a whole program reads and must print. Python only. */
  readonly cases?: readonly ProgramCase[] | undefined;
  /** Code that runs before the candidate, in its process. */
  readonly setup?: string | undefined;
  /** "python" unless given. */
  readonly language?: "python" | "javascript" | undefined;
  /**
   * "split" unless given: the tests run in a process of their own, out of the candidate's reach. "in_process" is for tests that cannot be
   * split (they subclass or patch what the candidate defines); it can be cheated by looking around in the interpreter.
   */
  readonly mode?: "split" | "in_process" | undefined;
  /** "strict" unless given: refuses to run where the kernel does not confine the code. */
  readonly sandbox?: SandboxMode | undefined;
  /** Wall time of a verdict in milliseconds, where there are `cases` of each; 10,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** Processor time of each process in whole seconds; 10 unless given. */
  readonly cpuSeconds?: number | undefined;
  /** Address space of each process in MB; 512 unless given. */
  readonly memoryMb?: number | undefined;
  /** The Python interpreter; `python3` unless given. */
  readonly pythonBin?: string | undefined;
  /** Absolute tolerance between numbers that a program prints; none unless given. */
  readonly tolerance?: number | undefined;
  /** Names that the tests take from the candidate although Python has them built in (`sum`, `filter`). */
  readonly exports?: readonly string[] | undefined;
  /** Runs the code elsewhere. */
  readonly runner?: Runner | undefined;
}

/** What a row's candidate is held against. */
interface Tests {
  readonly tests?: string;
  readonly cases?: readonly ProgramCase[];
  readonly source: string | undefined;
  /** The agent was never meant to see them: no reason quotes them. */
  readonly isSecret: boolean;
}

const isCase = (value: unknown): value is ProgramCase =>
  isRecord(value) && typeof value.input === "string" && typeof value.output === "string";

const caseRule = (value: unknown): string | undefined =>
  isCase(value) ? undefined : "{ input, output } of two strings";

const runnerRule = (value: unknown): string | undefined =>
  isRecord(value) && typeof value.run === "function" ? undefined : "a runner with a `run` function";

/**
 * Passes when the code in the reply passes hidden tests. The tests are the option `tests` or `cases`, else `privileged.tests` on the row,
 * else the row's reference when it is a text; without any the row cannot be judged. The code is the last fence of the language, the last
 * untagged fence, or a reply without fences as a whole.
 *
 * The candidate's process never holds the tests and its words are no evidence: the verdict is made in another process, which only gets
 * values back. Python runs confined by the kernel (see the guide on code), JavaScript in QuickJS. `judge_meta.sandbox` says which layers
 * held. Tests that do not compile, check nothing or never use the candidate give null.
 *
 * Throws an OptionError for bad options; a JudgeError from `prepare()`, which `grade` calls before the first row, where `sandbox: "strict"`
 * cannot be had or Python is missing.
 *
 * @example
 * const verdict = await verify.CodeExec({ tests: "assert add(2, 3) == 5" })({ final_text: "def add(a, b):\n    return a + b" });
 */
export function CodeExec(options: CodeExecOptions = {}): Verifier {
  const { language = "python", mode = "split", sandbox = "strict", pythonBin = "python3" } = options;
  let runner: Promise<Runner> | undefined;
  const getRunner = (): Promise<Runner> => {
    runner ??= load();
    return runner;
  };
  const load = async (): Promise<Runner> => {
    if (options.runner !== undefined) return options.runner;
    const { createRunner } = await import("../code/create-runner.js");
    return createRunner({ language, sandbox, pythonBin });
  };
  const verifier = makeVerifier({
    type: "CodeExec",
    options,
    rules: {
      tests: optionRule.text,
      cases: optionRule.listOf(caseRule, 1),
      setup: optionRule.text,
      language: optionRule.oneOf(["python", "javascript"]),
      mode: optionRule.oneOf(["split", "in_process"]),
      sandbox: optionRule.oneOf(["strict", "best_effort", "none"]),
      timeoutMs: optionRule.integer(1, 2 ** 31 - 1),
      cpuSeconds: optionRule.integer(1),
      memoryMb: optionRule.integer(LEAST_MEMORY_MB),
      pythonBin: optionRule.notBlank,
      tolerance: optionRule.number(0, Number.MAX_VALUE),
      exports: optionRule.listOf(optionRule.notBlank),
      runner: runnerRule,
    },
    gold: "none",
    isVersioned: options.runner === undefined,
    prepare: async () => (await getRunner()).prepare?.(),
    async check({ candidate, row, context }) {
      const found = findTests(row, options);
      if (found === undefined) return { score: null, reason: "no tests on the row or in the options" };
      const meta = {
        ...(found.source === undefined ? {} : { gold_source: found.source }),
        trust_level: mode,
      };
      const { findCode } = await import("../code/extract-code.js");
      const program = findCode(candidate, language);
      if (program === undefined) return { score: 0, reason: "no code in the reply", meta };
      const outcome = await (await getRunner()).run(
        {
          language,
          mode,
          code: program.code,
          setup: options.setup ?? "",
          tests: found.tests,
          cases: found.cases,
          tolerance: options.tolerance,
          exports: options.exports ?? [],
          limits: {
            timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
            cpuSeconds: options.cpuSeconds ?? DEFAULT_CPU_SECONDS,
            memoryMb: options.memoryMb ?? DEFAULT_MEMORY_MB,
          },
        },
        { signal: context.signal },
      );
      const given = { ...meta, sandbox: outcome.sandbox, ...warnings(outcome, mode) };
      return conclude(program.isFenced ? outcome : unfenced(outcome), found, given);
    },
  });
  refuseContradictions(options);
  return verifier;
}

function refuseContradictions({ tests, cases, language, mode, runner, tolerance }: CodeExecOptions): void {
  const refuse = (option: string, message: string, fix: string): never => {
    throw new OptionError({ option, message: `verify.CodeExec: ${message}.`, fix });
  };
  if (tests !== undefined && cases !== undefined)
    refuse("cases", "`tests` and `cases` are both given", "Give one; use verify.All for both.");
  if (language === "javascript" && runner === undefined) {
    if (cases !== undefined)
      refuse("cases", "`cases` are for Python programs", "Give `tests`, or a `runner` of your own.");
    if (mode === "in_process")
      refuse("mode", "JavaScript candidates never share a machine with their tests", 'Leave `mode: "in_process"` out.');
  }
  if (tolerance !== undefined && tests !== undefined)
    refuse("tolerance", "`tolerance` is for `cases`", "Write the tolerance into the tests.");
}

function findTests(row: Readonly<Row>, options: CodeExecOptions): Tests | undefined {
  if (options.tests !== undefined && options.tests.trim() !== "")
    return { tests: options.tests, source: undefined, isSecret: false };
  if (options.cases !== undefined) return { cases: options.cases, source: undefined, isSecret: false };
  const places = options.field === undefined ? ["privileged.tests", undefined] : [options.field];
  for (const place of places) {
    const gold = findGold(row, place);
    if (gold === undefined) continue;
    const where = { source: gold.source, isSecret: gold.isPrivileged };
    if (typeof gold.value === "string" && gold.value.trim() !== "") return { tests: gold.value, ...where };
    if (Array.isArray(gold.value) && gold.value.length > 0 && gold.value.every(isCase))
      return { cases: gold.value, ...where };
  }
  return undefined;
}

function conclude(outcome: CodeOutcome, { isSecret }: Tests, meta: Readonly<Record<string, unknown>>): Outcome {
  switch (outcome.status) {
    case "passed":
      return { score: 1, reason: "passed the tests", meta };
    case "unusable":
      return { score: null, reason: outcome.why, meta };
    case "failed": {
      const hint = outcome.hint === undefined ? "" : ` (${outcome.hint})`;
      const detail = isSecret || outcome.detail === undefined ? "" : `: ${outcome.detail}`;
      return { score: 0, reason: `failed: ${outcome.cause}${detail}${hint}`, meta };
    }
  }
}

/** Causes by which prose fails that was taken for code. */
const NO_CODE: readonly string[] = ["SyntaxError", "IndentationError"];

/** What failed as prose would says that no code was found. */
const unfenced = (outcome: CodeOutcome): CodeOutcome =>
  outcome.status === "failed" && NO_CODE.includes(outcome.cause)
    ? { ...outcome, hint: "no fenced code was found, so the whole reply was run" }
    : outcome;

function warnings({ sandbox }: CodeOutcome, mode: "split" | "in_process"): { readonly warnings?: readonly string[] } {
  const found = [
    ...(mode === "in_process" ? ["the tests ran in the candidate's process, which can be cheated"] : []),
    ...(sandbox.mode === "none" ? ["the code was not confined"] : []),
    ...(sandbox.mode === "best_effort"
      ? [`the code was confined by no more than ${sandbox.layers.join(", ") || "nothing"}`]
      : []),
  ];
  return found.length === 0 ? {} : { warnings: found };
}
