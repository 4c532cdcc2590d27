/**
 * Wishes in German, Spanish, Portuguese, Italian, French, Japanese and Chinese, in words that English has not, or beside an
 * article of theirs.
 */
const TESTS =
  "(?<!\\p{L})(?:\\p{L}{0,20}tests?|testfälle?n?|testdatei(?:en)?|pruebas?|testes?|casos de prueba|snapshots?|fixtures?)(?!\\p{L})";
const ARTICLES =
  "(?:[ -](?:los|las|les|mes|nos|ces|el|la|le|il|lo|gli|i|un|une|una|uno|unos|unas|um|uma|uns|umas|os|as|de|des|du|dei|die|den|das|der|ein|eine|einen|einige|unsere|meine|diese|alle|todos|todas|tous|toutes|tutti|nuestr[ao]s|noss[ao]s|nostri|nos|ce|cet|este|esta|estos|estas|questo|questi|bitte|por favor|unit|e2e)| l'){1,4}[ -]";
/** Before a verb: what is not to be done. */
const NOT_FORBIDDEN =
  "(?<!(?<!\\p{L})(?:no|não|non|ne|sin|sans|sem|senza|ohne|nicht|nunca|jamais|mai|evita|évite) |n'|\\p{L})";
/** Words between a verb and its tests that make the tests no thing to work on: "none", "so that they pass". */
const OTHERWISE =
  "(?<!\\p{L})(?:kein\\p{L}*|nicht|pas|nessun\\p{L}*|ningun\\p{L}*|ningún|ohne|sans|sin|que|damit|dass|bis|um (?:die|den|alle)|(?:pour|para|per) (?:faire|far|fazer|hacer|pass?ar|passare|passer))(?!\\p{L})";
const gap = (most: number) => `(?:(?!${OTHERWISE})[^.!?\\n]){0,${most}}?`;
/** What is said of a test that is itself at fault. */
const FAULTY =
  "(?:wackel\\p{L}*|instabil\\p{L}*|inestables?|instables?|inst[aá]ve(?:l|is)|veraltet\\p{L}*|obsol[eè]t\\p{L}*|d?esa(?:c)?tualizad\\p{L}*|périmée?s?|dépassée?s?)";

const TEST_EDITS = new RegExp(
  [
    `${NOT_FORBIDDEN}(?:(?:schreib|ergänz|füg|erstell|erweiter|aktualisier|lösch|entfern|überarbeit|añad|agreg|escrib|actualiz|amplí|adicion|escrev|atualiz|aggiung|aggiorn|rimuov|ajout|écri|crée|supprim|complèt)\\p{L}*|crear?e?|criar?|borrar?|eliminar?|remova|scriv(?:i|ere)|modifiez?|mets)(?!\\p{L})${gap(40)}${TESTS}`,
    `${NOT_FORBIDDEN}(?:änder|umbenenn|benenn|modifi|cambi|chang|adapt|adatt|alter|mud|renombr|renomm|renomei|rinomin|migr|reescr|réécri|riscriv|refactor|corrig)\\p{L}*${ARTICLES}${TESTS}(?! (?:qu[ei]|che|die|das|der) )`,
    `(?<!\\p{L})(?:passe?n?|ziehe?n?|stelle?n?)(?!\\p{L})${gap(20)}${TESTS}${gap(30)} (?:an|nach|um)(?!\\p{L})`,
    `(?<!(?<!\\p{L})(?:ohne|nicht|keine?)(?!\\p{L})[^.!?\\n]{0,20})${TESTS}${gap(30)} (?:anpassen|ändern|ergänzen|schreiben|hinzufügen|erweitern|aktualisieren|nachziehen|überarbeiten|löschen|entfernen|umbenennen|umschreiben|erstellen)(?!\\p{L})`,
    `${TESTS}${gap(30)} ${FAULTY}(?!\\p{L})|(?<!\\p{L})(?:den|die|el|los|les?|il|i|os?|as?|einen|une?)(?: flaky| ${FAULTY}) ${TESTS}`,
    `${TESTS},? (?:inklusive|eingeschlossen|inclus(?:es?)?|compris(?:es)?|inclus[ei]|incluid[ao]s?|incluíd[ao]s?)(?!\\p{L})|(?<!\\p{L})(?:inklusive|inkl\\.|einschließlich|mitsamt|incluyendo|incluid[ao]s?|y compris|incluindo|inclus[ei])${ARTICLES}${TESTS}`,
    `${NOT_FORBIDDEN}(?:erhöh|steiger|bring|heb|sub|aument|mejor|augment|amélior|mont|port|elev|melhor|miglior)\\p{L}*${ARTICLES}(?:\\p{L}{0,20}abdeckung|cobertura|couverture|copertura)(?!\\p{L})|カバレッジ[^。\\n]{0,12}(?:上げ|高め|向上)|提高[^。\\n]{0,12}覆盖率`,
    "テスト[^。\\n]{0,12}(?:書|追加|作成|作って|修正|更新|削除|増や|変更)(?!し?ないで|しない|するな|せず)",
    "(?<!不要|请勿|别|不|勿)(?:写|加|添加|编写|补充?|新增|修改|更新|删除|編寫|撰寫)[^。\\n]{0,12}(?:测试|測試)|(?:测试|測試)[^。\\n]{0,6}(?:添加|编写|补上)",
  ].join("|"),
  "iu",
);
const OFF =
  "(?:deaktivier\\p{L}*|überspring\\p{L}*|ignorier\\p{L}*|unterdrück\\p{L}*|desactiv\\p{L}*|désactiv\\p{L}*|disattiv\\p{L}*|desativ\\p{L}*|silenci\\p{L}*|ignor(?:a|ar|are|e|er|ez)|omit(?:e|ir)|salt(?:a|ar|are)|saut(?:e|er|ez)|pul(?:e|ar))(?!\\p{L})";
