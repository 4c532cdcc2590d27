import { frozenCopy, isRecord, nearestName, OptionError, type Row, requireRows } from "@whileai/core";
import { type ConstitutionJudge, type ConstitutionJudgeOptions, constitutionJudge } from "./constitution-judge.js";
import { constitutionText } from "./constitution-text.js";
import { labelledRows } from "./labelled-rows.js";
import type { ConstitutionDocument } from "./read-constitution.js";
import { labelsVersion, specVersion } from "./spec-version.js";
import type { Trait } from "./trait.js";

/** How an agent should behave, as a versioned object. Made by `loadSpec`. */
export interface Constitution {
  readonly id: string;
  /** Twelve hex digits over ids, names, principles and authorities, unless the document gives its own. */
  readonly version: string;
  /** Twelve hex digits over the labelled replies, which `version` leaves out. */
  readonly labelsVersion: string;
  readonly source: Readonly<Record<string, unknown>>;
  readonly traits: readonly Trait[];
  /** The ids of all traits: the markers that its judge writes, and what `mustNotRegress` guards. */
  behaviors(): string[];
  /** The principle of a trait. Throws an OptionError for an unknown id. */
  principle(id: string): string;
  /** The labelled replies as rows with `gold_reward`. */
  labelledRows(): Row[];
  /** Copies of rows with `spec_id` and `spec_version`. */
  stamp<R extends Row>(rows: Iterable<R>): (R & { spec_id: string; spec_version: string })[];
  /**
   * The judge that grades by these principles, checked on the labelled replies before its first row. See
   * {@link ConstitutionJudgeOptions}.
   */
  judge(options?: ConstitutionJudgeOptions): ConstitutionJudge;
  /** The document with every default filled in; reading it again gives the same version. */
  toJSON(): Record<string, unknown>;
  toString(): string;
}

/** A constitution from a checked document. */
export function createConstitution(document: ConstitutionDocument): Constitution {
  const { id, source, traits } = frozenCopy(document);
  const version = document.version ?? specVersion(id, traits);
  const spec: Constitution = Object.freeze({
    id,
    version,
    labelsVersion: labelsVersion(traits),
    source,
    traits,
    behaviors: () => traits.map((trait) => trait.id),
    principle: (trait: string) => traitNamed(traits, trait).principle,
    labelledRows: () => labelledRows({ id, version }, traits),
    stamp: <R extends Row>(rows: Iterable<R>) =>
      Array.from(requireRows("stamp", rows), (row) =>
        isRecord(row) ? { ...row, spec_id: id, spec_version: version } : row,
      ) as (R & { spec_id: string; spec_version: string })[],
    judge: (options?: ConstitutionJudgeOptions) => constitutionJudge(spec, options),
    toJSON: () => ({ id, version, source, traits }),
    toString: () => constitutionText({ id, version, traits }),
  });
  return spec;
}

/** The trait with an id. */
function traitNamed(traits: readonly Trait[], id: string): Trait {
  const found = traits.find((trait) => trait.id === id);
  if (found !== undefined) return found;
  const known = traits.map((trait) => trait.id);
  const near = nearestName(id, known);
  throw new OptionError({
    option: "trait",
    received: id,
    didYouMean: near,
    message: `The constitution has no trait ${JSON.stringify(String(id).slice(0, 60))}.`,
    fix: `${near === undefined ? "" : `Did you mean "${near}"? `}Its traits: ${known.join(", ")}.`,
  });
}
