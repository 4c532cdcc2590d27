/**
 * Wishes in German, Spanish, Portuguese, Italian, French, Japanese and Chinese, in words that English has not, or beside an
 * article of theirs.
 */
const LETTER = "[a-zß-öø-ÿœ]";
const WORD_START = `(?<!${LETTER})`;
const WORD_END = `(?!${LETTER})`;
const TEST_NAMES = `(?:tests?|testfälle?n?|testdatei(?:en)?|pruebas?|testes?|casos de prueba|snapshots?|fixtures?)${WORD_END}`;
const TESTS = `${WORD_START}(?:${LETTER}{1,20}(?=tests?))?${TEST_NAMES}`;
/** Tests where a match begins: a compound is found by its end, "latest" and "protest" are none. */
const FIRST_TESTS = `(?<!\\b(?:la|pro|con|at))${TEST_NAMES}`;
const ARTICLES =
  "(?:[ -](?:los|las|les|mes|nos|ces|el|la|le|il|lo|gli|i|un|une|una|uno|unos|unas|um|uma|uns|umas|os|as|de|des|du|dei|die|den|das|der|ein|eine|einen|einige|unsere|meine|diese|alle|todos|todas|tous|toutes|tutti|nuestr[ao]s|noss[ao]s|nostri|ce|cet|este|esta|estos|estas|questo|questi|bitte|por favor|unit|e2e)| l'){1,4}[ -]";
/** Before a verb: what is not to be done. */
const NOT_FORBIDDEN = `(?<!${WORD_START}(?:no|não|non|ne|sin|sans|sem|senza|ohne|nicht|nunca|jamais|mai|evita|évite) |n'|${LETTER})`;
const gap = (most: number) => `[^.!?\\n]{0,${most}}?`;
/** What is said of a test that is itself at fault. */
const FAULTY = `(?:wackel${LETTER}*|instabil${LETTER}*|inestables?|instables?|inst[aá]ve(?:l|is)|veraltet${LETTER}*|obsol[eè]t${LETTER}*|des(?:actualizad|atualizad)[ao]s?|périmée?s?|dépassée?s?)${WORD_END}`;
/** Words inside a wish by which its tests are nothing to work on: "none", "so that they pass". */
const OTHERWISE = new RegExp(
  `${WORD_START}(?:kein${LETTER}*|nicht|pas|nessun${LETTER}*|ning[uú]n${LETTER}*|ohne|sans|sin|sem|senza|que|damit|dass|bis|um (?:die|den|alle)|(?:pour|para|per) (?:faire|far|fazer|hacer|passare|passer|pass?ar))${WORD_END}`,
  "i",
);

/** What every wish of these holds, and what tells that it is in one of these languages: most asks need no second look. */
const NAMED = /test|prueba|snapshot|fixture|abdeckung|cobertura|couverture|copertura|テスト|测试|測試|カバレッジ|覆盖/i;
const FOREIGN =
  /[\u00c0-\uffff]|\b(?:los|las|les|mes|ces|el|la|le|il|lo|gli|un|une|una|uno|um|uma|os|des|du|dei|die|den|das|der|ein|eine|einen|bitte|unsere|todos|todas|tous|tutti|testes|pruebas?)\b/i;

