import { integer, type Rational } from "./rational.js";

/** Spellings of functions and the name that they are computed by. */
export const FUNCTION_NAMES: ReadonlyMap<string, string> = new Map(
  [
    "sin cos tan cot sec csc sinh cosh tanh coth sech csch exp ln sqrt gcd lcm max min floor ceil abs sgn",
    "log:ln lg:log10 arcsin asin:arcsin arccos acos:arccos arctan atan:arctan arccot acot:arccot arcsec asec:arcsec",
    "arccsc acsc:arccsc tg:tan ctg:cot cosec:csc arctg:arctan sign:sgn GCD:gcd LCM:lcm cbrt mod",
    "arsinh arcsinh:arsinh asinh:arsinh arcosh arccosh:arcosh acosh:arcosh artanh arctanh:artanh atanh:artanh",
    "Re:re Im:im binom:binomial binomial factorial",
  ]
    .join(" ")
    .split(" ")
    .map((entry) => {
      const [spelling, name = spelling] = entry.split(":");
      return [spelling as string, name as string];
    }),
);

/** Functions that are often written against the letters before or after them, as in `2sinx`. */
export const ATTACHED_FUNCTIONS = [
  "arcsin",
  "arccos",
  "arctan",
  "sqrt",
  "sin",
  "cos",
  "tan",
  "log",
  "ln",
  "exp",
] as const;

/** Greek letters and other names of variables. */
export const GREEK: ReadonlySet<string> = new Set(
  (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho varrho sigma tau " +
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell hbar nabla partial"
  ).split(" "),
);

/** Units by their one spelling; a unit is compared only with another of this list. */
const UNITS: ReadonlyMap<string, string> = new Map(
  (
    "cm centimeter centimeters centimetre centimetres|mm millimeter millimeters millimetre millimetres|" +
    "m meter meters metre metres|km kilometer kilometers kilometre kilometres|in inch inches|ft foot feet|" +
    "yd yard yards|mi mile miles|kg kilogram kilograms|g gram grams|mg milligram milligrams|lb lbs pound pounds|" +
    "oz ounce ounces|ton tons|s sec secs second seconds|min mins minute minutes|h hr hrs hour hours|day days|" +
    "week weeks|month months|year years yr yrs|degree degrees deg °|rad radian radians|$ dollar dollars USD|" +
    "cent cents ¢|€ euro euros EUR|£ GBP|¥ yen yuan RMB CNY JPY|₹ rupee rupees INR|₽ ruble rubles rouble roubles|mph|kph kmh|l L liter liters litre litres|ml mL milliliter milliliters|" +
    "gal gallon gallons|K kelvin|J joule joules|N newton newtons|W watt watts|Hz hertz|Pa|V volt volts|A ampere amperes|" +
    "mol mole moles|kW|MW|kJ|kPa|MPa|kN|kHz|MHz|GHz|KB kB|MB|GB|TB|mA|mV|kV|\u03bcm|nm|ms|°C °Celsius °celsius|" +
    "°F °Fahrenheit °fahrenheit|am AM a.m A.M|pm PM p.m P.M|BC BCE|AD CE|north|south|east|west|quart quarts|pint pints|cup cups|acre acres"
  )
    .split("|")
    .flatMap((line) => {
      const spellings = line.split(" ");
      return spellings.map((spelling) => [spelling, spellings[0] as string] as const);
    }),
);

/** Units of plain text that are read as one after a number; one letter alone is a variable there. */
export const isPlainUnit = (word: string): boolean => word.length > 1 && UNITS.has(word);

const MULTIPLES = {
  ten: 10n,
  dozen: 12n,
  hundred: 100n,
  thousand: 1000n,
  million: 10n ** 6n,
  billion: 10n ** 9n,
  trillion: 10n ** 12n,
};
const PARTS = "halves thirds fourths fifths sixths sevenths eighths ninths tenths".split(" ");

/** Words that multiply the number before them: `3 dozen`, `2 thirds`. */
export const SCALE_WORDS: ReadonlyMap<string, Rational> = new Map<string, Rational>([
  ...Object.entries(MULTIPLES).flatMap(([word, times]): [string, Rational][] => [
    [word, integer(times)],
    [`${word}s`, integer(times)],
  ]),
  ...PARTS.map((word, index): [string, Rational] => [word, { numerator: 1n, denominator: BigInt(index + 2) }]),
  ["hundredths", { numerator: 1n, denominator: 100n }],
  ["thousandths", { numerator: 1n, denominator: 1000n }],
]);

const AREA_WORDS = /\b(?:square|sq\.?)\s+(\S+)/u;
const VOLUME_WORDS = /\b(?:cubic|cu\.?)\s+(\S+)/u;
const SQUARED_WORDS = /(?<!\S)(\S+)\s+squared\b/u;
const CUBED_WORDS = /(?<!\S)(\S+)\s+cubed\b/u;

/**
 * The one spelling of a unit as it stands behind a number (`inches` is `in`, `square feet` is `ft^2`, `m/s` stays); undefined
 * for words that name no unit, which say what is counted and are not compared.
 */
export function unitName(written: string): string | undefined {
  const text = written
    .trim()
    .replace(/[.\s]+$/u, "")
    .replace(/\s*\^\s*\{?\s*(\d)\s*\}?/gu, "^$1")
    .replace(AREA_WORDS, "$1^2")
    .replace(VOLUME_WORDS, "$1^3")
    .replace(SQUARED_WORDS, "$1^2")
    .replace(CUBED_WORDS, "$1^3")
    .replace(/^degrees?\s+/u, "°")
    .replace(/\s+per\s+/gu, "/")
    .replace(/\s*\/\s*/gu, "/");
  if (text === "units^2" || text === "unit^2") return "unit^2";
  if (text === "units^3" || text === "unit^3") return "unit^3";
  const parts = text.split("/").map((part) => {
    const [base = "", power] = part.split("^");
    const known = UNITS.get(base) ?? UNITS.get(base.toLowerCase());
    return known === undefined ? undefined : power === undefined ? known : `${known}^${power}`;
  });
  return parts.includes(undefined) ? undefined : parts.join("/");
}

/** Short words that are never a product of letters. */
const WHOLE_WORDS: ReadonlySet<string> = new Set(
  "yes no odd all any one two six ten mon tue wed thu fri sat sun pct".split(" "),
);
/** Longest run of letters that is read as a product of variables. */
const MAX_LETTER_PRODUCT = 3;

/** True for `xy`, false for words and units. */
export const isLetterProduct = (word: string): boolean =>
  word.length <= MAX_LETTER_PRODUCT && /^[A-Za-z]+$/u.test(word) && !WHOLE_WORDS.has(word.toLowerCase());

/** Short words of prose; a reply that has one between spaces is no bare formula. */
const PROSE_WORDS =
  /(?<![\\\w{}^_])(?:is|it|so|to|of|we|he|be|as|at|by|do|if|me|my|on|up|us|am|an|the|are|but|can|did|for|get|got|had|has|her|him|his|how|its|let|may|not|now|our|out|put|say|see|she|was|way|who|why|you|off|sum|gives?|equals?|I)(?![\w^_}(])/u;

/** True when a text outside of mathematics reads as a sentence. */
export const hasProseWord = (text: string): boolean => PROSE_WORDS.test(text);
