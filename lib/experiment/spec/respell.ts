/** Sections under a misspelt name: one slip is one problem, and what the section says is still checked. */
import { unknownKey } from './schema-problems';
import type { Problem } from '../../shapes/problem';
import type { Mapping } from './mapping';
import { SECTIONS } from '../../shapes/spec';
import { nearest } from './suggest';

export interface Respelled {
  /** Sections under their right names. */
  readonly raw: Mapping;
  /** One for each key that is no section. */
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
  return { raw: found, problems, asWritten };
}
