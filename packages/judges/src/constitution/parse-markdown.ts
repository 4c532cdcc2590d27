import { isRecord } from "@whileai/core";
import { complaintOf, constitutionError } from "./constitution-error.js";
import { fencedLines, type MarkdownLine } from "./fenced-lines.js";

/** A trait as Markdown gives it. */
interface MarkdownTrait {
  readonly id?: string;
  readonly name?: string;
  readonly authority?: string;
  readonly principle: string;
  readonly examples?: unknown;
}

interface Section {
  readonly heading: string;
  readonly lines: MarkdownLine[];
}

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/;
const HEADING = /^ {0,3}##[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/;
const YAML = /^ya?ml\b/i;
const LIST_ITEM = /^[-*+] +(.+)$/;

/**
 * Reads a constitution written as prose: each heading of the second level is a trait and the text under it the
 * principle; without such headings each item of a list is one. `## Warmth (must) {#warm}` gives authority and id. A
 * fenced `yaml` block under a heading holds `examples`; front matter holds `id`, `version` and `source`.
 */
export function parseMarkdown(text: string, parseYaml: (text: string) => unknown): unknown {
  const unix = text.replace(/\r\n?/g, "\n");
  const front = FRONT_MATTER.exec(unix);
  const body = front === null ? unix : unix.slice(front[0].length);
  const lines = fencedLines(body);
  const { introduction, sections } = sectionsOf(lines);
  refuseYaml(introduction);
  const traits = sections.length > 0 ? sections.map((section) => readSection(section, parseYaml)) : listItems(lines);
  if (traits.length === 0)
    throw constitutionError({
      place: "",
      problem: "has neither headings of the second level nor a list.",
      fix: "Write `## Name (must) {#id}` above each principle.",
    });
  const head = front === null ? {} : parseYamlBlock(front[1] ?? "", "the front matter", parseYaml);
  const second = ["traits", "principles"].find((key) => Object.hasOwn(head, key));
  if (second !== undefined)
    throw constitutionError({
      place: "the front matter",
      problem: `holds \`${second}\`, and so does the text below it.`,
      fix: "Write the traits in one of the two places.",
    });
  return { ...head, traits };
}

/** Text before the first heading introduces and is no trait. */
function sectionsOf(lines: readonly MarkdownLine[]): { introduction: MarkdownLine[]; sections: Section[] } {
  const introduction: MarkdownLine[] = [];
  const sections: Section[] = [];
  for (const line of lines) {
    const heading = line.block === undefined ? HEADING.exec(line.text)?.[1] : undefined;
    if (heading !== undefined) sections.push({ heading, lines: [] });
    else (sections.at(-1)?.lines ?? introduction).push(line);
  }
  return { introduction, sections };
}

const isYaml = ({ block }: MarkdownLine): boolean => block !== undefined && YAML.test(block.info);

/** Examples belong to a trait: elsewhere they would be left out. */
function refuseYaml(lines: readonly MarkdownLine[]): void {
  if (lines.some(isYaml))
    throw constitutionError({
      place: "",
      problem: "has a yaml block that stands under no heading of the second level.",
      fix: "Write it below `## Name` of the trait that it belongs to.",
    });
}

function readSection({ heading, lines }: Section, parseYaml: (text: string) => unknown): MarkdownTrait {
  const { name, id, authority } = readHeading(heading);
  const prose = lines.filter((line) => !isYaml(line)).map(({ text }) => text);
  const yaml = lines.filter(isYaml);
  const blocks = [...new Set(yaml.map(({ block }) => block))].map((block) =>
    yaml.flatMap((line) => (line.block === block && line.isFence !== true ? [line.text] : [])).join("\n"),
  );
  const held = blocks.map((block) => parseYamlBlock(block, heading, parseYaml));
  const other = held.flatMap(Object.keys).find((key) => key !== "examples");
  if (other !== undefined)
    throw constitutionError({
      place: heading,
      problem: `has a yaml block with ${JSON.stringify(other)}.`,
      fix: "A yaml block under a trait holds `examples:` and nothing else.",
    });
  const examples = held.flatMap((each) => each.examples ?? []);
  return {
    name,
    ...(id === undefined ? {} : { id }),
    ...(authority === undefined ? {} : { authority }),
    principle: prose.join("\n").trim(),
    ...(held.length === 0 ? {} : { examples }),
  };
}

/** `Warmth (must) {#warm}` as its parts. The authority is checked where traits are read. */
function readHeading(heading: string): { name: string; id: string | undefined; authority: string | undefined } {
  const withId = /^(.*?) *\{#([^}]+)\}$/.exec(heading);
  const rest = withId?.[1] ?? heading;
  const withAuthority = /^(.*?) *\((must|should|may)\)$/i.exec(rest);
  return {
    name: (withAuthority?.[1] ?? rest).trim(),
    id: withId?.[2],
    authority: withAuthority?.[2]?.toLowerCase(),
  };
}

/** A list item with the indented lines below it. */
function listItems(lines: readonly MarkdownLine[]): MarkdownTrait[] {
  const items: string[][] = [];
  let open = false;
  for (const { text: line, block } of lines) {
    const item = block === undefined ? LIST_ITEM.exec(line)?.[1] : undefined;
    if (item !== undefined) items.push([item]);
    else if (open && /^\s+\S/.test(line)) items.at(-1)?.push(line.trim());
    open = item !== undefined || (open && line.trim() !== "" && /^\s/.test(line));
  }
  return items.map((lines) => ({ principle: lines.join(" ") }));
}

function parseYamlBlock(text: string, place: string, parseYaml: (text: string) => unknown): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = parseYaml(text) ?? {};
  } catch (error) {
    throw constitutionError({
      place,
      problem: `holds no YAML: ${complaintOf(error)}`,
      fix: "Mend the block at that place.",
      cause: error,
    });
  }
  if (isRecord(parsed)) return parsed;
  throw constitutionError({ place, problem: "holds YAML that is no mapping.", fix: "Write `key: value` lines." });
}
