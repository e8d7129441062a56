/**
 * A smaller experiment of the same shape: every kind of state and call of the whole one, few of each, so that many runs
 * can be had of it.
 */
import { parse, stringify } from 'yaml';

/** Copies side by side: two can disturb each other; more only repeat that. */
const TARGETS = 2;
/** Trials of a cell: between two of them are places that no single one has. */
const REPLICATES = 2;

export interface Smaller {
  /** A spec, as YAML. */
  readonly text: string;
  /** What was left out, in words; none where it is small already. */
  readonly leftOut: readonly string[];
}

type Section = Record<string, unknown>;

/** @param text a spec that is known to be sound */
export function smallerOf(text: string): Smaller {
  const spec = parse(text) as Section;
  const leftOut: string[] = [];
  const named = JSON.stringify([spec['decide'] ?? null, spec['design'] ?? null]);
  const targets = sectionOf(spec, 'targets');
  const kept = Object.keys(targets).filter((name, index) => index < TARGETS || named.includes(JSON.stringify(name)));
  if (kept.length < Object.keys(targets).length) {
    leftOut.push(`${Object.keys(targets).length - kept.length} of ${Object.keys(targets).length} targets`);
    spec['targets'] = Object.fromEntries(kept.map((name) => [name, targets[name]]));
  }
  const factors = sectionOf(spec, 'factors');
  const where = sectionOf(sectionOf(spec, 'decide'), 'where');
  for (const [name, given] of Object.entries(factors)) {
    const levels: readonly unknown[] = Array.isArray(given) ? given : [];
    if (levels.length < 2) continue;
    const asked = levels.find((level) => JSON.stringify(level) === JSON.stringify(where[name]));
    leftOut.push(`${levels.length - 1} of ${levels.length} levels of ${name}`);
    factors[name] = [asked ?? levels[0]];
  }
  const design = sectionOf(spec, 'design');
  const replicates = Number(design['replicates'] ?? Number.POSITIVE_INFINITY);
  if (replicates > REPLICATES) {
    leftOut.push(`all but ${REPLICATES} replicates`);
    spec['design'] = { ...design, replicates: REPLICATES };
  }
  return leftOut.length === 0 ? { text, leftOut } : { text: stringify(spec), leftOut };
}

function sectionOf(section: Section, name: string): Section {
  const found = section[name];
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Section) : {};
}
