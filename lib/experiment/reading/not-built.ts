/** Parts of a spec that can be planned but not executed yet: one refusal that names each. */
import rules from '../rules.json';
import { groupBy } from '../../shapes/collections';
import { isUnsupported, UNSUPPORTED_PARTS, type UnsupportedPart } from '../../shapes/unsupported-features';
import { problemAt, type Path, type Problem } from '../../shapes/problem';
import type { Spec } from '../../shapes/spec';
import { joinNames } from '../../shapes/suggest';
import { isMapping } from '../language/mapping';

interface NotBuiltItem {
  readonly path: Path;
  readonly words: string;
}

/** Why a spec cannot be executed, at the place of the first such part; undefined if it can. */
export function findNotBuilt(spec: Spec): Problem | undefined {
  const parts = [...listKinds(spec), ...UNSUPPORTED_PARTS.flatMap((part) => FINDERS[part](spec))];
  const [first] = parts;
  if (first === undefined) return undefined;
  return problemAt(rules.notBuilt, first.path, { parts: parts.map(({ words }) => words).join('; ') });
}

/** A setting of entries in a section; empty without entries. */
function toItems(section: string, names: readonly string[], setting: string, words: string): NotBuiltItem[] {
  const [first] = names;
  return first === undefined ? [] : [{ path: [section, first, setting], words: `${words} (${joinNames(names)})` }];
}

const ACTIONS = ['change', 'kill'] as const;

/** Finders of unsupported parts. A part that is supported later loses its line here and in the list. */
const FINDERS: Readonly<Record<UnsupportedPart, (spec: Spec) => readonly NotBuiltItem[]>> = {
  events: ({ workloads }) => {
    const all = Object.entries(workloads).flatMap(([name, { events }]) =>
      Array.isArray(events) && events.length > 0 ? [{ name, events: events as readonly unknown[] }] : [],
    );
    const events = all.flatMap((one) => one.events).filter(isMapping);
    const actions = ACTIONS.filter((action) => events.some((event) => action in event));
    const what = actions.length === 0 ? '' : `: ${joinNames(actions)}`;
    const names = all.map(({ name }) => name);
    const found = toItems('workloads', names, 'events', '`events` of workloads');
    return found.map(({ path, words }) => ({ path, words: `${words}${what}` }));
  },
  every: ({ criteria = {} }) => {
    const names = Object.keys(criteria).filter((name) => criteria[name]?.every !== undefined);
    return toItems('criteria', names, 'every', '`every` of criteria');
  },
  search: ({ design }) =>
    design.search === undefined ? [] : [{ path: ['design', 'search'], words: '`design.search`' }],
};

function listKinds({ workloads }: Spec): NotBuiltItem[] {
  const names = Object.keys(workloads).filter((name) => isUnsupported(workloads[name]?.kind ?? ''));
  return [...groupBy(names, (name) => workloads[name]?.kind ?? '')].flatMap(([kind, its]) =>
    toItems('workloads', its, 'kind', `the workload kind \`${kind}\``),
  );
}
