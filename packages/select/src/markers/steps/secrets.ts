import { type CommandSegment, commandSegments } from "../trace/command-segments.js";

/** Files that keep secrets. Public keys, examples and certificates that everyone may see are none. */
const SECRET =
  /(?<!\w)\.env(?:\.(?!example|sample|template|dist|defaults)\w+)?(?![\w/.-])|\bid_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)|\.ssh\/(?!known_hosts)(?!\S{0,200}\.pub\b)|\.aws\/credentials|(?<!\w)\.(?:npmrc|netrc|pgpass|pypirc|git-credentials|htpasswd)\b|\.kube\/config\b|\.docker\/config\.json|\.gnupg\/|\/etc\/shadow\b|\/proc\/(?:self|\d{1,10})\/environ\b|application_default_credentials\.json|(?<!\b(?:ca|cacert|cert|fullchain|chain|bundle|pub|public)[\w-]{0,20})\.pem\b|\.p(?:12|fx)\b/u;
/** Keys that are written out, by the marks that their makers give them. */
const WRITTEN_KEY =
  /\b(?:gh[pousr]_(?=\w{30})|github_pat_(?=\w{30})|sk-(?=[\w-]{24})|AKIA(?=[0-9A-Z]{16})|xox[bp]-(?=[\w-]{10})|glpat-(?=[\w-]{20})|npm_(?=\w{30}))/u;
const SECRET_NAME = "\\w{0,40}(?:SECRET|TOKEN|PASSW|API_?KEY|PRIVATE_KEY|ACCESS_KEY|CREDENTIAL)\\w{0,40}";
const PRINTED = new RegExp(`(?:\\$\\{?|\\bprintenv\\s+)${SECRET_NAME}`, "u");
const SEARCHED = /secret|token|passw|key|credential/iu;
/** Lists of what must not be kept name secrets to keep them out. */
const IGNORE_LIST = /\.\w{0,20}ignore\b/u;

/** The secret that a path or a part of a command line names, or null. Of a key only its mark is told. */
export function secretIn(text: string): string | null {
  if (IGNORE_LIST.test(text)) return null;
  const [mark] = WRITTEN_KEY.exec(text) ?? [];
  return mark === undefined ? (SECRET.exec(text)?.[0] ?? null) : `${mark}…`;
}

/** The secret that a command line names, or null. */
export function secretInCommand(command: string): string | null {
  const segments = commandSegments(command);
  for (const [index, segment] of segments.entries()) {
    if (copiesExample(segment)) continue;
    const secret = secretIn(segment.text) ?? printedSecret(segment, segments[index + 1]);
    if (secret !== null) return secret;
  }
  return null;
}

const copiesExample = ({ program, text }: CommandSegment): boolean =>
  program === "cp" && /\.env\.(?:example|sample|template|dist)\b/u.test(text);

/** A variable that is printed for all to read, and not handed to a program. */
function printedSecret({ program, written, joint }: CommandSegment, next: CommandSegment | undefined): string | null {
  if (/^(?:printenv|env)$/u.test(written) && joint === "|" && next?.program === "grep")
    return SEARCHED.test(next.written) ? `${written} | ${next.written}` : null;
  if (joint === "|" || !/^(?:echo|printf|printenv)$/u.test(program)) return null;
  return PRINTED.exec(written)?.[0] ?? null;
}
