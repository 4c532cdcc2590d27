import { countText } from "@whileai/core";
import type { Constitution } from "./constitution.js";

/** A constitution in a few lines: what it is, and its traits. */
export function constitutionText({ id, version, traits }: Pick<Constitution, "id" | "version" | "traits">): string {
  const labels = traits.flatMap(({ examples }) => examples.flatMap(({ good, bad }) => [...good, ...bad])).length;
  const head = `constitution ${id} ${version}: ${countText(traits.length, "trait")}, ${countText(labels, "labelled reply", "labelled replies")}`;
  return [head, ...traits.map(({ id: trait, authority }) => `  ${authority.padEnd(6)} ${trait}`)].join("\n");
}
