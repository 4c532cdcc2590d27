import type { Assertion, PatternNode } from "./parse-pattern.js";

/** One instruction of a compiled pattern; targets are positions in the program. */
export type Instruction =
  | { readonly op: "atom"; readonly matches: (character: string) => boolean }
  | { readonly op: "split"; readonly first: number; readonly second: number }
  | { readonly op: "jump"; readonly to: number }
  | { readonly op: "save"; readonly slot: number }
  | { readonly op: "clear"; readonly from: number; readonly to: number }
  | { readonly op: "assert"; readonly kind: Assertion }
  | { readonly op: "match" };

/** Longest program; counted repeats are written out, so `(a{999}){999}` would not end. Convention. */
export const MAX_INSTRUCTIONS = 20_000;

/** Says that a pattern is too large to be matched. */
export class PatternTooLarge extends Error {}

/** Turns a pattern's tree into a program for a matcher that follows all alternatives at once. */
export function compilePattern(root: PatternNode, flags: string): Instruction[] {
  const program: Instruction[] = [];
  const atoms = new Map<string, (character: string) => boolean>();
  const emit = (instruction: Instruction): number => {
    if (program.length >= MAX_INSTRUCTIONS) throw new PatternTooLarge();
    return program.push(instruction) - 1;
  };
  const atomOf = (source: string): ((character: string) => boolean) => {
    const known = atoms.get(source) ?? characterTest(source, flags);
    atoms.set(source, known);
    return known;
  };

  const write = (node: PatternNode): void => {
    if (node.type === "atom") emit({ op: "atom", matches: atomOf(node.source) });
    else if (node.type === "assert") emit({ op: "assert", kind: node.kind });
    else if (node.type === "sequence") node.items.forEach(write);
    else if (node.type === "group") {
      emit({ op: "save", slot: node.index * 2 });
      write(node.body);
      emit({ op: "save", slot: node.index * 2 + 1 });
    } else if (node.type === "choice") writeChoice(node.branches);
    else writeRepeat(node);
  };

  const writeChoice = (branches: readonly PatternNode[]): void => {
    const jumps: number[] = [];
    for (const [index, branch] of branches.entries()) {
      if (index === branches.length - 1) {
        write(branch);
        continue;
      }
      const split = emit({ op: "match" });
      write(branch);
      jumps.push(emit({ op: "match" }));
      program[split] = { op: "split", first: split + 1, second: program.length };
    }
    for (const jump of jumps) program[jump] = { op: "jump", to: program.length };
  };

  const writeRepeat = ({ body, min, max, lazy }: Extract<PatternNode, { type: "repeat" }>): void => {
    const slots = groupSlots(body);
    const writeBody = (): void => {
      if (slots) emit({ op: "clear", ...slots });
      write(body);
    };
    const splitTo = (split: number, inside: number, outside: number): void => {
      program[split] = lazy
        ? { op: "split", first: outside, second: inside }
        : { op: "split", first: inside, second: outside };
    };
    for (let count = 0; count < min; count++) {
      const before = program.length;
      writeBody();
      // A body without instructions matches the same however often it stands there.
      if (program.length === before) break;
    }
    if (max === Number.POSITIVE_INFINITY) {
      const split = emit({ op: "match" });
      writeBody();
      emit({ op: "jump", to: split });
      splitTo(split, split + 1, program.length);
      return;
    }
    const splits: number[] = [];
    for (let count = min; count < max; count++) {
      splits.push(emit({ op: "match" }));
      writeBody();
    }
    for (const split of splits) splitTo(split, split + 1, program.length);
  };

  write(root);
  emit({ op: "match" });
  return program;
}

/** A repeat forgets what its groups captured in the round before. */
function groupSlots(node: PatternNode): { from: number; to: number } | undefined {
  const indexes: number[] = [];
  const visit = (inner: PatternNode): void => {
    if (inner.type === "group") {
      indexes.push(inner.index);
      visit(inner.body);
    } else if (inner.type === "sequence") inner.items.forEach(visit);
    else if (inner.type === "choice") inner.branches.forEach(visit);
    else if (inner.type === "repeat") visit(inner.body);
  };
  visit(node);
  return indexes.length === 0 ? undefined : { from: Math.min(...indexes) * 2, to: Math.max(...indexes) * 2 + 1 };
}

/** Tests one character against one atom with the engine itself, so classes, escapes and case folding are the engine's. */
export function characterTest(source: string, flags: string): (character: string) => boolean {
  const pattern = new RegExp(`^(?:${source})$`, flags.replace(/[gymd]/g, ""));
  const known = new Map<string, boolean>();
  return (character) => {
    let answer = known.get(character);
    if (answer === undefined) {
      answer = pattern.test(character);
      if (known.size < 4096) known.set(character, answer);
    }
    return answer;
  };
}
