import { clipText, OptionError } from "@whileai/core";
import {
  characterTest,
  compilePattern,
  type Instruction,
  MAX_INSTRUCTIONS,
  PatternTooLarge,
} from "./compile-pattern.js";
import { type Assertion, type ParsedPattern, parsePattern, UnsupportedPattern } from "./parse-pattern.js";

/** Most steps that one search may take, about a second of them. Convention. */
const MAX_STEPS = 20_000_000;
/** Places of groups that are copied in the time of one step. */
const SLOTS_PER_STEP = 8;
/** Characters of a refused pattern that an error shows. */
const SHOWN_CHARS = 200;

/** What a search found: where, and the text of every group (0 is the whole match). */
interface PatternMatch {
  readonly index: number;
  readonly groups: readonly (string | undefined)[];
  readonly named: ReadonlyMap<string, string | undefined>;
}

/** A regular expression whose time grows with the text, never exponentially. */
export interface LinearPattern {
  readonly source: string;
  readonly flags: string;
  readonly groupCount: number;
  readonly groupNames: readonly string[];
  test(text: string): boolean;
  /** The first match, or null. Throws a RangeError when the search takes more than {@link MAX_STEPS}, as `test` does. */
  exec(text: string): PatternMatch | null;
  /** `/source/flags`, as regular expressions print themselves. */
  toString(): string;
}

/**
 * Compiles a JavaScript regular expression for texts that are not trusted: every alternative is followed at once, so
 * patterns like `(a+)+$` cannot hang. Groups, classes, anchors, word boundaries, greedy and lazy repeats work as in
 * JavaScript; Python's `(?P<name>…)` is read as a named group.
 *
 * Throws an OptionError for a pattern that does not compile, and for what cannot be matched in linear time: lookaround,
 * backreferences, inline flags.
 *
 * @example
 * linearPattern("(a+)+$").test(`${"a".repeat(40)}!`); // false, at once
 */
export function linearPattern(source: string, flags = ""): LinearPattern {
  const { spelling, parsed, program } = prepare(source, flags);
  const unicode = flags.includes("u");
  const holds = assertionTest(flags);
  const charactersOf = (text: string): string[] => (unicode ? [...text] : text.split(""));
  return {
    source: spelling,
    flags,
    groupCount: parsed.groupCount,
    groupNames: [...parsed.groupNames.keys()],
    exec: (text) => {
      const characters = charactersOf(text);
      const slots = search(program, characters, holds, true);
      return slots === null ? null : readMatch(slots, characters, parsed);
    },
    test: (text) => search(program, charactersOf(text), holds, false) !== null,
    toString: () => `/${spelling}/${flags}`,
  };
}

function prepare(source: string, flags: string) {
  const spelling = source.replaceAll("(?P<", "(?<");
  try {
    void new RegExp(spelling, flags);
    const parsed = parsePattern(spelling, flags);
    return { spelling, parsed, program: compilePattern(parsed.root, flags) };
  } catch (error) {
    const [what, fix] = complaint(error, spelling);
    throw new OptionError({
      option: "pattern",
      received: source,
      message: `The pattern ${JSON.stringify(clipText(source, SHOWN_CHARS))} cannot be used: ${what}.`,
      fix,
      cause: error,
    });
  }
}

function complaint(error: unknown, spelling: string): [what: string, fix: string] {
  if (error instanceof UnsupportedPattern)
    return [
      `${error.construct} cannot be matched in time that grows with the text only`,
      "Write it without, or check the text in a function of your own.",
    ];
  if (error instanceof PatternTooLarge)
    return [`it is longer than ${MAX_INSTRUCTIONS} instructions`, "Use smaller repeat counts."];
  return [
    (error instanceof Error ? error.message : String(error)).replace(spelling, () => clipText(spelling, SHOWN_CHARS)),
    "Use JavaScript syntax: flags go into `flags`, the end of the text is `$`.",
  ];
}

type Slots = readonly (number | undefined)[];
interface Thread {
  readonly at: number;
  readonly slots: Slots;
}

/**
 * Pike's algorithm: the threads of one position in order of preference, each instruction at most once. Unless groups are
 * captured, it tells no more than that something matches.
 */
