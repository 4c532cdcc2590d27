import type { Column } from "./column.js";
import { type MeasuredFeature, measureNamed } from "./measure-named.js";
import type { RankedFeature } from "./ranked-features.js";
import { sameWay } from "./readable-name.js";
import type { Scan } from "./run-scan.js";
import { CONJUNCTION } from "./specificity.js";

/** A feature on one side of a comparison. */
interface FeatureSide {
  /** Null when the feature is the same in every row of the side. */
  readonly column: Column | null;
  readonly rho: number | null;
  readonly nObs: number;
  readonly aboveFloor: boolean;
}

/** A feature on both sides. */
export interface ComparedFeature {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Those of the aliases that move the same way as the name. */
  readonly sameWay: readonly string[];
  readonly old: FeatureSide;
  readonly now: FeatureSide;
  readonly endorsed: boolean;
  /** |now| - |old|; null when either is. */
  readonly shift: number | null;
}

/**
 * The features of two scans side by side. Two that share a name are one. A feature that stands above the floor on one
 * side and is not listed on the other, because it is too rare there, is measured there all the same.
 */
export function compareFeatures(old: Scan, now: Scan): ComparedFeature[] {
  const oldNames = new Map(
    old.ranked.flatMap((feature) => namesOf(feature.column).map((name) => [nameKey(name), feature])),
  );
  const taken = new Set<RankedFeature>();
  const pairs: { old?: RankedFeature; now?: RankedFeature }[] = [];
  for (const feature of now.ranked) {
    const twin = namesOf(feature.column)
      .map((name) => oldNames.get(nameKey(name)))
      .find((each) => each !== undefined && !taken.has(each));
    if (twin !== undefined) taken.add(twin);
    if (twin !== undefined || feature.aboveFloor) pairs.push(twin ? { old: twin, now: feature } : { now: feature });
  }
  for (const feature of old.ranked) if (feature.aboveFloor && !taken.has(feature)) pairs.push({ old: feature });

  const missing = (side: "old" | "now", scan: Scan) =>
    measureNamed(
      pairs.flatMap((pair) => (pair[side] === undefined ? [(pair.old ?? pair.now)?.column as Column] : [])),
      scan.graded,
      scan.settings,
    );
  const rare = { old: missing("old", old), now: missing("now", now) };
  return pairs.map((pair) => {
    const { column } = (pair.now ?? pair.old) as RankedFeature;
    const sideOf = (side: "old" | "now") => {
      const ranked = pair[side];
      return ranked === undefined ? measuredSide(rare[side].get(column.name) as MeasuredFeature) : rankedSide(ranked);
    };
    const [was, is] = [sideOf("old"), sideOf("now")];
    const aligned = { ...was, rho: was.rho === null ? null : was.rho * signBeside(pair.old?.column, column) };
    return {
      name: column.name,
      sameWay: sameWay(column.aliases),
      aliases: differentNames([...namesOf(column), ...(pair.old ? namesOf(pair.old.column) : [])]).slice(1),
      old: aligned,
      now: is,
      endorsed: (pair.old?.endorsed ?? false) || (pair.now?.endorsed ?? false),
      shift: was.rho === null || is.rho === null ? null : Math.abs(is.rho) - Math.abs(was.rho),
    };
  });
}

const namesOf = ({ name, aliases }: Column) => [name, ...aliases.map((alias) => alias.name)];

/** Names that mean the same have the same key: a conjunction names its stronger half first, which may be the other one later. */
const nameKey = (name: string) => name.split(CONJUNCTION).sort().join(CONJUNCTION);

function differentNames(names: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const name of names) if (!seen.has(nameKey(name))) seen.set(nameKey(name), name);
  return [...seen.values()];
}

/** The sign of an older column beside a newer one that goes by another of its names. */
function signBeside(older: Column | undefined, newer: Column): 1 | -1 {
  if (older === undefined || older.name === newer.name) return 1;
  const signs = new Map([[older.name, 1 as const], ...older.aliases.map((alias) => [alias.name, alias.sign] as const)]);
  const own = signs.get(newer.name);
  if (own !== undefined) return own;
  const shared = newer.aliases.find((alias) => signs.has(alias.name));
  return shared === undefined ? 1 : ((shared.sign * (signs.get(shared.name) as number)) as 1 | -1);
}

const rankedSide = ({ column, aboveFloor }: RankedFeature): FeatureSide => ({
  column,
  rho: column.rho,
  nObs: column.nObs,
  aboveFloor,
});

/** A side that was too poor in a feature to hold it against a floor. */
const measuredSide = ({ column, nObs }: MeasuredFeature): FeatureSide => ({
  column,
  rho: column === null ? null : column.rho,
  nObs,
  aboveFloor: false,
});
