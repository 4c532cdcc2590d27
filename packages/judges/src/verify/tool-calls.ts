import { checkOptions, OptionError, optionRule, plainJson } from "@whileai/core";
import { type CalledTool, readToolCalls } from "./read-tool-calls.js";
import { jsonRule, makeVerifier, type Outcome, unusableGold, type Verifier, type VerifierOptions } from "./verifier.js";
import { type MadeCall, madeCall, toolNameKey, type WantedCall, wantedCalls } from "./wanted-call.js";

/** Options of {@link ToolCalls}. */
export interface ToolCallsOptions extends VerifierOptions {
  /** The calls that are right; the row's reference unless given. */
  readonly expected?: unknown;
  /** Whether the calls must come in the order given; "any" unless given. */
  readonly order?: "any" | "strict" | undefined;
  /** Whether other calls may be made besides; "forbid" unless given. */
  readonly extra?: "forbid" | "allow" | undefined;
}

/** Largest group of calls that is matched; beyond it a row cannot be judged. */
const MAX_CALLS = 256;

/** Finds for every wanted call a call of its own (Kuhn's augmenting paths); the wanted ones that found none. */
function unmatched(wanted: readonly WantedCall[], calls: readonly MadeCall[]): WantedCall[] {
  const fitting = wanted.map((want) => calls.flatMap((call, at) => (want.accepts(call) ? [at] : [])));
  const takenBy = new Map<number, number>();
  const place = (index: number, tried: Set<number>): boolean => {
    for (const at of fitting[index] as number[]) {
      if (tried.has(at)) continue;
      tried.add(at);
      const holder = takenBy.get(at);
      if (holder === undefined || place(holder, tried)) {
        takenBy.set(at, index);
        return true;
      }
    }
    return false;
  };
  return wanted.filter((_, index) => !place(index, new Set()));
}

/** In order: each wanted call takes the first call after the one before it. */
function unmatchedInOrder(wanted: readonly WantedCall[], calls: readonly MadeCall[]): WantedCall[] {
  let from = 0;
  return wanted.filter((want) => {
    const at = calls.findIndex((call, index) => index >= from && want.accepts(call));
    if (at < 0) return true;
    from = at + 1;
    return false;
  });
}

/** The calls that nothing fitted; of tools that were called all the same, it says what about the call was not wanted. */
function missingText(missing: readonly WantedCall[], calls: readonly CalledTool[], order: "any" | "strict"): string {
  const called = new Set(calls.map(({ name }) => toolNameKey(name)));
  const how = order === "strict" ? "with the wanted arguments in this order" : "with the wanted arguments";
  return missing.map(({ name }) => (called.has(toolNameKey(name)) ? `${name} ${how}` : name)).join(", ");
}

/**
 * Passes when the row's tool calls are the ones wanted, with the arguments wanted. Wanted calls come as
 * `{name, arguments}` (or OpenAI's envelope), or as the function-calling benchmarks write them: `{get_order: {order_id: ["A1", "a1"]}}`, a list of
 * allowed values per argument, where "" in the list means the argument may be left out. An empty list means no call.
 *
 * Texts are compared without case and with white space collapsed, numbers by value; a call whose arguments are no JSON
 * object is no call that was wanted. Each wanted call needs a call of its own; further calls fail unless `extra: "allow"`. A reference that is no list of calls cannot be judged.
 *
 * @example
 * verify.ToolCalls()({
 *   steps: [{ tool: "get_order", arguments: { order_id: "A1" } }],
 *   privileged: { reference: [{ name: "get_order", arguments: { order_id: "A1" } }] },
 * }); // reward 1
 */
export function ToolCalls(options: ToolCallsOptions = {}): Verifier {
  const { order = "any", extra = "forbid" } = options;
  const rules = {
    expected: jsonRule,
    order: optionRule.oneOf(["any", "strict"]),
    extra: optionRule.oneOf(["forbid", "allow"]),
  };
  checkOptions("verify.ToolCalls", { expected: options.expected }, rules);
  const fixed = options.expected === undefined ? undefined : wantedCalls(plainJson(options.expected));
  if (options.expected !== undefined && fixed === undefined)
    throw new OptionError({
      option: "expected",
      received: options.expected,
      message: "verify.ToolCalls: `expected` is no list of calls.",
      fix: 'Write [{ name: "get_order", arguments: { order_id: "A1" } }].',
    });
  return makeVerifier({
    type: "ToolCalls",
    options,
    rules,
    gold: fixed === undefined ? "required" : "none",
    check({ row, gold }): Outcome {
      const wanted = fixed ?? wantedCalls(gold?.value);
      if (wanted === undefined) return unusableGold("is no list of calls");
      const calls = readToolCalls(row);
      if (Math.max(calls.length, wanted.length) > MAX_CALLS)
        return { score: null, reason: `more than ${MAX_CALLS} calls` };
      const made = calls.length === 0 ? "no call" : `called ${calls.map((call) => call.name).join(", ")}`;
      const missing = (order === "strict" ? unmatchedInOrder : unmatched)(wanted, calls.map(madeCall));
      const surplus = calls.length - (wanted.length - missing.length);
      const right = missing.length === 0 && (extra === "allow" || surplus === 0);
      const lacking = `${missing.length} of ${wanted.length} wanted calls missing, ${surplus} others`;
      return {
        score: right,
        reason: right ? made : `${made}; ${lacking}`,
        openReason:
          right || missing.length === 0 ? undefined : `${made}; missing ${missingText(missing, calls, order)}`,
        meta: { n_calls: calls.length },
      };
    },
  });
}
