const BEYOND_ASCII = /[\u0080-\uffff]/;
const LATIN = /\p{Script=Latin}/u;
const LETTER = /\p{L}/u;
/** Characters of a text that tell its language. */
const SAMPLE = 2000;

/** Small words by which English is told from its neighbours. */
const ENGLISH = new Set(
  "the a an and or of to is are was were it that this with for your you i my we our not have has been on at be as so all done now can will here there from".split(
    " ",
  ),
);
/** Small words of other languages in the Latin script that are no English words. */
const OTHER = new Set(
  [
    "der das und nicht ich sie ihr ihre ist sind wir mit für auf ein eine wurde haben kann dem den zu gerade kein keine",
    "le les des et est sont pas je vous votre nous pour avec une dans sur qui cette mon ma au du ne été",
    "el los las y es una por para su sus con se ha fue está lo que del mi tu pero",
    "o os um uma não você seu sua foi com está ao da na eu já",
    "il gli una è sono non che della nel mio suo ho stato con per",
    "de het een en niet ik u uw voor zijn is met dat deze hebben naar op",
    "nie się jest na że za pana pani to jak dla był została zostało",
    "ve bir bu için değil olarak şu olan siparişiniz",
    "och är det jag inte ditt din har för av som på er",
    "saya anda dan yang tidak dengan untuk ini sudah telah kami",
    "của là và không tôi bạn được cho này đã chúng hệ thống",
  ].flatMap((words) => words.split(" ").filter((word) => !ENGLISH.has(word))),
);
/** Small words of another language that a text needs before it counts as one. */
const ENOUGH = 2;

/**
 * Whether patterns made for English can read a text: it is not mostly in another script, and its small words are not
 * mostly those of another language. Texts without small words count as readable.
 */
export function isReadable(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  return !isOtherScript(sample) && !isOtherLanguage(sample);
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
  let english = 0;
  let other = 0;
  for (const word of text.toLowerCase().split(/[^\p{L}]+/u)) {
    if (ENGLISH.has(word)) english++;
    else if (OTHER.has(word)) other++;
  }
  return other >= ENOUGH && other > english;
}