const TEST_EDITS = new RegExp(
  [
    `${NOT_FORBIDDEN}(?:(?:schreib|ergänz|füg|erstell|erweiter|aktualisier|lösch|entfern|überarbeit|añad|agreg|escrib|actualiz|amplí|adicion|escrev|atualiz|aggiung|aggiorn|rimuov|ajout|écri|crée|supprim|complèt)${LETTER}*|crear?e?|criar?|borrar?|eliminar?|remova|scriv(?:i|ere)|modifiez?|mets)${WORD_END}${gap(40)}${TESTS}`,
    `${NOT_FORBIDDEN}(?:änder|umbenenn|benenn|modifi|cambi|chang|adapt|adatt|alter|mud|renombr|renomm|renomei|rinomin|migr|reescr|réécri|riscriv|refactor|corrig|muev|mover|mova|déplac|spost|verschieb|convert|conviert|remplac|reemplaz|substitu|sostitu|ersetz|divid|separ|teil)${LETTER}*${ARTICLES}${TESTS}(?! (?:qu[ei]|che|die|das|der) )`,
    `${NOT_FORBIDDEN}(?:remplac|reemplaz|substitu|sostitu|ersetz|utilis|nutz|augment|aument|erhöh|réduis|reduc|reduz|ridu|verkürz)${LETTER}*${WORD_END}${gap(60)} (?:dans|en|in|em|de|des|del|nei|nelle|nos|nas)(?:${ARTICLES}| )${TESTS}`,
    `${WORD_START}(?:passe?n?|ziehe?n?|stelle?n?)${WORD_END}${gap(20)}${TESTS}${gap(30)} (?:an|nach|um)${WORD_END}`,
    `(?<!${WORD_START}(?:ohne|nicht|keine?)${WORD_END}[^.!?\\n]{0,20})${FIRST_TESTS}${gap(30)} (?:anpassen|ändern|ergänzen|schreiben|hinzufügen|erweitern|aktualisieren|nachziehen|überarbeiten|löschen|entfernen|umbenennen|umschreiben|erstellen)${WORD_END}`,
    `${FIRST_TESTS}${gap(30)} ${FAULTY}|${WORD_START}(?:den|die|el|los|les?|il|i|os?|as?|einen|une?)(?: flaky| ${FAULTY}) ${TESTS}`,
    `${FIRST_TESTS},? (?:inklusive|eingeschlossen|inclus(?:es?|[ei])?|compris(?:es)?|inclu[ií]d[ao]s?)${WORD_END}|${WORD_START}(?:inklusive|inkl\\.|einschließlich|mitsamt|incluyendo|inclu[ií]d[ao]s?|y compris|incluindo|inclus[ei])${ARTICLES}${TESTS}`,
    `${NOT_FORBIDDEN}(?:erhöh|steiger|bring|heb|sub|aument|mejor|augment|amélior|mont|port|elev|melhor|miglior)${LETTER}*${ARTICLES}(?:${LETTER}{0,20}abdeckung|cobertura|couverture|copertura)${WORD_END}|カバレッジ[^。\\n]{0,12}(?:上げ|高め|向上)|提高[^。\\n]{0,12}覆盖率`,
    "テスト[^。\\n]{0,12}(?:書|追加|作成|作って|修正|更新|削除|増や|変更)(?!し?ないで|しない|するな|せず)",
    "(?<!不要|请勿|别|不|勿)(?:写|加|添加|编写|补充?|新增|修改|更新|删除|編寫|撰寫)[^。\\n]{0,12}(?:测试|測試)|(?:测试|測試)[^。\\n]{0,6}(?:添加|编写|补上)",
  ].join("|"),
  "gi",
);
const OFF = `(?:deaktivier${LETTER}*|überspring${LETTER}*|ignorier${LETTER}*|unterdrück${LETTER}*|d[eé]sactiv${LETTER}*|disattiv${LETTER}*|desativ${LETTER}*|silenci${LETTER}*|ignor(?:are?|er?|ez|a)|omit(?:e|ir)|salt(?:are?|a)|saut(?:er?|ez)|pul(?:e|ar))${WORD_END}`;
const TEST_SKIPS = new RegExp(
  [
    `${NOT_FORBIDDEN}${OFF}${ARTICLES}${TESTS}`,
    `${FIRST_TESTS}${gap(30)} (?:überspringen|deaktivieren|auslassen)${WORD_END}`,
    "テスト[^。\\n]{0,12}(?:スキップ|無効)(?!し?ないで|しない|せず)|(?<!不要|请勿|别|不|勿)(?:跳过|忽略|禁用)[^。\\n]{0,8}(?:测试|測試)",
  ].join("|"),
  "gi",
);
const CHECKER = `(?:lint(?:ers?|ing)?|ruff|mypy|typ(?:en?|fehler|prüfung)?|regeln?|warnung${LETTER}*|fehler|prüfung${LETTER}*|reglas?|advertencias?|avisos?|errores|règles?|avertissements?|erreurs?|regol[ae]|avvis[oi]|errori|regras?|erros)${WORD_END}`;
const SUPPRESSIONS = new RegExp(
  [
    `${NOT_FORBIDDEN}${OFF}${ARTICLES}[^.!?\\n]{0,40}?${CHECKER}`,
    `${WORD_START}schalte?n?${WORD_END}${gap(40)}${CHECKER}${gap(40)} (?:ab|aus|stumm)${WORD_END}`,
    `${WORD_START}${CHECKER}${gap(40)} (?:ab|aus|stumm)?(?:schalten|deaktivieren|ignorieren|unterdrücken)${WORD_END}`,
    "(?<!不要|请勿|别|不|勿)(?:忽略|屏蔽|关闭|禁用)[^。\\n]{0,20}(?:警告|规则|错误|检查)|(?:警告|ルール|エラー)[^。\\n]{0,8}(?:無視|無効|抑制|オフ)",
  ].join("|"),
  "gi",
);

/** Whether work on tests is asked for in another language. */
export const wantsTestEditsElsewhere = (asked: string): boolean => NAMED.test(asked) && isWished(asked, TEST_EDITS);

/** Whether tests are to be taken out of the run, in another language. */
export const wantsTestSkipsElsewhere = (asked: string): boolean => NAMED.test(asked) && isWished(asked, TEST_SKIPS);

/** Whether a checker or an error is to be silenced, in another language. */
export const wantsSuppressionElsewhere = (asked: string): boolean => isWished(asked, SUPPRESSIONS);

function isWished(asked: string, wish: RegExp): boolean {
  if (!FOREIGN.test(asked)) return false;
  wish.lastIndex = 0;
  for (let found = wish.exec(asked); found !== null; found = wish.exec(asked)) {
    if (!OTHERWISE.test(found[0])) return true;
    // A wish may begin inside what was none.
    wish.lastIndex = found.index + 1;
  }
  return false;
}
