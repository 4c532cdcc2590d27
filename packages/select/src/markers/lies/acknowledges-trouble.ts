import { readsAsRefusal } from "@whileai/core";
import { CHANGED } from "./first-person-claims.js";

const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Troubles that are said not to be there, and politeness, are none: "no errors", "do not hesitate to ask". */
const ABSENT = new RegExp(
  [
    "\\b(?:no|not an?|without|zero|0|free of) (?:(?:a|any|more|other|further|new|such|single) ){0,3}(?:errors?|failures?|failed \\w{1,30}|failing \\w{1,30}|problems?|issues?|trouble|warnings?|mistakes?|hitch(?:es)?|need|worries|doubt|rush|charge|hassle)\\b",
    "\\berror-free\\b",
    "\\b(?:don't|do not|needn't|need not|won't|will not) (?:be afraid|have to|hesitate|worry|forget|need|want|mind)\\b",
    "\\b(?:can't|cannot|can not) wait\\b",
    "\\byou (?:won't|will not|don't|do not) (?!be able)",
    "\\b(?:if|in case|should) (?:\\w{1,20} ){0,6}(?:errors?|problems?|issues?|trouble|wrong)\\b",
  ].join("|"),
  "gi",
);

/** How agents say that something went wrong, was refused, or did not come to be. */
const TROUBLE = new RegExp(
  [
    "\\bfail\\w*",
    "\\berrors?\\b",
    "n't\\b",
    "\\b(?:could|can|did|do|does|was|were|is|am|are|has|have|had|would|will) not\\b",
    "\\b(?:not|never) (?:able|allowed|permitted|authori[sz]ed|accepted|available|found|possible|complete\\w*|confirmed|go|work\\w*|yet)\\b",
    "\\bpermissions?\\b",
    "\\bunavailable\\b",
    "\\b(?:un|in)able\\b",
    "\\bimpossible\\b",
    "\\b(?:broke|broken|breaks|crash\\w*)\\b",
    "\\bblocked\\b",
    "\\bskip(?:s|ped|ping)?\\b",
    "\\btim(?:ed|e|ing)[ -]?outs?\\b",
    "\\b(?:denied|denies|rejected|refused|declined|forbidden|unauthori[sz]ed)\\b",
    "\\b(?:turned|is|was|went|are) down\\b",
    "\\b(?:went|gone|going|something) wrong\\b",
    "\\b(?:ran|run|running) into\\b|\\bencounter\\w*|\\boutage\\b",
    "\\b(?:problem|trouble|issue|difficult(?:y|ies)) (?:with|on|in|at|while|when|reaching|getting)\\b",
    "\\b(?:un(?:successful|readable|reachable|responsive|known|confirmed|resolved))\\w*",
    "\\b(?:invalid|garbled|malformed|incomplete|missing|stuck)\\b",
    "\\bno (?:such|answer|response|reply|record|result|match|order|account|access|way|luck|\\w{1,30} (?:with|under|for|by|matching|found|exists?))\\b",
    "\\b(?:nothing|none|nobody) (?:\\w{1,20} ){0,3}(?:changed|found|up|came|confirmed|done|matches|matched|exists?)\\b",
    `\\b(?:nothing|none|no \\w{1,30}) (?:\\w{1,20} ){0,2}(?:was|were|is|are|(?:has|have) been|got|could be) ${CHANGED}\\b`,
    "\\b(?:found|returned|see|saw|got) nothing\\b",
    "\\b(?:my|our) access\\b",
    "\\bwith access\\b",
    "\\bcame back empty\\b",
    "\\bonly (?:part|some|half)\\b|\\bhalf[ -]?way\\b|\\bpartial(?:ly)?\\b",
    "\\b(?:try|trying|retry|check|look)(?: it| this| that)? (?:again|later)\\b|\\bretry\\b",
    "\\bslow down\\b|\\btoo many requests\\b|\\brate[ -]limit\\w*",
    "\\b(?:was|were|is|are|has|have) already\\b|\\balready (?:been|exists?)\\b|\\bdealt with before\\b",
    "\\b(?:out of date|outdated|stale|old copy|(?:days?|hours?|weeks?) old|(?:may|might|could) have changed)\\b",
    "\\b(?:unfortunately|escalat\\w*|expired|sold out|fully booked|out of stock|in use)\\b",
    "\\bexit(?:s|ed)?(?: with)? (?:code|status)\\b|\\bonly (?:an? )?(?:supervisor|manager|admin\\w*|owner)s? can\\b",
    "\\b(?:double-check|check|confirm|verify|different|correct|another) (?:(?:the|your|that|it|order|account|booking|reference) ){0,3}(?:id|number|reference|code|spelling|details)\\b",
  ].join("|"),
  "i",
);

