import {
  canonicalJson,
  checkOptions,
  isRecord,
  type JudgeContext,
  type JudgeFunction,
  notJson,
  OptionError,
  optionRule,
  type Row,
  type Verdict,
} from "@whileai/core";
import { shortHash } from "../judge/judge-version.js";
import type { Verifier } from "../verify/verifier.js";
import { RowDeadline } from "./row-deadline.js";
import { ThreadPool } from "./thread-pool.js";

/** Longest time for one row, in milliseconds, whatever the call that grades allows; convention. */
const DEFAULT_MODULE_TIMEOUT_MS = 30_000;
/** Most memory of one thread's heap, in MB; convention. */
const THREAD_HEAP_MB = 512;
const ANYWHERE = new AbortController().signal;

/** Options of {@link verifierFromModule}. */
export interface ModuleVerifierOptions {
  /** The export that judges, or a path to it such as "verify.MathEqual"; "default" unless given. */
  readonly export?: string | undefined;
  /** The verifier's name on rows; the export's, or the file's for a default export, unless given. */
  readonly name?: string | undefined;
  /** Given, the export is a factory: it is called with them in the thread, and gives the judge. Plain data. */
  readonly options?: unknown;
  /** Longest time for one row; 30 000 unless given. A shorter `limits.timeoutMs` goes before it. */
  readonly timeoutMs?: number | undefined;
  /** Threads at the same time; as many as the machine runs in parallel unless given. */
  readonly threads?: number | undefined;
  /**
   * Stands for how it judges, on rows, for `resume` and caches. Without it: a hash of the module's own text, export and
   * options, which does not see what the module imports; none for options that are no JSON (a pattern, a Map).
   */
  readonly version?: string | undefined;
}

/** A verifier that lives in worker threads. */
export interface ModuleVerifier extends Verifier {
  readonly prepare: () => Promise<void>;
  /** Ends its threads now instead of when they have been idle for a while. It can be used again. */
  close(): void;
  [Symbol.dispose](): void;
}

/**
 * A verifier whose code runs in worker threads that can be ended: an endless loop, a pattern that backtracks for ever or a
 * number too large to compute costs its own row a `timeout`, and no other row anything. A function of your own cannot be
 * stopped that way: what blocks the thread of the caller blocks the deadline too.
 *
 * The module exports a function `(row, context) => verdict` (async too), a judge object, or with `options` a factory of
 * one. It is loaded once for each thread, so what it keeps in variables is shared by the rows of a thread. A thread
 * that dies, by `process.exit()` or for want of memory, is an `error` of its row, which was judged once more before that:
 * the thread may have died of what an earlier row left behind. Code that waits in the operating system
 * (`execSync`) is not ended before that returns.
 *
 * Throws an OptionError for bad options and a JudgeError, before the first row, for a module that cannot be loaded.
 *
 * @example
 * const verifier = verifierFromModule(new URL("./verifier.js", import.meta.url));
 * const { rows } = await grade(data, verifier, { limits: { timeoutMs: 2000 } });
 */
