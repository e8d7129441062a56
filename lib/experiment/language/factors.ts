/** Factors and levels: reading them and naming their levels. */
import rules from '../rules.json';
import { problemAt, type Path } from '../../shapes/problem';
import type { Problem } from '../../shapes/problem';
import type { LevelEntry, Factor } from './level';
import { labelOf } from './level';
import { isReference, unescaped } from './reference';
import { show, typeOf } from './mapping';
import { FACTOR } from '../../shapes/spec-schema';
import { type Level, RESERVED } from '../../shapes/spec';
import { listed } from '../../shapes/suggest';

/**
 * Factors of a spec, with the levels that are right, and what is wrong.
 * @param raw the section as written; absent means none.
 */
export function readFactors(raw: unknown): { factors: Factor[]; problems: Problem[] } {
  const problems: Problem[] = [];
  if (raw === undefined || raw === null) return { factors: [], problems };
  if (typeof raw !== 'object' || Array.isArray(raw))
    return { factors: [], problems: [problemAt(rules.factorsNeeded, ['factors'], { raw: typeOf(raw) })] };
  const factors = Object.entries(raw).map(([name, levels]) => readFactor(name, levels, problems));
  return { factors, problems };
}

function readFactor(name: string, raw: unknown, problems: Problem[]): Factor {
  const path = ['factors', name];
  const broken = { name, levels: [], broken: true };
  if ((RESERVED as readonly string[]).includes(name)) {
    const why = `\`${name}\` is a factor by itself where there are several`;
    problems.push(problemAt(rules.reservedName, path, { why, reserved: listed(RESERVED) }));
    return broken;
  }
  if (!FACTOR.test(name)) {
    const rule = '1 to 32 letters, digits, `-` and `_`, beginning with a letter';
    problems.push(problemAt(rules.badFactorName, path, { name, rule }));
    return broken;
  }
  if (!Array.isArray(raw) || raw.length === 0) {
    const found = Array.isArray(raw) ? 'an empty list' : show(raw);
    problems.push(problemAt(rules.levelsNeeded, path, { found }));
    return broken;
  }
  const before = problems.length;
  const levels = raw.flatMap((value: unknown, index) => readLevel(value, index, path, problems));
  const seen = new Map<string, number>();
  for (const { label, index } of levels) {
    const first = seen.get(label);
    if (first === undefined) {
      seen.set(label, index);
      continue;
    }
    problems.push(problemAt(rules.duplicateLevel, [...path, index], { label, name, what: first + 1 }));
  }
  const unique = levels.filter(({ label, index }) => seen.get(label) === index);
  return { name, levels: unique, broken: problems.length > before };
}

function readLevel(value: unknown, index: number, path: Path, problems: Problem[]): LevelEntry[] {
  const here = [...path, index];
  const fault = levelFault(value);
  if (fault !== undefined) {
    problems.push(problemAt(rules.badLevel, here, { fault }));
    return [];
  }
  const level = unescaped(value) as Level;
  return [{ label: labelOf(level), value: level, index }];
}

function levelFault(value: unknown): string | undefined {
  if (value === undefined || value === null)
    return 'found nothing; a level is a text, a number, true, false, or a mapping of them';
  if (Array.isArray(value))
    return 'found a list; a level is a text, a number, true, false, or a mapping of them for settings that go together';
  if (typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return 'found an empty mapping; a level that is a mapping needs at least one setting';
    const bad = entries.find(([, field]) => field === null || typeof field === 'object' || isReference(field));
    return bad === undefined
      ? undefined
      : `\`${bad[0]}\` is ${show(bad[1])}; settings of a level are texts, numbers, true or false`;
  }
  return isReference(value)
    ? `found ${show(value)}; a level cannot refer to another factor. Write \`$$\` for a dollar`
    : undefined;
}
