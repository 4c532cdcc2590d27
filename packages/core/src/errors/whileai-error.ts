const MARKER = Symbol.for("whileai.error");

/** What every whileai error is made from. */
export interface WhileaiErrorInit {
  /** What happened, and where. */
  readonly message: string;
  /** One sentence that says what to change. */
  readonly fix: string;
  /** The error underneath, when there is one. */
  readonly cause?: unknown;
}

/**
 * The base of all errors thrown by whileai packages.
 *
 * `code` is stable and machine-readable, `fix` says what to change; `message` carries both for people.
 * Use {@link WhileaiError.isInstance} instead of `instanceof`: it also holds when two copies of the package are loaded.
 *
 * @example
 * try {
 *   parseSpec("openai/gpt-4.1-mini");
 * } catch (error) {
 *   if (WhileaiError.isInstance(error)) console.error(error.code, error.fix);
 * }
 */
export class WhileaiError extends Error {
  override readonly name: string = "WhileaiError";
  readonly code: string;
  readonly fix: string;

  constructor(code: string, init: WhileaiErrorInit) {
    super(`${init.message} ${init.fix}`.trim(), init.cause === undefined ? undefined : { cause: init.cause });
    this.code = code;
    this.fix = init.fix;
    Object.defineProperty(this, MARKER, { value: true, enumerable: false });
  }

  /** True for an error of this family, whichever copy of the package made it. */
  static isInstance(value: unknown): value is WhileaiError {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[MARKER] === true;
  }

  /** Plain data for `--json` output and logs; never holds a key or a request body. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, code: this.code, message: this.message, fix: this.fix };
  }
}