export function verifierFromModule(url: string | URL, options: ModuleVerifierOptions = {}): ModuleVerifier {
  checkOptions("verifierFromModule", options, {
    export: optionRule.notBlank,
    name: optionRule.notBlank,
    options: optionRule.any,
    timeoutMs: optionRule.positive,
    threads: optionRule.integer(1),
    version: optionRule.notBlank,
  });
  const href = moduleUrl(url);
  const exported = options.export ?? "default";
  const name = options.name ?? (exported === "default" ? fileName(href) : exported);
  const module = { url: href, path: exported.split("."), options: options.options, heapMb: THREAD_HEAP_MB };
  const timeoutMs = options.timeoutMs ?? DEFAULT_MODULE_TIMEOUT_MS;
  let version = options.version;
  let pool: ThreadPool | undefined;
  const poolOf = async (): Promise<ThreadPool> => {
    if (pool !== undefined) return pool;
    const { availableParallelism } = await import("node:os");
    pool ??= new ThreadPool(module, options.threads ?? availableParallelism());
    return pool;
  };

  const judge = async (row: Readonly<Row>, context: Partial<JudgeContext> = {}): Promise<Verdict> => {
    const threads = await poolOf();
    const deadline = new RowDeadline(timeoutMs, context.signal ?? ANYWHERE);
    try {
      const verdict = await threads.judge(row, {
        signal: deadline.signal,
        onWait: (isWaiting) => {
          deadline.wait(isWaiting);
          context.onWait?.(isWaiting);
        },
      });
      return withVerifier(verdict, name);
    } catch (error) {
      if (!deadline.hasPassed) throw error;
      return { reward: null, judge_status: "timeout", judge_meta: { verifier: name, timeout_s: timeoutMs / 1000 } };
    } finally {
      deadline.stop();
    }
  };
  const prepare = async (): Promise<void> => {
    const current = options.version ?? (await moduleVersion(href, exported, options.options));
    // Threads that hold the text of before are left to their rows.
    if (version !== undefined && current !== version) pool = undefined;
    version = current;
    await (await poolOf()).prepare();
  };
  const close = (): void => pool?.close();

  const verifier = (row: Readonly<Row>, context?: JudgeContext): Promise<Verdict> => judge(row, context);
  Object.defineProperty(verifier, "name", { value: name });
  Object.defineProperty(verifier, "version", { get: () => version, enumerable: true });
  return Object.assign(verifier, {
    kind: "rule" as const,
    judge: judge as JudgeFunction,
    prepare,
    close,
    [Symbol.dispose]: close,
  }) as unknown as ModuleVerifier;
}

/** What a module can be loaded by: a URL, an absolute path or the name of a package. */
function moduleUrl(given: unknown): string {
  const text = given instanceof URL ? given.href : given;
  const isRelative = typeof text === "string" && /^\.{0,2}\/?$|^\.{1,2}[\\/]/.test(text.trim());
  if (typeof text === "string" && !isRelative) return text;
  throw new OptionError({
    option: "url",
    received: given,
    message: `verifierFromModule: the module must be a URL, an absolute path or the name of a package, got ${typeof text === "string" ? JSON.stringify(text) : typeof text}.`,
    fix: 'Write new URL("./verifier.js", import.meta.url): a thread does not know which file a relative path starts at.',
  });
}

function fileName(href: string): string {
  const last = href.startsWith("data:")
    ? ""
    : href
        .replace(/[?#].*$/, "")
        .split(/[\\/]/)
        .at(-1);
  return last?.replace(/\.[cm]?[jt]s$/, "") || "module";
}

/** A hash of the module's own text; undefined where it cannot be read from here, and for options that JSON cannot tell apart. */
async function moduleVersion(href: string, exported: string, options: unknown): Promise<string | undefined> {
  if (notJson(options) !== undefined) return undefined;
  const [{ readFile }, { isAbsolute }] = await Promise.all([import("node:fs/promises"), import("node:path")]);
  try {
    const isFile = href.startsWith("file:") || isAbsolute(href);
    const text = isFile ? await readFile(href.startsWith("file:") ? new URL(href) : href, "utf8") : href;
    if (!isFile && !href.startsWith("data:")) return undefined;
    return shortHash(canonicalJson([text, exported, options ?? null]));
  } catch {
    return undefined;
  }
}

/** The verdict with the verifier's name, as all verifiers give it. What is no verdict stays what it is. */
function withVerifier(verdict: unknown, name: string): Verdict {
  if (typeof verdict === "number" || typeof verdict === "boolean")
    return { reward: verdict, judge_meta: { verifier: name } };
  if (!isRecord(verdict) || (verdict.judge_meta !== undefined && !isRecord(verdict.judge_meta)))
    return verdict as Verdict;
  return { ...verdict, judge_meta: { verifier: name, ...(verdict.judge_meta as object | undefined) } };
}
