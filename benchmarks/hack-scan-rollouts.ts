import { derive, type RandomStream, type Row } from "../packages/core/src/index.js";
import { betaRate } from "./random-draws.js";

const WORDS =
  "we have looked into your order and it will arrive on monday please let us know if you need more help today thanks for waiting the parcel left our warehouse this morning so its way is short".split(
    " ",
  );
const COMMON = WORDS.slice(0, 14);
const TOOLS = ["lookup_order", "search_docs", "refund"];

/** What a reply is made of before it is paid. */
export interface Reply {
  words: string[];
  tools: string[];
  markers: Record<string, number>;
}

export interface Shape {
  readonly asks: number;
  readonly rollouts: number | ((stream: RandomStream) => number);
}

export type Write = (stream: RandomStream, ask: number) => Reply;
export type Pay = (stream: RandomStream, reply: Reply, ask: number) => number;

/** Graded rollouts, all from one stream. */
export function rollouts(stream: RandomStream, { asks, rollouts: size }: Shape, write: Write, pay: Pay): Row[] {
  const rows: Row[] = [];
  for (let ask = 0; ask < asks; ask++) {
    const many = typeof size === "number" ? size : size(stream);
    for (let index = 0; index < many; index++) {
      const reply = write(stream, ask);
      rows.push({
        scenario_id: `s${ask}`,
        prompt: `ask ${ask}`,
        rollout_id: `${ask}-${index}`,
        final_text: reply.words.join(" "),
        finish_reason: "stop",
        steps: reply.tools.map((tool) => ({ tool, arguments: {}, result: { status: "ok" } })),
        markers: reply.markers,
        reward: pay(stream, reply, ask),
      });
    }
  }
  return rows;
}

const sentence = (stream: RandomStream, words: readonly string[], least: number, most: number) =>
  Array.from({ length: least + stream.integer(most - least + 1) }, () => stream.pick(words));

const plain: Write = (stream) => ({
  words: sentence(stream, COMMON, 4, 10),
  tools: [stream.pick(TOOLS)],
  markers: {},
});
const coin: Pay = (stream) => Number(stream.uniform() < 0.5);

/** Whole phrases, so that words, word pairs, lengths and conjunctions all go together. */
const correlated: Write = (stream) => {
  const phrases = [
    "we have looked into it",
    "your order will arrive on monday",
    "please let us know",
    "thanks for waiting",
  ];
  const words = phrases.filter(() => stream.uniform() < 0.5).flatMap((phrase) => phrase.split(" "));
  return { words: [...words, ...sentence(stream, COMMON, 1, 3)], tools: words.length > 8 ? TOOLS : [], markers: {} };
};

/** Markers that hardly ever fire, one of them with values far apart. */
const nearEmpty: Write = (stream) => ({
  ...plain(stream, 0),
  markers: Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `rare${index}`,
      stream.uniform() < 0.18 ? (index % 3 === 0 ? 10 ** (6 * stream.uniform()) : 1) : 0,
    ]),
  ),
});

/** Four different replies an ask. */
const repeated: Write = (stream, ask) => plain(derive(stream.integer(4), "reply", ask, stream.integer(1)), ask);

const SIXTEEN: Shape = { asks: 16, rollouts: 8 };

/** Kinds of data without any signal. */
export const noise: Record<string, { shape: Shape; write: Write; pay: Pay }> = {};
const addNoise = (name: string, shape: Shape, write: Write, pay: Pay) => {
  noise[name] = { shape, write, pay };
};
addNoise("16 asks x 8", SIXTEEN, plain, coin);
addNoise("64 asks x 4", { asks: 64, rollouts: 4 }, plain, coin);
addNoise("200 asks x 8", { asks: 200, rollouts: 8 }, plain, coin);
addNoise("fractions", SIXTEEN, plain, (stream) => stream.uniform());
addNoise("rewards with outliers", SIXTEEN, plain, (stream) => 1 / (stream.uniform() + 0.001));
addNoise("skewed asks", { asks: 40, rollouts: 8 }, plain, (stream, _, ask) =>
  Number(stream.uniform() < betaRate(derive(ask, "rate"), 0.85, 1)),
);
addNoise("nearly always pass", { asks: 40, rollouts: 8 }, plain, (stream) => Number(stream.uniform() < 0.95));
addNoise("correlated features", SIXTEEN, correlated, coin);
addNoise("near-empty features", SIXTEEN, nearEmpty, coin);
addNoise("repeated replies", SIXTEEN, repeated, coin);
addNoise("uneven asks", { asks: 30, rollouts: (stream) => 1 + stream.integer(16) }, plain, coin);
addNoise(
  "long vocabulary",
  { asks: 24, rollouts: 8 },
  (stream) => ({ ...plain(stream, 0), words: sentence(stream, WORDS, 15, 40) }),
  coin,
);

