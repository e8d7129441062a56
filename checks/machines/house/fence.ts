/**
 * Every path to a create, and to a command on hosts, checks the fence first, and only a certain absence lets it pass. A
 * redrive may continue after that check, hours later: so the arguments themselves must fail after an old check.
 */
import { type Edge, reachable, type Scope, type State } from '../scope';
import { getAction, getArguments, type Finding, reporter, type Subject } from '../subject';
import { CREATE_RULES } from '../../../lib/twin/checkers/creates';

const report = reporter('fence');
const ABSENT = 'S3.NoSuchKeyException';

/** Creates nothing, but must not reach hosts after an execution is closed. */
const COMMAND = 'ssm:sendCommand';
/** The maximum age of a check in an expression, milliseconds. */
const YOUNG = /\$millis\(\) - \$\w+ < \d+ \? .* : \$error\(/;

/** Creates and commands that are reachable without a check of the fence, or long after it. */
export function fenceFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state, scope }) => {
    const action = getAction(state);
    if (action === null || (CREATE_RULES[action] === undefined && action !== COMMAND)) return [];
    const unguarded = `${action} can be reached without a check of the fence; only its ${ABSENT} may lead here`;
    const old = `${action} accepts any age of the fence check, and a redrive may enter here: use $error(…)`;
    return [
      ...(isGuarded(name, scope) ? [] : [report(name, unguarded)]),
      ...(YOUNG.test(JSON.stringify(getArguments(state))) ? [] : [report(name, old)]),
    ];
  });
}

/** Guarded in this scope or around it: without the path of an absent fence, the state is unreachable. */
function isGuarded(name: string, scope: Scope): boolean {
  const open = (from: string, edge: Edge): boolean => !isAbsence(scope.states.get(from), edge);
  if (!reachable(scope, open).has(name)) return true;
  return scope.owner !== null && isGuarded(scope.owner.name, scope.owner.scope);
}

function isAbsence(state: State | undefined, edge: Edge): boolean {
  if (state === undefined || edge.via !== 'catch' || !looksAtFence(state)) return false;
  const errors = state.Catch?.[edge.index]?.ErrorEquals ?? [];
  return errors.length === 1 && errors[0] === ABSENT;
}

/** Whether a call checks the fence. */
export function looksAtFence(state: State): boolean {
  const key = getArguments(state)['Key'];
  return getAction(state) === 's3:getObject' && /fence/i.test(String(key));
}
