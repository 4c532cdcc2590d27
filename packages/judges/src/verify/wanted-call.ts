import { canonicalJson, isRecord } from "@whileai/core";
import { parseJson } from "./json-values.js";
import { type CalledTool, readToolCall } from "./read-tool-calls.js";

/** What is wanted of one call: a name, and for every argument the test of its value. */
export interface WantedCall {
  readonly name: string;
  readonly accepts: (call: MadeCall) => boolean;
}

/** A call that was made, with what its arguments are compared by. */
export interface MadeCall {
  readonly call: CalledTool;
  /** Equal for values that count as the same. */
  readonly key: string;
  readonly argumentKeys: ReadonlyMap<string, string>;
}

const fold = (text: string): string => text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();

/** Dots and underscores in function names are one: some servers do not take dots. */
export const toolNameKey = (name: string): string => name.replaceAll(".", "_");

/** A call of that tool whose arguments can be compared. */
const isCallOf = (call: CalledTool, name: string): boolean =>
  !call.isUnreadable && toolNameKey(call.name) === toolNameKey(name);

/** Texts without case and with white space collapsed, numbers by value, the rest by structure. */
const valueKey = (value: unknown): string => canonicalJson(folded(value));

function folded(value: unknown): unknown {
  if (typeof value === "string") return fold(value);
  if (Array.isArray(value)) return value.map(folded);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, folded(entry)]))
    : value;
}

/** A call as wanted ones look at it. */
export const madeCall = (call: CalledTool): MadeCall => ({
  call,
  key: valueKey(call.arguments),
  argumentKeys: new Map(Object.entries(call.arguments).map(([name, value]) => [name, valueKey(value)])),
});

type ValueTest = (value: unknown, key: string) => boolean;

/** One of the allowed values; inside an allowed object, in a list too, every field again has a list of allowed values. */
function allowedTest(allowed: readonly unknown[]): ValueTest {
  const keys = new Set(allowed.filter((value) => !holdsRecord(value)).map(valueKey));
  const tests = allowed.filter(holdsRecord).map(patternTest);
  return (value, key) => keys.has(key) || tests.some((test) => test(value, key));
}

const holdsRecord = (value: unknown): boolean => (Array.isArray(value) ? value.some(holdsRecord) : isRecord(value));

function patternTest(pattern: unknown): ValueTest {
  if (Array.isArray(pattern)) {
    const items = pattern.map(patternTest);
    return (value) =>
      Array.isArray(value) &&
      value.length === items.length &&
      items.every((test, at) => test(value[at], valueKey(value[at])));
  }
  if (isRecord(pattern) && Object.values(pattern).every(Array.isArray)) {
    const test = fieldsTest(pattern);
    return (value) => isRecord(value) && test(value, (_, entry) => valueKey(entry));
  }
  const wanted = valueKey(pattern);
  return (_, key) => key === wanted;
}

/** Every field given is allowed, and every field wanted is given unless "" says that it may be left out. */
function fieldsTest(
  wanted: Record<string, unknown>,
): (given: Record<string, unknown>, keyOf: (name: string, value: unknown) => string) => boolean {
  const lists = new Map(
    Object.entries(wanted).map(([name, allowed]) => [name, Array.isArray(allowed) ? allowed : [allowed]]),
  );
  const tests = new Map([...lists].map(([name, allowed]) => [name, allowedTest(allowed)]));
  const required = [...lists].filter(([, allowed]) => !allowed.includes("")).map(([name]) => name);
  return (given, keyOf) =>
    required.every((name) => Object.hasOwn(given, name)) &&
    Object.entries(given).every(([name, value]) => tests.get(name)?.(value, keyOf(name, value)) === true);
}

function wantedCall(value: unknown): WantedCall | undefined {
  const plain = readToolCall(value);
  if (plain !== undefined) {
    const key = valueKey(plain.arguments);
    return plain.isUnreadable
      ? undefined
      : { name: plain.name, accepts: (made) => isCallOf(made.call, plain.name) && made.key === key };
  }
  if (!isRecord(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0 || !isRecord(entry[1])) return undefined;
  const [name, possible] = entry as [string, Record<string, unknown>];
  const test = fieldsTest(possible);
  return {
    name,
    accepts: ({ call, argumentKeys }) =>
      isCallOf(call, name) && test(call.arguments, (field) => argumentKeys.get(field) as string),
  };
}

/** The calls that a reference wants, from a list or its JSON text; undefined for what is no list of calls. */
export function wantedCalls(gold: unknown): WantedCall[] | undefined {
  let value = gold;
  if (typeof value === "string") {
    const parsed = parseJson(value);
    if (!parsed.found) return undefined;
    value = parsed.value;
  }
  const calls = (Array.isArray(value) ? value : [value]).map(wantedCall);
  return calls.includes(undefined) ? undefined : (calls as WantedCall[]);
}
