import { isRecord, OptionError, optionRule } from "@whileai/core";
import { sameJson } from "./json-values.js";
import { type CalledTool, readToolCall, readToolCalls } from "./read-tool-calls.js";
import { makeVerifier, type Outcome, unusableGold, type Verifier, type VerifierOptions } from "./verifier.js";

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

/** What is wanted of one call: a name, and for every argument the test of its value. */
interface WantedCall {
  readonly name: string;
  readonly accepts: (call: CalledTool) => boolean;
}

const fold = (text: string): string => text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();

/** Dots and underscores in function names are one: some servers do not take dots. */
const nameKey = (name: string): string => name.replaceAll(".", "_");

/** A call of that tool whose arguments can be compared. */
const isCallOf = (call: CalledTool, name: string): boolean =>
  !call.isUnreadable && nameKey(call.name) === nameKey(name);

/** Texts without case and with white space collapsed, numbers by value, the rest by structure. */
function sameValue(given: unknown, wanted: unknown): boolean {
  if (typeof given === "string" && typeof wanted === "string") return fold(given) === fold(wanted);
  if (Array.isArray(given) && Array.isArray(wanted))
    return given.length === wanted.length && given.every((item, at) => sameValue(item, wanted[at]));
  if (isRecord(given) && isRecord(wanted)) {
    const keys = Object.keys(wanted);
    return (
      keys.length === Object.keys(given).length &&
      keys.every((key) => Object.hasOwn(given, key) && sameValue(given[key], wanted[key]))
    );
  }
  return sameJson(given, wanted);
}

/** One of the allowed values; inside an allowed object, in a list too, every field again has a list of allowed values. */
const isAllowed = (given: unknown, allowed: readonly unknown[]): boolean =>
  allowed.some((value) => matches(given, value));

function matches(given: unknown, allowed: unknown): boolean {
  if (Array.isArray(given) && Array.isArray(allowed))
    return given.length === allowed.length && given.every((item, at) => matches(item, allowed[at]));
  return isRecord(allowed) && isRecord(given) && Object.values(allowed).every(Array.isArray)
    ? fieldsAllowed(given, allowed as Record<string, unknown[]>)
    : sameValue(given, allowed);
}

/** Every field given is allowed, and every field wanted is given unless "" says that it may be left out. */
function fieldsAllowed(given: Record<string, unknown>, wanted: Record<string, unknown>): boolean {
  const lists = new Map(
    Object.entries(wanted).map(([key, allowed]) => [key, Array.isArray(allowed) ? allowed : [allowed]]),
  );
  return (
    Object.entries(given).every(([key, value]) => isAllowed(value, lists.get(key) ?? [])) &&
    [...lists].every(([key, allowed]) => Object.hasOwn(given, key) || allowed.includes(""))
  );
}

function wantedCall(value: unknown): WantedCall | undefined {
  const plain = readToolCall(value);
  if (plain !== undefined)
    return plain.isUnreadable
      ? undefined
      : {
          name: plain.name,
          accepts: (call) => isCallOf(call, plain.name) && sameValue(call.arguments, plain.arguments),
        };
  if (!isRecord(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0 || !isRecord(entry[1])) return undefined;
  const [name, possible] = entry as [string, Record<string, unknown>];
  return { name, accepts: (call) => isCallOf(call, name) && fieldsAllowed(call.arguments, possible) };
}

function wantedCalls(gold: unknown): WantedCall[] | undefined {
  let value = gold;
  if (typeof value === "string") {
    try {
      value = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  const calls = (Array.isArray(value) ? value : [value]).map(wantedCall);
  return calls.includes(undefined) ? undefined : (calls as WantedCall[]);
}

/** Finds for every wanted call a call of its own (Kuhn's augmenting paths); the wanted ones that found none. */
function unmatched(wanted: readonly WantedCall[], calls: readonly CalledTool[]): WantedCall[] {
  const takenBy = new Map<number, number>();
  const place = (index: number, tried: Set<number>): boolean => {
    for (const [at, call] of calls.entries()) {
      if (tried.has(at) || !(wanted[index] as WantedCall).accepts(call)) continue;
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
function unmatchedInOrder(wanted: readonly WantedCall[], calls: readonly CalledTool[]): WantedCall[] {
  let from = 0;
  return wanted.filter((want) => {
    const at = calls.findIndex((call, index) => index >= from && want.accepts(call));
    if (at < 0) return true;
    from = at + 1;
    return false;
  });
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
  const fixed = options.expected === undefined ? undefined : wantedCalls(options.expected);
  if (options.expected !== undefined && fixed === undefined)
    throw new OptionError({
      option: "expected",
      received: options.expected,
      message: "verify.ToolCalls: `expected` is no list of calls.",
      fix: 'Write [{ name: "get_order", arguments: { order_id: "A1" } }].',
    });
  return makeVerifier({
    type: "ToolCalls",
    options: { ...options },
    rules: {
      expected: optionRule.any,
      order: optionRule.oneOf(["any", "strict"]),
      extra: optionRule.oneOf(["forbid", "allow"]),
    },
    gold: fixed === undefined ? "required" : "none",
    check({ row, gold }): Outcome {
      const wanted = fixed ?? wantedCalls(gold?.value);
      if (wanted === undefined) return unusableGold("is no list of calls");
      const calls = readToolCalls(row);
      if (Math.max(calls.length, wanted.length) > MAX_CALLS)
        return { score: null, reason: `more than ${MAX_CALLS} calls` };
      const made = calls.length === 0 ? "no call" : `called ${calls.map((call) => call.name).join(", ")}`;
      const missing = order === "strict" ? unmatchedInOrder(wanted, calls) : unmatched(wanted, calls);
      const surplus = calls.length - (wanted.length - missing.length);
      const right = missing.length === 0 && (extra === "allow" || surplus === 0);
      const lacking = `${missing.length} of ${wanted.length} wanted calls missing, ${surplus} others`;
      return {
        score: right,
        reason: right ? made : `${made}; ${lacking}`,
        openReason:
          right || missing.length === 0 ? undefined : `${made}; missing ${missing.map((want) => want.name).join(", ")}`,
        meta: { n_calls: calls.length },
      };
    },
  });
}
