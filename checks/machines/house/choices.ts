/**
 * Every Choice has a Default: without it, an unknown value fails the execution with an error that nothing can catch.
 */
import { type Finding, reporter } from '../finding';
import type { Subject } from '../subject';

const report = reporter('choice-default');

/** Choices without a Default. */
export function choiceFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state }) =>
    state.Type === 'Choice' && state.Default === undefined ? [report(name, 'a Choice needs a Default')] : [],
  );
}
