/**
 * `$states`: which of its members exist where.
 * https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html
 */
import { type Finding, reporter } from '../finding';
import type { Expression, Subject, SubjectState } from '../subject';

const report = reporter('states-object');

/** Members of the context object, with what is known below them; null: anything. */
const CONTEXT: Readonly<Record<string, readonly string[] | null>> = {
  Execution: ['Id', 'Input', 'Name', 'RoleArn', 'StartTime', 'RedriveCount', 'RedriveTime'],
  State: ['Name', 'EnteredTime', 'RetryCount'],
  StateMachine: ['Id', 'Name'],
  Task: ['Token'],
  Map: ['Item'],
};

/** Uses of `$states` that give nothing where they stand. */
export function statesObjectFindings({ states }: Subject): Finding[] {
  return states.flatMap((one) =>
    one.expressions.flatMap((expression) =>
      expression.uses.flatMap((use) => {
        if (use.kind !== 'states') return [];
        const wrong = complaint(use.path, expression, one);
        return wrong === null
          ? []
          : [report(one.name, `${expression.location}: $states.${use.path.join('.')} ${wrong}`)];
      }),
    ),
  );
}

function complaint(path: readonly string[], { moment }: Expression, { state }: SubjectState): string | null {
  const [member, first, second] = path;
  switch (member) {
    case 'input':
      return null;
    case 'result':
      if (!['Task', 'Parallel', 'Map'].includes(state.Type)) return `does not exist in a ${state.Type}`;
      return moment === 'after' ? null : 'exists only in Output and Assign after success';
    case 'errorOutput':
      return moment === 'caught' ? null : 'exists only in Output and Assign of a catcher';
    case 'context':
      return contextComplaint(first, second);
    default:
      return 'is none of input, result, errorOutput, context';
  }
}

function contextComplaint(first: string | undefined, second: string | undefined): string | null {
  if (first === undefined) return null;
  const known = CONTEXT[first];
  if (known === undefined) return `is none of ${Object.keys(CONTEXT).join(', ')}`;
  if (known === null || second === undefined || known.includes(second)) return null;
  return `is none of ${known.join(', ')}`;
}