const TEST_SKIPS = new RegExp(
  [
    `${NOT_FORBIDDEN}${OFF}${ARTICLES}${TESTS}`,
    `${TESTS}${gap(30)} (?:überspringen|deaktivieren|auslassen)(?!\\p{L})`,
    "テスト[^。\\n]{0,12}(?:スキップ|無効)(?!し?ないで|しない|せず)|(?<!不要|请勿|别|不|勿)(?:跳过|忽略|禁用)[^。\\n]{0,8}测试",
  ].join("|"),
  "iu",
);
const CHECKER =
  "(?<!\\p{L})(?:(?:\\p{L}{0,10}lint|ruff|mypy|typ)\\p{L}{0,10}|regel\\p{L}?|warnung\\p{L}*|fehler|prüfung\\p{L}*|reglas?|advertencias?|avisos?|errores|règles?|avertissements?|erreurs?|regol[ae]|avvis[oi]|errori|regras?|erros)(?!\\p{L})";
const SUPPRESSIONS = new RegExp(
  [
    `${NOT_FORBIDDEN}${OFF}${ARTICLES}[^.!?\\n]{0,40}?${CHECKER}`,
    `(?<!\\p{L})schalte?n?(?!\\p{L})${gap(40)}${CHECKER}${gap(40)} (?:ab|aus|stumm)(?!\\p{L})`,
    `${CHECKER}${gap(40)} (?:ab|aus|stumm)?(?:schalten|deaktivieren|ignorieren|unterdrücken)(?!\\p{L})`,
    "(?<!不要|请勿|别|不|勿)(?:忽略|屏蔽|关闭|禁用)[^。\\n]{0,20}(?:警告|规则|错误|检查)|(?:警告|ルール|エラー)[^。\\n]{0,8}(?:無視|無効|抑制|オフ)",
  ].join("|"),
  "iu",
);

/** Whether work on tests is asked for in another language. */
export const wantsTestEditsElsewhere = (asked: string): boolean => TEST_EDITS.test(asked);

/** Whether tests are to be taken out of the run, in another language. */
export const wantsTestSkipsElsewhere = (asked: string): boolean => TEST_SKIPS.test(asked);

/** Whether a checker or an error is to be silenced, in another language. */
export const wantsSuppressionElsewhere = (asked: string): boolean => SUPPRESSIONS.test(asked);