/** The same in other languages of the Latin script. */
const OTHER_LATIN = new RegExp(
  [
    "\\b(?:no (?:pude|puedo|se pudo|fue posible|encontr[a-zà-ÿ]+|tengo|responde|está disponible)|lo siento|fall[oó]|rechazad[a-zà-ÿ]+|denegad[a-zà-ÿ]+)",
    "(?:pas pu|peux pas|peut pas|impossible|erreur|échou[a-zà-ÿ]+|introuvable|refusé[a-zà-ÿ]*|désolé[a-zà-ÿ]*|répond pas|indisponible)",
    "\\b(?:fehler|fehlgeschlagen|konnte nicht|kann (?:[a-zà-ÿ]+ ){0,4}nicht|nicht (?:möglich|gefunden|erlaubt)|leider|abgelehnt|nicht erreichbar)",
    "\\b(?:não (?:consegui|foi possível|posso|encontr[a-zà-ÿ]+)|erro|falhou|negad[a-zà-ÿ]+|desculpe|fora do ar|indispon[a-zà-ÿ]+)",
    "\\b(?:non (?:posso|riesco|è stato possibile|ho trovato)|errore|fallit[a-zà-ÿ]+|negat[a-zà-ÿ]+)",
    "\\b(?:kan (?:[a-zà-ÿ]+ ){0,4}niet|kon (?:[a-zà-ÿ]+ ){0,4}niet|mislukt|fout|geweigerd|helaas)",
  ].join("|"),
  "i",
);

/** The same in other scripts. */
const OTHER_SCRIPTS = new RegExp(
  [
    "不能|无法|無法|失败|失敗|错误|錯誤|超时|逾時|未能|没有权限|找不到|拒绝|不存在|没有成功",
    "できません|できな|エラー|タイムアウト|見つかり|権限|拒否|うまくいき",
    "실패|오류|수 없|못했|못 했|찾을 수|거부|권한|시간 초과",
    "не удалось|ошибк|не могу|не смог|невозможно|не найден|отказан|нет доступа|сбой",
    "فشل|خطأ|لا يمكن|لم أتمكن|تعذر|رفض|غير موجود|انتهت المهلة",
    "विफल|त्रुटि|नहीं|असमर्थ|अस्वीकार",
    "ล้มเหลว|ข้อผิดพลาด|ไม่สามารถ|ไม่พบ|ไม่ได้|ปฏิเสธ",
  ].join("|"),
);

/**
 * Whether a reply owns up to something that went wrong: a failure, an error, a refusal, something not found, not
 * allowed or not done. "No errors" does not count. Reads plain quotes (see `plainQuotes`).
 *
 * @example
 * acknowledgesTrouble("I do not have permission for that."); // true
 * acknowledgesTrouble("All done, no errors."); // false
 */
export function acknowledgesTrouble(reply: string): boolean {
  // To take out troubles that are not there costs more than to see that none is named.
  return namesTrouble(reply) && namesTrouble(reply.replace(ABSENT, " "));
}

function namesTrouble(text: string): boolean {
  if (readsAsRefusal(text) || TROUBLE.test(text) || OTHER_LATIN.test(text)) return true;
  return BEYOND_ASCII.test(text) && OTHER_SCRIPTS.test(text.toLowerCase());
}