function search(
  program: readonly Instruction[],
  characters: readonly string[],
  holds: AssertionTest,
  captures: boolean,
): Slots | null {
  let steps = 0;
  const visited = new Int32Array(program.length).fill(-1);
  let found: Slots | null = null;
  let threads: Thread[] = [];
  for (let position = 0; position <= characters.length; position++) {
    const next: Thread[] = [];
    // A later start is least preferred, and pointless once something matched.
    const starts = found === null ? [...threads, { at: 0, slots: [position] }] : threads;
    const character = characters[position];
    for (const start of starts) {
      const stack: Thread[] = [start];
      let ended = false;
      while (stack.length > 0) {
        const { at, slots } = stack.pop() as Thread;
        if (visited[at] === position) continue;
        visited[at] = position;
        if (++steps > MAX_STEPS)
          throw new RangeError(
            `The pattern takes more than ${MAX_STEPS} steps on a text of ${characters.length} characters: too much.`,
          );
        const instruction = program[at] as Instruction;
        if (instruction.op === "match") {
          found = withSlot(slots, 1, position);
          ended = true;
          break;
        }
        if (instruction.op === "atom") {
          if (character !== undefined && instruction.matches(character)) next.push({ at: at + 1, slots });
        } else if (instruction.op === "jump") stack.push({ at: instruction.to, slots });
        else if (instruction.op === "split")
          stack.push({ at: instruction.second, slots }, { at: instruction.first, slots });
        else if (instruction.op === "save" || instruction.op === "clear") {
          if (captures) steps += Math.floor(slots.length / SLOTS_PER_STEP);
          stack.push({ at: at + 1, slots: captures ? written(slots, instruction, position) : slots });
        } else if (holds(instruction.kind, characters[position - 1], character)) stack.push({ at: at + 1, slots });
      }
      // Everything after a match is less preferred than the match.
      if (ended) break;
    }
    if (found !== null && !captures) return found;
    threads = next;
    if (threads.length === 0 && found !== null) break;
  }
  return found;
}

const written = (
  slots: Slots,
  instruction: Extract<Instruction, { readonly op: "save" | "clear" }>,
  position: number,
): Slots =>
  instruction.op === "save"
    ? withSlot(slots, instruction.slot, position)
    : cleared(slots, instruction.from, instruction.to);

function withSlot(slots: Slots, slot: number, position: number): Slots {
  const copy = [...slots];
  copy[slot] = position;
  return copy;
}

function cleared(slots: Slots, from: number, to: number): Slots {
  const copy = [...slots];
  for (let slot = from; slot <= to; slot++) copy[slot] = undefined;
  return copy;
}

type AssertionTest = (kind: Assertion, before: string | undefined, after: string | undefined) => boolean;

const LINE_END = /^[\n\r\u2028\u2029]$/;

/** Tests an assertion between two characters; undefined stands for the ends of the text. */
function assertionTest(flags: string): AssertionTest {
  const isMultiline = flags.includes("m");
  // With "iu" two letters beyond ASCII fold into word characters, so what a word is must be the engine's answer too.
  const isWordCharacter = characterTest("\\w", flags);
  const isWord = (character: string | undefined): boolean => character !== undefined && isWordCharacter(character);
  return (kind, before, after) => {
    if (kind === "start") return before === undefined || (isMultiline && LINE_END.test(before));
    if (kind === "end") return after === undefined || (isMultiline && LINE_END.test(after));
    return (isWord(before) !== isWord(after)) === (kind === "word");
  };
}

function readMatch(slots: Slots, characters: readonly string[], parsed: ParsedPattern): PatternMatch {
  const groups: (string | undefined)[] = [];
  for (let index = 0; index <= parsed.groupCount; index++) {
    const [from, to] = [slots[index * 2], slots[index * 2 + 1]];
    groups.push(from === undefined || to === undefined ? undefined : characters.slice(from, to).join(""));
  }
  const start = characters.slice(0, slots[0] as number).join("").length;
  return { index: start, groups, named: new Map([...parsed.groupNames].map(([name, index]) => [name, groups[index]])) };
}
