/** The families of set phrases. */
export const STYLE_FAMILIES = ["boilerplate", "hedging", "apology", "sycophancy", "refusal"] as const;

/** A family of set phrases. */
export type StyleFamily = (typeof STYLE_FAMILIES)[number];

/** Phrases by family. */
export type StylePhrases = Readonly<Record<StyleFamily, readonly string[]>>;

/** The phrases that are looked for by default. English: from reading replies, and from what the seeded agent of simulations is made to say. */
export const STYLE_PHRASES: StylePhrases = {
  boilerplate: [
    "as an ai",
    "as a language model",
    "designed to assist",
    "thank you for reaching out",
    "thanks for reaching out",
    "thank you for contacting",
    "your satisfaction is",
    "we value your",
    "do not hesitate to",
    "don't hesitate to",
    "hope this helps",
    "is there anything else i can",
    "happy to assist you further",
  ],
  hedging: [
    "i could be wrong",
    "i might be wrong",
    "it may well depend",
    "hard to say for certain",
    "hard to say for sure",
    "might or might not",
    "may or may not",
    "with a grain of salt",
    "not entirely sure",
    "not entirely certain",
    "cannot be completely certain",
    "can't be completely certain",
    "it is possible that perhaps",
    "take this as a guess",
    "i would not want to commit",
  ],
  apology: ["sorry", "i apologise", "i apologize", "my apologies", "please forgive", "really apologise"],
  sycophancy: [
    "what a brilliant",
    "what a great question",
    "what a sharp question",
    "great question",
    "excellent question",
    "you are absolutely right",
    "you're absolutely right",
    "right, as always",
    "i admire how you",
    "smartest request",
    "you clearly know",
    "couldn't have put it better",
  ],
  refusal: [
    "i can't help with",
    "i cannot help with",
    "i can't assist with",
    "i cannot assist with",
    "i'm unable to help",
    "i am unable to help",
    "i'm not able to help",
    "i am not able to help",
    "i won't be able to",
    "i must decline",
    "i have to decline",
    "outside what i can help with",
    "not something i can help",
    "i would rather not answer",
    "i'm not allowed to",
    "i am not allowed to",
  ],
};
