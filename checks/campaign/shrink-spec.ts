/** A smaller spec of the same shape: its executions enter the same states, and take a fraction of the time. */
import { parse, stringify } from 'yaml';
import { toLabel } from '../../lib/experiment/language/level';
import type { Level } from '../../lib/shapes/spec';

/** Number of target instances, and of stages: two can affect each other; more would only repeat that. */
const TARGETS = 2;
/** Trials of a configuration: there are special places between two. */
const REPLICATES = 2;
/** A walk by price has four trials of each candidate, and guards those after them. */
const WALK_REPLICATES = 5;
/** Values of a searched factor: a search begins in the middle. */
const SEARCHED = 3;

interface Smaller {
  /** A spec, as YAML. */
  readonly text: string;
  /** Omitted parts, in words; none where it is small already. */
  readonly leftOut: readonly string[];
}

type Section = Record<string, unknown>;

/**
 * Keeps whatever another part of the spec names: without it, the spec is invalid. Published rows decide nothing, so
 * they are left out with their values.
 * @param text a valid spec
 */
export function shrinkSpec(text: string): Smaller {
  const spec = parse(text) as Section;
  const { published: _, ...rest } = spec;
  const design = getSection(spec, 'design');
  // A walk measures few of its candidates; the first ones alone may be too slow for the threshold.
  const isWalk = design['comparison'] === 'cheapestFirst';
  const leftOut = isWalk ? [] : [...shrinkTargets(spec, rest), ...shrinkFactors(spec, rest)];
  const kept = countReplicates(design);
  if (Number(design['replicates'] ?? Number.POSITIVE_INFINITY) > kept) {
    leftOut.push(`all but ${kept} replicates`);
    spec['design'] = { ...design, replicates: kept };
  }
  if (leftOut.length > 0 && spec['published'] !== undefined) {
    leftOut.push('published rows');
    delete spec['published'];
  }
  return leftOut.length === 0 ? { text, leftOut } : { text: stringify(spec), leftOut };
}

/** The spec with fewer replicates only, for calls that do not depend on their number. @param text a valid spec */
export function shrinkReplicates(text: string): string {
  const spec = parse(text) as Section;
  const design = getSection(spec, 'design');
  const kept = countReplicates(design);
  const replicates = Math.min(Number(design['replicates'] ?? kept), kept);
  return stringify({ ...spec, design: { ...design, replicates } });
}

function countReplicates(design: Section): number {
  return design['comparison'] === 'cheapestFirst' ? WALK_REPLICATES : REPLICATES;
}

/** The first targets, with their first stages, and all that other parts name. Changes the spec. */
function shrinkTargets(spec: Section, rest: Section): string[] {
  const leftOut: string[] = [];
  const keep = (section: Section, word: string, others: Section): Section => {
    const names = new Set(listTexts(others));
    const entries = Object.entries(section);
    const kept = entries.filter(([name], index) => index < TARGETS || names.has(name));
    if (kept.length < entries.length) leftOut.push(`${entries.length - kept.length} of ${entries.length} ${word}`);
    return Object.fromEntries(kept);
  };
  const { targets: given, ...others } = rest;
  if (typeof given !== 'object') return [];
  const targets = keep(given as Section, 'targets', others);
  for (const target of Object.values(targets) as Section[])
    if (target['stages'] !== undefined) target['stages'] = keep(getSection(target, 'stages'), 'stages', others);
  spec['targets'] = targets;
  return leftOut;
}

/** The values of each factor that others name, or the first. Changes the spec. */
function shrinkFactors(spec: Section, { factors: _, ...others }: Section): string[] {
  const factors = getSection(spec, 'factors');
  return Object.entries(factors).flatMap(([name, given]) => {
    const levels: readonly Level[] = Array.isArray(given) ? (given as Level[]) : [];
    const kept = pickLevels(name, levels, getSection(spec, 'design'), others);
    if (kept.length === levels.length) return [];
    factors[name] = kept;
    return [`${levels.length - kept.length} of ${levels.length} levels of ${name}`];
  });
}

function pickLevels(name: string, levels: readonly Level[], design: Section, others: Section): readonly Level[] {
  if (getSection(design, 'search')['factor'] === name) return spread(levels, SEARCHED);
  const included = Object.values((design['include'] ?? []) as Section[]);
  // A configuration that names no value has the first.
  const isFirstUsed = included.some((one) => name in one) && !included.every((one) => name in one);
  const labels = new Set([...listNamed(others, name), ...(isFirstUsed ? levels.slice(0, 1) : [])].map(toLabel));
  const named = levels.filter((level) => labels.has(toLabel(level)));
  // A reference needs something that is compared with it.
  const least = name in getSection(design, 'reference') ? 2 : 1;
  const more = levels.filter((level) => !named.includes(level)).slice(0, Math.max(0, least - named.length));
  return levels.filter((level) => named.includes(level) || more.includes(level));
}

/** The first, the last, and some between them. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  const last = items.length - 1;
  return items.filter((_, index) =>
    Array.from({ length: most }, (_, nth) => Math.round((nth * last) / (most - 1))).includes(index),
  );
}

/** Values of a factor in a part of a spec: its name is their key. */
function listNamed(part: unknown, factor: string): Level[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    key === factor ? ([value].flat() as Level[]) : listNamed(value, factor),
  );
}

/** All keys and texts in a part of a spec. */
function listTexts(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [String(part)];
  return Object.entries(part).flatMap(([key, value]) => [key, ...listTexts(value)]);
}

function getSection(section: Section, name: string): Section {
  const found = section[name];
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Section) : {};
}
