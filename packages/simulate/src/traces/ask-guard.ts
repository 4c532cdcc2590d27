import { foldText } from "@whileai/core";

/** Share of words from which two texts count as nearly the same. Convention. */
const NEARLY_THE_SAME = 0.8;
/** The least two such texts share, as a part of the words of either. */
const LEAST_SHARED = NEARLY_THE_SAME / (2 - NEARLY_THE_SAME);
/** Asks of fewer words are too common to be told apart by them: they are compared whole, and looked for in no other text. */
const FEWEST_WORDS = 5;
/** What stands for a word that holds a digit. */
const MASK = "#";
/** Scripts that are written without spaces: each of their characters counts as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu;
const WORD = /[\p{L}\p{M}\p{N}]+(?:[-_'.:/@#][\p{L}\p{M}\p{N}]+)*/gu;

/** A text as its words, whatever its case, punctuation and spacing. */
interface Words {
  /** The words with spaces around each. */
  readonly whole: string;
  /** The words with repetitions numbered, so that what two texts share can be counted word by word. */
  readonly members: readonly string[];
}

/** The words of a text by how few asks have them, rarest first. Words that no ask has are only counted. */
interface Ranked {
  readonly ranks: readonly number[];
  readonly size: number;
  readonly whole: string;
}

function wordsOf(text: string): Words {
  const words = (foldText(text).replaceAll("’", "'").replace(UNSPACED, " $& ").match(WORD) ?? []).map((word) =>
    /\p{N}/u.test(word) ? MASK : word,
  );
  const times = new Map<string, number>();
  const members = words.map((word) => {
    const before = times.get(word) ?? 0;
    times.set(word, before + 1);
    return before === 0 ? word : `${word} ${before}`;
  });
  return { whole: ` ${words.join(" ")} `, members };
}

/**
 * Tells whether a prompt gives an ask of a past conversation away: is the same, contains it, or is nearly the same, with
 * 80 % of the words of both in common. Words that hold a digit count as equal.
 */
export class AskGuard {
  readonly #whole = new Set<string>();
  readonly #rankOf: ReadonlyMap<string, number>;
  /** Asks by the rank of their rarest word, which a text that contains them must have. */
  readonly #byRarest = new Map<number, Ranked[]>();
  /** Asks by each of their rarer words, one of which a text that is nearly the same must have among its own. */
  readonly #byRarer = new Map<number, Ranked[]>();

  constructor(asks: Iterable<string>) {
    const distinct: Words[] = [];
    for (const ask of asks) {
      const words = wordsOf(ask);
      if (words.members.length === 0 || this.#whole.has(words.whole)) continue;
      this.#whole.add(words.whole);
      if (words.members.length >= FEWEST_WORDS) distinct.push(words);
    }
    this.#rankOf = ranksOf(distinct);
    for (const words of distinct) {
      const ask = this.#ranked(words);
      push(this.#byRarest, ask.ranks[0] as number, ask);
      for (const rank of rarer(ask)) push(this.#byRarer, rank, ask);
    }
  }

  /** Whether the prompt gives an ask away. */
  isLeak(prompt: string): boolean {
    const words = wordsOf(prompt);
    if (this.#whole.has(words.whole)) return true;
    const text = this.#ranked(words);
    return this.#contains(text) || this.#resembles(text);
  }

  #contains({ ranks, whole }: Ranked): boolean {
    return ranks.some((rank) => this.#byRarest.get(rank)?.some((ask) => whole.includes(ask.whole)));
  }

  #resembles(text: Ranked): boolean {
    const seen = new Set<Ranked>();
    for (const rank of rarer(text)) {
      for (const ask of this.#byRarer.get(rank) ?? []) {
        if (seen.has(ask)) continue;
        seen.add(ask);
        if (areNearlyTheSame(text, ask)) return true;
      }
    }
    return false;
  }

  #ranked({ members, whole }: Words): Ranked {
    const ranks = members.map((word) => this.#rankOf.get(word)).filter((rank) => rank !== undefined);
    return { ranks: ranks.sort((left, right) => left - right), size: members.length, whole };
  }
}

function ranksOf(asks: readonly Words[]): Map<string, number> {
  const frequency = new Map<string, number>();
  for (const { members } of asks) for (const word of members) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const byRarity = [...frequency].sort(([left, many], [right, more]) => many - more || (left < right ? -1 : 1));
  return new Map(byRarity.map(([word], rank) => [word, rank]));
}

/** So many of the rarest words that the rest is too few to be all that two nearly equal texts share. */
function rarer({ ranks, size }: Ranked): readonly number[] {
  const unknown = size - ranks.length;
  return ranks.slice(0, Math.max(0, size - Math.ceil(size * LEAST_SHARED) + 1 - unknown));
}

/** Whether two texts share enough of their words: twice those in common over the words of both. */
function areNearlyTheSame(left: Ranked, right: Ranked): boolean {
  const needed = ((left.size + right.size) * NEARLY_THE_SAME) / 2;
  let [at, to, shared] = [0, 0, 0];
  while (at < left.ranks.length && to < right.ranks.length) {
    if (shared + Math.min(left.ranks.length - at, right.ranks.length - to) < needed) return false;
    const difference = (left.ranks[at] as number) - (right.ranks[to] as number);
    if (difference === 0) shared++;
    if (difference <= 0) at++;
    if (difference >= 0) to++;
  }
  return shared >= needed;
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
