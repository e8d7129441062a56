/** Refuses parts of a spec that can be planned but not executed yet, in one problem that names each part. */
import rules from '../rules.json';
import { groupBy } from '../../shapes/collections';
import { isUnsupported, UNSUPPORTED_PARTS, type UnsupportedPart } from '../../shapes/unsupported-features';
import { problemAt, type Path, type Problem } from '../../shapes/problem';
import type { Spec } from '../../shapes/spec';
import { joinNames } from '../../shapes/suggest';
import { isMapping } from '../language/mapping';

interface UnsupportedItem {
  readonly path: Path;
  readonly words: string;
}

/** Problem of a spec that cannot be executed, at its first unsupported part; undefined if it can. */
export function findUnsupportedParts(spec: Spec): Problem | undefined {
  const parts = [...listKinds(spec), ...UNSUPPORTED_PARTS.flatMap((part) => UNSUPPORTED_FINDERS[part](spec))];
  const [first] = parts;
  if (first === undefined) return undefined;
  return problemAt(rules.notBuilt, first.path, { parts: parts.map(({ words }) => words).join('; ') });
}

/** A setting of entries in a section; empty without entries. */
function toItems(section: string, names: readonly string[], setting: string, words: string): UnsupportedItem[] {
  const [first] = names;
  return first === undefined ? [] : [{ path: [section, first, setting], words: `${words} (${joinNames(names)})` }];
}

/**
 * One finder for each unsupported part. When a part becomes supported, remove its line here and in `UnsupportedPart`.
 */
const UNSUPPORTED_FINDERS: Readonly<Record<UnsupportedPart, (spec: Spec) => readonly UnsupportedItem[]>> = {
  events: ({ workloads }) => {
    const names = Object.keys(workloads).filter((name) => {
      const events: unknown = workloads[name]?.['events'];
      return Array.isArray(events) && events.some((event) => isMapping(event) && 'kill' in event);
    });
    const found = toItems('workloads', names, 'events', '`events` of workloads');
    return found.map(({ path, words }) => ({ path, words: `${words}: \`kill\`` }));
  },
};

function listKinds({ workloads }: Spec): UnsupportedItem[] {
  const names = Object.keys(workloads).filter((name) => isUnsupported(workloads[name]?.kind ?? ''));
  return [...groupBy(names, (name) => workloads[name]?.kind ?? '')].flatMap(([kind, its]) =>
    toItems('workloads', its, 'kind', `the workload kind \`${kind}\``),
  );
}
