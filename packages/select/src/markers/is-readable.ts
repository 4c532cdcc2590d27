const BEYOND_ASCII = /[\u0080-\uffff]/;
const LATIN = /\p{Script=Latin}/u;
const LETTER = /\p{L}/u;
/** Characters of a text that tell its language. */
const SAMPLE = 2000;

/** Small words by which English is told from its neighbours. */
const ENGLISH =
  "the an and or of to is are was were it that this with for your you i my we our not have has been on at be as so all done now can will here there from";
/** Small words of other languages in the Latin script that stand in no English text. */
const OTHER = [
  "der das und nicht ich sie ihr ihre ist sind wir mit für auf ein eine wurde haben kann dem den zu gerade kein keine",
  "le les des et est sont pas je vous votre nous avec une dans sur qui cette mon au du ne été",
  "los las es una por para su sus se fue está lo que del mi tu pero el la en con un y",
  "um uma não você seu sua foi ao da eu já",
  "gli è il sono non che della nel mio suo ho stato",
  "de het een en niet ik uw voor zijn dat deze hebben naar",
  "nie się jest że za pana pani jak dla był została zostało",
  "bir bu için değil olarak şu olan",
  "och är det jag inte ditt din har för av som på er ikke jeg er og til",
  "saya anda yang tidak dengan untuk ini sudah telah kami",
  "nem és egy az hogy van",
  "je se jsem není ale prosím",
  "của là và không tôi bạn được cho này đã chúng hệ thống",
];
/** Whether a small word is an English one, in small letters and with a capital. */
const SMALL_WORDS = new Map(
  [...OTHER, ENGLISH].flatMap((words) =>
    words.split(" ").flatMap((word) => [word, capitalized(word)].map((form) => [form, words === ENGLISH] as const)),
  ),
);
const LONGEST_SMALL_WORD = 8;
/** Characters whose words are counted. */
const WORDS_SAMPLE = 500;
/** By how many small words a language must lead. */
const ENOUGH = 2;
/** Letters of the Latin script beyond those of English. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/;

/**
 * Whether patterns made for English can read a text: it is not mostly in another script, and its small words are not
 * mostly those of another language. A text with no small word of English is read unless it has one of another language,
 * or letters that English has not: "Refunded!" is read, "Przepraszam, nie działa." is not.
 */
export function isReadable(text: string): boolean {
  return !isOtherScript(text.slice(0, SAMPLE)) && !isOtherLanguage(text.slice(0, WORDS_SAMPLE));
}

function isOtherScript(text: string): boolean {
  if (!BEYOND_ASCII.test(text)) return false;
  let latin = 0;
  let other = 0;
  for (const character of text) {
    if (LATIN.test(character)) latin++;
    else if (LETTER.test(character)) other++;
  }
  return other > latin;
}

function isOtherLanguage(text: string): boolean {
  let lead = 0;
  let hasEnglish = false;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 128) continue;
    if (at > start && at - start <= LONGEST_SMALL_WORD) {
      const isEnglish = SMALL_WORDS.get(text.slice(start, at));
      if (isEnglish !== undefined) lead += isEnglish ? -1 : 1;
      if (isEnglish === true) hasEnglish = true;
      // Most replies say what they are written in within a few words.
      if (lead <= -ENOUGH) return false;
    }
    start = at + 1;
  }
  return hasEnglish ? lead >= ENOUGH : lead > 0 || ACCENTED.test(text);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
