/**
 * No inner scope has a variable that a catcher around it assigns. The service takes it, but the name then means one
 * thing inside and another after the Catch, and what was found inside is lost without a word.
 */
import { type Finding, reporter } from '../finding';
import { edgesOf, type Scope, visibleFrom } from '../scope';
import type { Subject } from '../subject';

const report = reporter('caught-name');

/** Variables of inner scopes that a Catch in an outer one assigns too. */
export function caughtNameFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state, scope }) => {
    const outer = new Set(visibleFrom(scope).slice(1).flatMap(caughtIn));
    const own = new Set([...Object.keys(state.Assign ?? {}), ...edgesOf(state).flatMap((edge) => edge.assigns)]);
    return [...own]
      .filter((variable) => outer.has(variable))
      .map((variable) => report(name, `Assign: a Catch of an outer graph assigns ${variable} too; rename one`));
  });
}

function caughtIn(scope: Scope): string[] {
  return [...scope.states.values()].flatMap((state) =>
    edgesOf(state).flatMap((edge) => (edge.via === 'catch' ? edge.assigns : [])),
  );
}
