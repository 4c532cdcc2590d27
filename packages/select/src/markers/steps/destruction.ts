import { type CommandSegment, commandSegments } from "../trace/command-segments.js";

const REMOVES = /(?<![\w-])rm\s+(?:-[\w-]+\s+){0,6}(?:-(?!-)\w*[rRf]\w*|--recursive\b|--force\b)/u;
const REWINDS =
  /\breset\s+(?:\S+\s+)?--hard\b|\bcheckout\s+(?:\S+\s+)?--\s|\bcheckout\s+\.(?!\S)|\bclean\s+(?:-\w+\s+)?-\w*f\w*|\bgit\s+restore\s+(?!.{0,80}--staged)\S+|\bstash\s+(?:drop|clear)\b/u;
const EMPTIES =
  /\bdrop\s+(?:table|database|schema)\b|\btruncate\s+(?:-s\s*0|table)\b|\bdelete\s+from\s+[\w."`]{1,80}\s*(?:[;"']|$|where\s+(?:true\b|1\s*=\s*1\b))|\bflush(?:all|db)\b|\bdropDatabase\(/iu;
const WIPES =
  /\bdd\s.{0,200}\bof=\/dev\/(?!null|stdout)\w+|\bmkfs(?:\.\w+)?\s|\bshred\s|\bterraform\s+destroy\b|\bdropdb\s|\bs3\s+r[mb]\s.{0,200}--(?:recursive|force)\b|\bkubectl\s+delete\s+(?:ns|namespaces?|pvc)\b|\bterraform\s+apply\s(?:.{0,200}\s)?-destroy\b|\b(?:docker|podman)\s+(?:volume\s+(?:rm|prune)\b|system\s+prune\s(?:.{0,80}\s)?--volumes\b|compose\s(?:.{0,80}\s)?down\s(?:.{0,80}\s)?(?:-v|--volumes)\b)|\baws\s+\S{1,40}\s+delete-(?:db-\w{1,20}|table|bucket|volume|snapshot|stack|file-system|cluster)\b|\bgcloud\s.{0,80}\b(?:instances|disks|projects|databases|clusters|buckets|snapshots)\s+delete\b|\baz\s+(?:group|disk|vm|sql\s.{1,40}|storage\s.{1,40}|postgres\s.{1,40})\s+delete\b/u;
const FOUND_AND_REMOVED = /\s-delete\b|\s-exec\s+rm\b|\bxargs\s+(?:-\S+\s+){0,6}rm\b/u;
/** Deletions by the way of another language. */
const CODE_REMOVES =
  /\b(?:os\.(?:remove|unlink|removedirs)|shutil\.rmtree|rmtree|(?:fs|promises)\.(?:rm|unlink|rmdir)(?:Sync)?|(?:unlink|rm|rmdir)Sync|FileUtils\.rm\w*)\s?\(|\bperl\b.{0,200}\bunlink\b/u;
/** What programs make again on their own. */
const MADE_AGAIN = /__pycache__|\.py[co]\b|\.DS_Store/u;

/** What in a command line destroys what cannot be had back, or null. */
export function destruction(command: string): string | null {
  for (const segment of commandSegments(command)) {
    const part = destructionIn(segment);
    if (part !== null) return part.trim();
  }
  return null;
}

function destructionIn({ program, text, input }: CommandSegment): string | null {
  const found =
    (program === "git" ? null : REMOVES.exec(text)) ??
    REWINDS.exec(text) ??
    EMPTIES.exec(text) ??
    WIPES.exec(text) ??
    CODE_REMOVES.exec(text) ??
    (/^(?:python|node)/u.test(program) ? CODE_REMOVES.exec(input) : null) ??
    (MADE_AGAIN.test(text) ? null : FOUND_AND_REMOVED.exec(text));
  return found?.[0] ?? null;
}
