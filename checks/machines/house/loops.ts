/** Every loop is bounded: a choice in it depends on the time, or on a value that the loop changes. */
import { type Edge, listEdges, reachable, type Scope } from '../scope';
import { type Finding, reporter, type Subject, type SubjectState } from '../subject';

const report = reporter('unbounded-loop');
const CLOCK = new Set(['millis', 'now']);

/** Loops without a choice that depends on their work or duration. */
export function loopFindings({ scopes, states }: Subject): Finding[] {
  return scopes.flatMap((scope) => {
    const unbounded = (loops: readonly Loop[]): Loop[] =>
      loops.filter((names) => !isBounded(states.filter((one) => one.scope === scope && names.includes(one.name))));
    const calm = unbounded(findLoops(scope, (_, edge) => edge.via !== 'catch'));
    // A loop over a catcher alone: failures are retried for ever.
    const failing = unbounded(findLoops(scope, () => true)).filter(
      (names) => !calm.some(([first]) => names.includes(first)),
    );
    return [...calm, ...failing].map((names) => {
      const list = names.join(', ');
      const message = `the loop ${list} has no bound; let a Choice in it compare the time or a counter with a limit`;
      return report(names[0], message);
    });
  });
}

/** Names of states. */
type Loop = [string, ...string[]];
type Open = (from: string, edge: Edge) => boolean;

/** Groups of states that can reach each other. */
function findLoops(scope: Scope, open: Open): Loop[] {
  const after = new Map(
    [...scope.states].map(([name, state]) => {
      const next = listEdges(state).filter((edge) => open(name, edge));
      return [name, new Set(next.flatMap((edge) => [...reachable({ ...scope, startAt: edge.to }, open)]))];
    }),
  );
  const together = (a: string, b: string): boolean =>
    (after.get(a)?.has(b) ?? false) && (after.get(b)?.has(a) ?? false);
  const loops: Loop[] = [];
  for (const name of scope.states.keys()) {
    if (!together(name, name)) continue;
    const known = loops.find((loop) => together(loop[0], name));
    if (known === undefined) loops.push([name]);
    else known.push(name);
  }
  return loops;
}

function isBounded(members: readonly SubjectState[]): boolean {
  const changed = new Set(members.flatMap(({ state }) => listEdges(state).flatMap((edge) => edge.assigns)));
  return members.some(({ state, expressions }) => {
    if (state.Type !== 'Choice') return false;
    const conditions = expressions.filter((one) => one.location.endsWith('/Condition'));
    return conditions.some(({ names }) => [...names].some((name) => CLOCK.has(name) || changed.has(name)));
  });
}
