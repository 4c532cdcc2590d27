/** How one eval text is found in a training text. Plain data: threads hand it on. */
export interface TextMatch {
  /** The number of the eval text. */
  readonly text: number;
  /** Share of the training text's own words that the eval text covers; own words are those that no common gram covers. Null: it has none. */
  readonly trainShare: number | null;
  /** Share of the eval text's words that the training text covers: the smaller of the shares of all words and of its own. */
  readonly evalShare: number;
  readonly trainCommonWords: number;
  readonly evalCommonWords: number;
  /** The first run of n words that both have. */
  readonly firstGram: string;
  /** The longest run of words that both have and that is not all shared text. */
  readonly span: string;
}

/** The eval text that came closest to a share that was asked for, and the share. Plain data: threads hand it on. */
export interface ClosestText {
  readonly text: number;
  readonly share: number;
  /** Whose words the share is of. */
  readonly side: "train" | "eval";
}

/** What the words of one training text say. Plain data: threads hand it on. */
export interface TextScan {
  readonly words: number;
  /** The first eval text that has the same words, all of them; its signs and punctuation may be others. */
  readonly sameWords: number | null;
  /** The eval text that covers most of the training text, where that reaches the share asked for. */
  readonly near: TextMatch | null;
  /** The eval text of which most is in the training text, where that reaches the share asked for. */
  readonly contains: TextMatch | null;
  /** Text that many eval texts have in common would alone have reached the share. */
  readonly common: CommonMatch | null;
  /** The eval text that covers at least half of the training text, or of which at least half is in it, where that flags nothing. */
  readonly closest: ClosestText | null;
}

/** Shared text that is no match with any one eval text. */
export interface CommonMatch {
  readonly share: number;
  readonly span: string;
  /** In how many eval texts the most frequent run of n words in the training text is. */
  readonly evalTexts: number;
}
