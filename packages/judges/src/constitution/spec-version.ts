import { pythonJsonText } from "@whileai/core";
import { shortHash } from "../judge/judge-version.js";
import type { Trait } from "./trait.js";

const hashOf = (value: unknown): string => shortHash(pythonJsonText(value, { ascii: false }));

/** The version of a constitution: changes with every character of an id, name, principle or authority, and with their order. */
export const specVersion = (id: string, traits: readonly Trait[]): string =>
  hashOf({ id, traits: traits.map(({ authority, id, name, principle }) => ({ authority, id, name, principle })) });

/** The version of the labelled replies, which are not part of the constitution's own. */
export const labelsVersion = (traits: readonly Trait[]): string =>
  hashOf(traits.map(({ id, examples }) => ({ id, examples })));
