import type { RandomStream } from "@whileai/core";

const PEOPLE = ["Ines Moreau", "Tomasz Wolski", "Priya Nair", "Jonas Lindqvist", "Amara Okafor", "Mei Tanaka"];
const CITIES = ["Lisbon", "Rotterdam", "Leeds", "Turin", "Malmo", "Valencia"];
const STREETS = ["14 Mill Lane", "3 Harbour Street", "27 Station Road", "8 Orchard Row"];
const NOTES = ["arrived in two parts", "asked to be called first", "changed on request", "checked by hand"];
const COMPANIES = ["Halden Freight", "Marlow Foods", "Brightwater Dental", "Osier & Finch", "Kestrel Print"];
const SUBJECTS = ["Invoice question", "Access for a new colleague", "Delivery to the side door", "Quarterly review"];
const SERVICES = ["checkout", "billing-worker", "search-api", "notifications", "auth-gateway"];
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A day in the first half of 2026: the world has its own calendar, so that runs repeat. */
export function sampleDate(stream: RandomStream): string {
  return `2026-${twoDigits(1 + stream.integer(6))}-${twoDigits(1 + stream.integer(28))}`;
}

const FILES = ["parser", "dates", "report", "index", "loader", "schema", "routes", "cache"];

/** A file of a folder. */
export function samplePath(folder: string, stream: RandomStream): string {
  const file = `${stream.pick(FILES)}${stream.pick(["", "_test", "_helpers"])}.py`;
  return folder === "" || folder === "." ? file : `${folder}/${file}`;
}

/** What a file of source code holds. */
export const sampleCode = (stream: RandomStream): string =>
  stream.pick([
    "def load(path):\n    with open(path) as source:\n        return source.read()\n",
    "def total(items):\n    return sum(item.price for item in items)\n",
    "LIMIT = 20\n\n\ndef first(rows):\n    return rows[:LIMIT]\n",
  ]);

/** An identifier such as `RF-48213`. */
export function sampleId(stem: string, stream: RandomStream): string {
  const letters = stem.replaceAll(/[^a-z]/gi, "").toUpperCase();
  const prefix = letters.length >= 2 ? letters.slice(0, 2) : stream.pick([...LETTERS]) + stream.pick([...LETTERS]);
  return `${prefix}-${10000 + stream.integer(90000)}`;
}

/** An hour of the day at work: `14:15`. */
export const sampleTime = (stream: RandomStream): string =>
  `${twoDigits(8 + stream.integer(10))}:${stream.pick(["00", "15", "30", "45"])}`;

const BY_FORMAT = new Map<string, (stream: RandomStream) => string>([
  ["date", sampleDate],
  ["date-time", (stream) => `${sampleDate(stream)}T${sampleTime(stream)}:00Z`],
  ["time", (stream) => `${sampleTime(stream)}:00Z`],
  ["duration", (stream) => `PT${1 + stream.integer(8)}H`],
  ["email", (stream) => `${stream.pick(PEOPLE).toLowerCase().replace(" ", ".")}@mailbox.test`],
  ["uri", (stream) => `https://files.test/${stream.integer(1_000_000)}`],
  ["url", (stream) => `https://files.test/${stream.integer(1_000_000)}`],
  ["hostname", () => "files.test"],
  ["ipv4", (stream) => `10.0.${stream.integer(256)}.${stream.integer(256)}`],
  ["ipv6", () => "fd00::17"],
  [
    "uuid",
    (stream) => {
      const hex = Array.from({ length: 32 }, () => stream.pick([..."0123456789abcdef"])).join("");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  ],
]);

const BY_NAME: readonly (readonly [RegExp, (stream: RandomStream) => string])[] = [
  [/(^|_)(e?mail)$/, (stream) => (BY_FORMAT.get("email") as (stream: RandomStream) => string)(stream)],
  [/phone|mobile/, (stream) => `+3197${1000000 + stream.integer(9000000)}`],
  [/(^|_)(date|day|deadline|due|until|since)$|_at$|_on$/, sampleDate],
  [/time|hour/, sampleTime],
  [/city|town|location|place/, (stream) => stream.pick(CITIES)],
  [/company|organi[sz]ation|employer|supplier|vendor/, (stream) => stream.pick(COMPANIES)],
  [/(^|_)(title|subject|summary|headline|topic)$/, (stream) => stream.pick(SUBJECTS)],
  [/(^|_)(service|microservice|app|application|deployment|component)$/, (stream) => stream.pick(SERVICES)],
  [/(^|_)(repo|repository|project)$/, (stream) => `${stream.pick(SERVICES)}-${stream.pick(["core", "web", "infra"])}`],
  [/(^|_)(branch)$/, (stream) => stream.pick(["main", "release", "fix/login-timeout", "feature/export"])],
  [/(^|_)version$/, (stream) => `${1 + stream.integer(4)}.${stream.integer(10)}.${stream.integer(20)}`],
  [/(^|_)(environment|env)$/, (stream) => stream.pick(["staging", "production"])],
  [/(^|_)(post_?code|zip)$/, (stream) => String(10_000 + stream.integer(90_000))],
  [/colou?r$/, (stream) => stream.pick(["navy", "black", "sand", "green"])],
  [/country/, (stream) => stream.pick(["Portugal", "Netherlands", "Italy", "Sweden"])],
  [/address|street/, (stream) => stream.pick(STREETS)],
  [/currency/, (stream) => stream.pick(["EUR", "USD", "GBP"])],
  [/status|state/, (stream) => stream.pick(["open", "pending", "in progress", "completed"])],
  [/url|link|uri/, (stream) => (BY_FORMAT.get("uri") as (stream: RandomStream) => string)(stream)],
  [/path|file/, (stream) => `src/${stream.pick(["parser", "dates", "report", "index"])}.py`],
  [/(^|_)(name|owner|customer|user|person|contact|assignee|author)$/, (stream) => stream.pick(PEOPLE)],
];

type Draw = (stream: RandomStream) => string;

/** How the texts of a name are drawn: worked out once, because worlds ask for the same names in every rollout. */
const byKnownName = new Map<string, Draw>();
const MOST_KNOWN_NAMES = 1000;

/** A believable text for a property name and format. */
export function sampleText(name: string, format: string | undefined, stream: RandomStream): string {
  const byFormat = format === undefined ? undefined : BY_FORMAT.get(format);
  if (byFormat) return byFormat(stream);
  let draw = byKnownName.get(name);
  if (draw === undefined) {
    draw = drawFor(name);
    if (byKnownName.size < MOST_KNOWN_NAMES) byKnownName.set(name, draw);
  }
  return draw(stream);
}

function drawFor(name: string): Draw {
  const plain = name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");
  const id = /^(.*?)_?(id|number|no|code|ref|reference|key|sku)$/.exec(plain);
  if (id) return (stream) => sampleId(id[1] as string, stream);
  return BY_NAME.find(([pattern]) => pattern.test(plain))?.[1] ?? ((stream) => stream.pick(NOTES));
}