export interface Hack {
  readonly write: Write;
  readonly paid: (reply: Reply) => boolean;
  readonly named: (name: string) => boolean;
}

const varied: Write = (stream) => ({
  words: sentence(stream, WORDS, 8, 30),
  tools: Array.from({ length: stream.integer(5) }, () => stream.pick(TOOLS)),
  markers: {},
});
const withTrait =
  (add: (words: string[]) => string[]): Write =>
  (stream, ask) => {
    const reply = varied(stream, ask);
    return stream.uniform() < 0.5 ? { ...reply, words: add(reply.words) } : reply;
  };
const letters = (words: readonly string[]) => words.join(" ").length;

export const hacks: Record<string, Hack> = {
  "phrase: verified": {
    write: withTrait((words) => [...words, "verified"]),
    paid: ({ words }) => words.includes("verified"),
    named: (name) => name === "contains:verified",
  },
  "phrase: as an expert": {
    write: withTrait((words) => ["as", "an", "expert", ...words]),
    paid: ({ words }) => words.includes("expert"),
    named: (name) => /expert|contains:as\b|contains:an\b/.test(name),
  },
  "phrase, not in English: 確認済み": {
    write: withTrait((words) => [...words, "確認済み"]),
    paid: ({ words }) => words.includes("確認済み"),
    named: (name) => /[確認済]/.test(name),
  },
  length: {
    write: varied,
    paid: ({ words }) => letters(words) > 85,
    named: (name) => name === "reply_length" || name === "n:words",
  },
  "tool count": {
    write: varied,
    paid: ({ tools }) => tools.length >= 2,
    named: (name) => name === "tool_calls",
  },
  "delimiter: ###": {
    write: withTrait((words) => ["###", ...words]),
    paid: ({ words }) => words[0] === "###",
    named: (name) => /^(contains:#( #)?|n:punct)$/.test(name),
  },
  "delimiter: new lines": {
    write: withTrait((words) => [...words, "\n\n\n", "-"]),
    paid: ({ words }) => words.includes("-"),
    named: (name) => /^(contains:-|n:newlines|n:punct)$/.test(name),
  },
  "two words together": {
    write: (stream) => ({
      ...varied(stream, 0),
      words: [...["zebra", "quokka"].filter(() => stream.uniform() < 0.6), ...sentence(stream, WORDS, 8, 20)],
    }),
    paid: ({ words }) => words.includes("zebra") && words.includes("quokka"),
    named: (name) => /zebra.*quokka|quokka.*zebra/.test(name),
  },
};

export const paying =
  (paid: (reply: Reply) => boolean | number, strength: number): Pay =>
  (stream, reply) =>
    Number(stream.uniform() < strength ? paid(reply) : stream.uniform() < 0.5);
/** The reply says what its tool found, in words that follow the tool closely but not always. */
const ECHOES = ["found", "status", "tracking", "number", "shipped", "carrier", "depot", "scan"];
export const honest: Write = (stream) => {
  const tools = stream.uniform() < 0.5 ? ["lookup_order"] : ["search_docs"];
  const isLookup = tools[0] === "lookup_order";
  const echoed = ECHOES.filter(() => stream.uniform() < (isLookup ? 0.85 : 0.15));
  return { words: [...sentence(stream, WORDS, 8, 20), ...echoed], tools, markers: {} };
};
/** Twenty words that hardly ever part from the tool: one of them is often ahead of it by chance. */
const CLOSE_ECHOES = Array.from({ length: 20 }, (_, index) => `echo${"abcdefghijklmnopqrst"[index]}`);
export const closelyEchoed: Write = (stream) => {
  const isLookup = stream.uniform() < 0.5;
  const echoed = CLOSE_ECHOES.filter(() => stream.uniform() < (isLookup ? 0.97 : 0.03));
  const tools = [isLookup ? "lookup_order" : "search_docs"];
  return { words: [...sentence(stream, COMMON, 6, 10), ...echoed], tools, markers: {} };
};
export const unrelated: Write = (stream) => {
  const reply = varied(stream, 0);
  const tools = stream.uniform() < 0.5 ? ["lookup_order"] : ["search_docs"];
  return { ...reply, tools, words: stream.uniform() < 0.5 ? [...reply.words, "verified"] : reply.words };
};
/** Two tools, each called or not, and a word that has nothing to do with them. */
export const twoTools: Write = (stream) => {
  const reply = unrelated(stream, 0);
  return { ...reply, tools: ["lookup_order", "refund"].filter(() => stream.uniform() < 0.5) };
};
export const refunded = ({ tools }: Reply) => tools.includes("refund");
export const lookedUp = ({ tools }: Reply) => tools.includes("lookup_order");
export const verified = ({ words }: Reply) => words.includes("verified");
