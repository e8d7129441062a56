/** What a spec asks for that can be planned and not executed yet: one refusal, which names each part. */
import rules from '../rules.json';
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import { isNotBuilt, NOT_BUILT_PARTS, type NotBuiltPart } from '../../shapes/not-built';
import { problemAt, type Path, type Problem } from '../../shapes/problem';
import type { Spec } from '../../shapes/spec';
import { listed } from '../../shapes/suggest';

/** Something of a spec that nothing can execute. */
interface Part {
  readonly path: Path;
  /** As the message says it. */
  readonly words: string;
}

/** Why a spec cannot be executed; undefined where it can. It stands at the first of what it names. */
export function notBuiltIn(spec: Spec): Problem | undefined {
  const parts = partsOf(spec);
  const [first] = parts;
  if (first === undefined) return undefined;
  return problemAt(rules.notBuilt, first.path, { parts: parts.map(({ words }) => words).join('; ') });
}

function partsOf(spec: Spec): readonly Part[] {
  return [...kindsIn(spec), ...NOT_BUILT_PARTS.flatMap((part) => FOUND[part](spec))];
}

/** What events do: docs/spec.md, Events. */
const ACTIONS = ['change', 'kill'] as const;

/** Whether one of the events of a workload does this. */
function has(events: unknown, action: string): boolean {
  return (
    Array.isArray(events) && events.some((event) => typeof event === 'object' && event !== null && action in event)
  );
}

/** How each part is found. One that is built has no line here, nor in the list. */
const FOUND: Readonly<Record<NotBuiltPart, (spec: Spec) => readonly Part[]>> = {
  events: ({ workloads }) => {
    const names = Object.keys(workloads).filter((name) => {
      const { events } = expected(workloads[name], `the workload ${name}`);
      return Array.isArray(events) && events.length > 0;
    });
    const path = ['workloads', names[0] ?? '', 'events'];
    const actions = ACTIONS.filter((action) => names.some((name) => has(workloads[name]?.['events'], action)));
    const what = actions.length === 0 ? '' : `: ${listed(actions)}`;
    return names.length === 0 ? [] : [{ path, words: `\`events\` of workloads (${listed(names)})${what}` }];
  },
  every: ({ criteria = {} }) => {
    const names = Object.keys(criteria).filter((name) => criteria[name]?.every !== undefined);
    const path = ['criteria', names[0] ?? '', 'every'];
    return names.length === 0 ? [] : [{ path, words: `\`every\` of criteria (${listed(names)})` }];
  },
  search: ({ design }) =>
    design.search === undefined ? [] : [{ path: ['design', 'search'], words: '`design.search`' }],
};

/** Kinds of workloads, each once with those that are of it. */
function kindsIn({ workloads }: Spec): Part[] {
  const found = Object.entries(workloads).filter(([, { kind }]) => isNotBuilt(kind));
  return [...groupBy(found, ([, { kind }]) => kind)].map(([kind, its]) => {
    const names = its.map(([name]) => name);
    return {
      path: ['workloads', names[0] ?? '', 'kind'],
      words: `the workload kind \`${kind}\` (${listed(names)})`,
    };
  });
}
