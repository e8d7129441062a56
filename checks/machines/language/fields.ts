/** Fields that a state of a type may have: anything else is refused at creation, or silently does nothing. */
import { type Finding, reporter } from '../finding';
import type { Subject } from '../subject';

const report = reporter('unknown-field');

const ALL = ['Type', 'Comment', 'QueryLanguage'];
const FLOW = ['Next', 'End', 'Output', 'Assign'];
const ERRORS = ['Retry', 'Catch'];

/**
 * https://docs.aws.amazon.com/step-functions/latest/dg/statemachine-structure.html and the pages of the state types.
 */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Task: [...FLOW, ...ERRORS, 'Resource', 'Arguments', 'Credentials', 'TimeoutSeconds', 'HeartbeatSeconds'],
  Parallel: [...FLOW, ...ERRORS, 'Arguments', 'Branches'],
  Map: [
    ...FLOW,
    ...ERRORS,
    'Items',
    'ItemSelector',
    'ItemReader',
    'ItemBatcher',
    'ItemProcessor',
    'ResultWriter',
    'MaxConcurrency',
    'ToleratedFailureCount',
    'ToleratedFailurePercentage',
    'Label',
  ],
  Pass: FLOW,
  Wait: [...FLOW, 'Seconds', 'Timestamp'],
  Choice: ['Choices', 'Default', 'Output', 'Assign'],
  Succeed: ['Output'],
  Fail: ['Error', 'Cause'],
};
const CATCHER = ['ErrorEquals', 'Next', 'Output', 'Assign', 'Comment'];
const RETRIER = [
  'ErrorEquals',
  'IntervalSeconds',
  'MaxAttempts',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
  'Comment',
];
const RULE = ['Condition', 'Next', 'Output', 'Assign', 'Comment'];

/** Fields that the type of the state does not have, and states that neither go on nor end. */
export function fieldFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state }) => {
    const known = [...ALL, ...(FIELDS[state.Type] ?? [])];
    const lists = [
      ...strangers(state.Catch, CATCHER, 'Catch'),
      ...strangers(state.Retry, RETRIER, 'Retry'),
      ...strangers(state.Choices, RULE, 'Choices'),
    ];
    const own = Object.keys(state).filter((field) => !known.includes(field));
    const goesOn = (state.Next === undefined ? 0 : 1) + (state['End'] === undefined ? 0 : 1);
    const flows = !['Choice', 'Succeed', 'Fail'].includes(state.Type);
    return [
      ...[...own, ...lists].map((field) => report(name, `a ${state.Type} has no field ${field}`)),
      ...(flows && goesOn !== 1 ? [report(name, 'a state has either Next or End, and not both')] : []),
    ];
  });
}

function strangers(list: readonly object[] | undefined, known: readonly string[], field: string): string[] {
  return (list ?? []).flatMap((entry, index) =>
    Object.keys(entry)
      .filter((key) => !known.includes(key))
      .map((key) => `${field}[${index}]/${key}`),
  );
}
