import { DESCRIPTIONS, TOPIC_WORDS, type Topic } from "./banks/topics.js";
import type { ToolReading } from "./tool-reading.js";

const TOPICS = Object.entries(TOPIC_WORDS).map(
  ([topic, words]) =>
    [topic as Topic, new RegExp(`\\b(?:${words.replace(/ /g, "|").replace(/_/g, " ")})s?\\b`, "i")] as const,
);
const topicByTool = new WeakMap<ToolReading, Topic>();

/** What the tool's record or result is about; "other" when no topic's words occur. */
export const topicOf = (tool: ToolReading): Topic => {
  const known = topicByTool.get(tool);
  if (known !== undefined) return known;
  const close = ` ${tool.entityNoun ?? ""} ${tool.object} ${tool.name.replace(/[_.]/g, " ")} `;
  const topic = TOPICS.find(([, pattern]) => pattern.test(close))?.[0] ?? "other";
  topicByTool.set(tool, topic);
  return topic;
};

/** Words of a description that any topic could use. */
const GENERAL_WORDS = new Set(
  "thing things office call blue second team account business number this that they last first from with mine latest newest before after under about early second week night morning holidays made year work went twice used touched open opened yesterday".split(
    " ",
  ),
);
const NAME = /^\p{Lu}/u;

const PATTERN_BY_TOPIC = new Map<Topic, RegExp>(TOPICS);
const THINGS_BY_TOPIC = new Map<Topic, RegExp>();

/** Whether a text speaks of a topic: one of its words, or one of the things people name instead. */
export function speaksOf(text: string, topic: Topic): boolean {
  if (topic === "other") return false;
  let things = THINGS_BY_TOPIC.get(topic);
  if (things === undefined) {
    const words = DESCRIPTIONS[topic]
      .flatMap((description) => description.replace(/\{\w+\}/g, "").split(/[^\p{L}]+/u))
      .filter((word) => word.length >= 4 && !GENERAL_WORDS.has(word) && !NAME.test(word));
    things = new RegExp(`\\b(?:${[...new Set(words)].join("|")})\\b`, "i");
    THINGS_BY_TOPIC.set(topic, things);
  }
  return things.test(text) || (PATTERN_BY_TOPIC.get(topic)?.test(text) ?? false);
}
