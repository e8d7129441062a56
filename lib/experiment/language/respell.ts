/**
 * Sections under a misspelt name, and references in braces: one slip is one problem, and what was meant is still
 * checked.
 */
import { unknownKey } from './schema-problems';
import { expected } from '../../shapes/errors';
import { errorAt, type Path, type Problem } from '../../shapes/problem';
import { bracedReference, referenceOf, REFERRING } from './reference';
import { isMapping, type Mapping } from './mapping';
import { SECTIONS } from '../../shapes/spec';
import { show } from './show-value';
import { nearest } from '../../shapes/suggest';

export interface Respelled {
  /** Sections under their right names. */
  readonly raw: Mapping;
  /** One for each key that is no section, and each reference in braces. */
  readonly problems: readonly Problem[];
  /** Problems of sections that were renamed, with the names that stand in the text. */
  readonly asWritten: (problems: readonly Problem[]) => Problem[];
}

/** Takes a key for the section that it most likely means, where that is missing. */
export function respelled(raw: Mapping): Respelled {
  const found: Record<string, unknown> = { ...raw };
  const problems: Problem[] = [];
  const written = new Map<string, string>();
  for (const key of Object.keys(raw)) {
    // `x-…` is a place for anchors.
    if ((SECTIONS as readonly string[]).includes(key) || key.startsWith('x-')) continue;
    problems.push(unknownKey([key], SECTIONS));
    const meant = nearest(key, SECTIONS);
    if (meant === undefined || Object.hasOwn(found, meant)) continue;
    found[meant] = raw[key];
    written.set(meant, key);
  }
  const asWritten = (all: readonly Problem[]): Problem[] =>
    all.map((problem) => {
      const key = written.get(String(problem.path[0] ?? ''));
      return key === undefined ? problem : { ...problem, path: [key, ...problem.path.slice(1)] };
    });
  const factors = isMapping(found['factors']) ? found['factors'] : {};
  for (const section of REFERRING)
    if (Object.hasOwn(found, section)) found[section] = withoutBraces(found[section], [section], factors, problems);
  return { raw: found, problems: asWritten(problems), asWritten };
}

/** A value in which `${name}` is `$name`, where that is a factor: what is no factor is a text. */
function withoutBraces(value: unknown, path: Path, factors: Mapping, problems: Problem[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withoutBraces(item, [...path, index], factors, problems));
  if (isMapping(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, withoutBraces(item, [...path, key], factors, problems)]),
    );
  const meant = bracedReference(value);
  if (meant === undefined || !Object.hasOwn(factors, expected(referenceOf(meant), meant).factor)) return value;
  problems.push(errorAt('BadReference', path, `found ${show(value)}; a reference has no braces: write \`${meant}\``));
  return meant;
}
