/** Commands that stand for a symbol. */
export const COMMAND_SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cdot: "*",
    times: "*",
    ast: "*",
    div: "/",
    le: "<=",
    leq: "<=",
    leqslant: "<=",
    ge: ">=",
    geq: ">=",
    geqslant: ">=",
    lt: "<",
    gt: ">",
    ne: "!=",
    neq: "!=",
    "{": "\\{",
    "}": "\\}",
    lbrace: "\\{",
    rbrace: "\\}",
    "%": "%",
    $: "$",
    lvert: "|",
    rvert: "|",
    vert: "|",
    mid: "|",
    lparen: "(",
    rparen: ")",
    lbrack: "[",
    rbrack: "]",
    colon: ":",
    "\\": "\\\\",
    cr: "\\\\",
    approx: "approx",
    pm: "pm",
    mp: "mp",
    cup: "cup",
    cap: "cap",
    setminus: "setminus",
    backslash: "setminus",
    in: "in",
    to: "to",
    rightarrow: "to",
    emptyset: "emptyset",
    varnothing: "emptyset",
    langle: "<(",
    rangle: ")>",
    lfloor: "lfloor",
    rfloor: "rfloor",
    lceil: "lceil",
    rceil: "rceil",
    degree: "degree",
    frac: "frac",
    dfrac: "frac",
    tfrac: "frac",
    cfrac: "frac",
    sqrt: "sqrt",
    binom: "binom",
    dbinom: "binom",
    tbinom: "binom",
    choose: "choose",
    over: "over",
    ldots: "ldots",
    dots: "ldots",
    cdots: "ldots",
    lor: "or",
    vee: "or",
    land: "and",
    wedge: "and",
    prime: "'",
    "|": "|",
  }),
);
/** Commands that only change how things look. */
export const IGNORED_COMMANDS: ReadonlySet<string> = new Set([
  "scriptstyle",
  "mathstrut",
  "hfill",
  "null",
  "relax",
  "strut",
  "boxed",
]);

/** Greek letters in the order of the alphabet, sigma without its form at the end of a word. */
const GREEK_NAMES =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega".split(
    " ",
  );
const GREEK_LETTERS = ["αβγδεζηθικλμνξοπρστυφχψω", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"] as const;

/** The command of a Greek letter; the letter itself when it is none of them. */
export function greekCommand(letter: string): string {
  const [lower, upper] = [GREEK_LETTERS[0].indexOf(letter), GREEK_LETTERS[1].indexOf(letter)];
  const name = GREEK_NAMES[Math.max(lower, upper)];
  if (name === undefined) return letter;
  return lower >= 0 ? `\\${name}` : `\\${name[0]?.toUpperCase()}${name.slice(1)}`;
}
