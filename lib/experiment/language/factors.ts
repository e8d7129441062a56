/** Parses factors and names their values. */
import rules from '../rules.json';
import { problemAt, problemIf, type Path, type Problem } from '../../shapes/problem';
import { type LevelEntry, type Factor, toLabel } from './level';
import { isReference, unescapeDollars } from './reference';
import { quoteValue, describeType } from './mapping';
import { FACTOR_PATTERN } from '../../shapes/spec-schema';
import { type Level, IMPLICIT_FACTORS } from '../../shapes/spec';

/** Valid factors of a spec, and problems. @param raw the section as written; undefined means none */
export function readFactors(raw: unknown): { factors: Factor[]; problems: Problem[] } {
  const problems: Problem[] = [];
  if (raw === undefined || raw === null) return { factors: [], problems };
  if (typeof raw !== 'object' || Array.isArray(raw))
    return { factors: [], problems: [problemAt(rules.factorsNeeded, ['factors'], { raw: describeType(raw) })] };
  const factors = Object.entries(raw).map(([name, levels]) => readFactor(name, levels, problems));
  return { factors, problems };
}

function readFactor(name: string, raw: unknown, problems: Problem[]): Factor {
  const path = ['factors', name];
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  const isReserved = (IMPLICIT_FACTORS as readonly string[]).includes(name);
  const isNamed = FACTOR_PATTERN.test(name);
  const found = Array.isArray(raw) ? 'an empty list' : quoteValue(raw);
  const [wrong] = [
    ...problemIf(isReserved, rules.reservedName, path, { name, reserved: IMPLICIT_FACTORS }),
    ...problemIf(!isNamed, rules.badFactorName, path, { name }),
    ...problemIf(list.length === 0, rules.levelsNeeded, path, { found }),
  ];
  if (wrong !== undefined) {
    problems.push(wrong);
    return { name, levels: [], broken: true };
  }
  const before = problems.length;
  const levels = list.flatMap((value, index) => readLevel(value, index, path, problems));
  const first = new Map(levels.toReversed().map(({ label, index }) => [label, index]));
  const unique = levels.filter(({ label, index }) => first.get(label) === index);
  for (const { label, index } of levels.filter((level) => first.get(level.label) !== level.index))
    problems.push(
      problemAt(rules.duplicateLevel, [...path, index], { label, name, first: (first.get(label) ?? 0) + 1 }),
    );
  return { name, levels: unique, broken: problems.length > before };
}

function readLevel(value: unknown, index: number, path: Path, problems: Problem[]): LevelEntry[] {
  const here = [...path, index];
  const fault = checkLevel(value);
  problems.push(...problemIf(fault !== undefined, rules.badLevel, here, { fault: fault ?? '' }));
  if (fault !== undefined) return [];
  const level = unescapeDollars(value) as Level;
  return [{ label: toLabel(level), value: level, index }];
}

function checkLevel(value: unknown): string | undefined {
  if (value === undefined || value === null)
    return 'found nothing; a value is a text, a number, true, false, or a mapping of them';
  if (Array.isArray(value))
    return 'found a list; a value is a text, a number, true, false, or a mapping of them for settings that go together';
  if (typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return 'found an empty mapping; a value that is a mapping needs at least one setting';
    const bad = entries.find(([, field]) => field === null || typeof field === 'object' || isReference(field));
    return bad === undefined
      ? undefined
      : `\`${bad[0]}\` is ${quoteValue(bad[1])}; settings of a value are texts, numbers, true or false`;
  }
  return isReference(value)
    ? `found ${quoteValue(value)}; a value cannot refer to another factor. Write \`$$\` for a dollar sign`
    : undefined;
}
