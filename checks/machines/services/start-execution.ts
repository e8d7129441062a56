/**
 * Nested executions have names that can be derived: what has none is found by nobody, and a repeated start makes a
 * second.
 */
import { type Finding, reporter } from '../finding';
import { actionOf, argumentsOf, type Subject } from '../subject';

const report = reporter('execution-name');

/** startExecution calls without a name, in every form of the integration. */
export function startExecutionFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state }) => {
    const action = actionOf(state);
    if (action === null || !/^(states|sfn):start(Sync)?Execution(\.|$)/.test(action)) return [];
    const given = argumentsOf(state)['Name'];
    if (typeof given === 'string' && given !== '') return [];
    return [report(name, 'Arguments needs Name, derived from the plan')];
  });
}
