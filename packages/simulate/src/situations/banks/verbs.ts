/** What kind of request a verb makes, and the verbs of each kind. Order matters: a description's own verb is looked up first. */
export const VERBS_BY_ASK = {
  lookup:
    "get look fetch retrieve show view see check display describe inspect track read return access obtain lookup load monitor report tell verify confirm validate identify determine detect recognise recognize",
  search: "search find list query browse discover locate recommend suggest filter match explore lookup_all scan",
  create:
    "create add open new register make generate write compose draft build prepare log record submit file save insert upload set_up setup start initiate",
  change:
    "update change modify edit set adjust rename alter correct amend replace configure switch assign tag label mark toggle enable disable activate deactivate turn move_file copy merge resolve upgrade downgrade extend renew",
  cancel: "cancel delete remove close end stop terminate revoke drop clear unsubscribe discard withdraw purge",
  refund: "refund reimburse return_item credit compensate",
  pay: "pay transfer charge buy purchase order invest fund deposit withdraw_money place checkout top_up tip donate sell trade bill",
  send: "send notify email message text alert post share publish reply forward contact remind invite call broadcast tweet announce",
  schedule: "schedule book reserve plan arrange",
  move: "reschedule move postpone shift delay rebook",
  run: "run execute launch trigger test deploy compile lint",
  apply: "apply patch commit push revert rollback roll",
  calculate:
    "calculate compute solve evaluate estimate measure count sum add_up multiply divide subtract integrate differentiate simulate predict forecast analyze analyse compare score rank sort factor derive average",
  approve: "approve authorize authorise accept confirm_request sign reject deny decline review",
  escalate: "escalate hand handoff hand_off refer involve",
  convert:
    "convert translate transform encode decode format parse summarize summarise rewrite transcribe normalize encrypt decrypt resize",
  general:
    "play process render grant fill handle manage control perform implement support operate press drive fly connect join leave follow block watch pick choose select swap adopt feed mix brew initialize",
} as const;

export type AskKind = keyof typeof VERBS_BY_ASK | "info" | "slots" | "readFile" | "searchCode";

/** Adjectives of documentation that a person would not say. */
export const SPEC_WORDS =
  "unified specific given existing particular specified certain provided single corresponding relevant associated respective new detailed current_user's user-specified based various desired requested target comprehensive";

/** What comes out when something is done to an object, as it is asked for: "multiply" gives "product of". */
export const OUTCOME_OF_VERB: Readonly<Record<string, string>> = {
  multiply: "product of",
  divide: "quotient of",
  subtract: "difference between",
  sum: "sum of",
  add: "sum of",
  integrate: "integral of",
  differentiate: "derivative of",
  solve: "solution of",
  sort: "right order of",
  rank: "ranking of",
  factor: "factors of",
};
