/** Where states lead: targets that do not exist, states that nothing leads to, loops without a way out. */
import { type Finding, reporter } from '../finding';
import { type Edge, edgesOf, reachable, type Scope } from '../scope';
import type { Subject } from '../subject';

const missingReport = reporter('missing-target');
const unreachableReport = reporter('unreachable');
const endlessReport = reporter('endless-loop');

/** Findings about the graphs of a machine. */
export function graphFindings({ scopes }: Subject): Finding[] {
  return scopes.flatMap((scope) => [...missing(scope), ...unreached(scope), ...endless(scope)]);
}

function missing(scope: Scope): Finding[] {
  const start = scope.states.has(scope.startAt) ? [] : [missingReport('', `StartAt names ${scope.startAt}`)];
  const targets = [...scope.states].flatMap(([name, state]) =>
    edgesOf(state)
      .filter((edge) => !scope.states.has(edge.to))
      .map((edge) => missingReport(name, `${place(edge)} names ${edge.to}, which is no state of this graph`)),
  );
  return [...start, ...targets];
}

function unreached(scope: Scope): Finding[] {
  const seen = reachable(scope);
  const lost = [...scope.states.keys()].filter((name) => !seen.has(name));
  return lost.map((name) => unreachableReport(name, 'nothing leads to this state'));
}

/** A state from which no end can be reached without an error stays for ever, until the machine's own time is over. */
function endless(scope: Scope): Finding[] {
  return [...reachable(scope)].flatMap((name) => {
    const from = reachable({ ...scope, startAt: name }, (_, edge) => edge.via !== 'catch');
    const ends = [...from].some((to) => {
      const state = scope.states.get(to);
      return state !== undefined && (state['End'] === true || ['Succeed', 'Fail'].includes(state.Type));
    });
    return ends ? [] : [endlessReport(name, 'no way leads from here to an end')];
  });
}

function place(edge: Edge): string {
  const names = { next: 'Next', default: 'Default', choice: `Choices[${edge.index}]`, catch: `Catch[${edge.index}]` };
  return names[edge.via];
}
