/**
 * Every way to a create, and to a command on hosts, looks at the fence first; only a certain absence lets it through.
 * Whoever is redriven enters behind its look, hours later perhaps: so its own arguments fail where that look is old.
 */
import { type Edge, reachable, type Scope, type State } from '../scope';
import { getAction, getArguments, type Finding, reporter, type Subject } from '../subject';
import { CREATE_RULES } from '../../../lib/twin/checkers/creates';

const report = reporter('fence');
const ABSENT = 'S3.NoSuchKeyException';

/** Makes nothing, and yet nobody may reach hosts any more once an execution is closed. */
const COMMAND = 'ssm:sendCommand';
/** Milliseconds since a look that an expression refuses to go beyond. */
const YOUNG = /\$millis\(\) - \$\w+ < \d+ \? .* : \$error\(/;

/** Creates and commands that can be reached without having seen that the fence is open, or long after that. */
export function fenceFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state, scope }) => {
    const action = getAction(state);
    if (action === null || (CREATE_RULES[action] === undefined && action !== COMMAND)) return [];
    const unguarded = `${action} can be reached without a look at the fence; only its ${ABSENT} may lead here`;
    const old = `${action} goes on however old the look at the fence is, and a redrive enters here: $error(…) then`;
    return [
      ...(isGuarded(name, scope) ? [] : [report(name, unguarded)]),
      ...(YOUNG.test(JSON.stringify(getArguments(state))) ? [] : [report(name, old)]),
    ];
  });
}

/** Closed here or around: with the way of an absent fence taken away, nothing leads to the state. */
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

/** A call that tells whether the fence is there. */
export function looksAtFence(state: State): boolean {
  const key = getArguments(state)['Key'];
  return getAction(state) === 's3:getObject' && /fence/i.test(String(key));
}
