/**
 * Every path to a create, and to a command on hosts, checks the fence first, and only a certain absence lets it pass. A
 * command also checks the outcome of its rig, whose hosts remove their data after it. A redrive may continue after that
 * check, hours later: so the arguments themselves must fail after an old check.
 */
import { type Edge, reachable, type Scope, type State } from '../scope';
import { getAction, getArguments, type Finding, reporter, type Subject } from '../subject';
import { CREATE_RULES } from '../../../checks/oracles/creates';

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
    const checks = action === COMMAND ? [/fence/i, /outcome/i] : [/fence/i];
    const skipped = checks.filter((key) => !isGuarded(name, scope, key)).map(({ source }) => source);
    const unguarded = skipped.map(
      (key) => `${action} can be reached without a check of the ${key}; only its ${ABSENT} may lead here`,
    );
    const old = `${action} accepts any age of the fence check, and a redrive may enter here: use $error(…)`;
    return [
      ...unguarded.map((text) => report(name, text)),
      ...(YOUNG.test(JSON.stringify(getArguments(state))) ? [] : [report(name, old)]),
    ];
  });
}

/** Guarded in this scope or around it: without the path of an absent object, the state is unreachable. */
function isGuarded(name: string, scope: Scope, key: RegExp): boolean {
  const open = (from: string, edge: Edge): boolean => !isAbsence(scope.states.get(from), edge, key);
  if (!reachable(scope, open).has(name)) return true;
  return scope.owner !== null && isGuarded(scope.owner.name, scope.owner.scope, key);
}

function isAbsence(state: State | undefined, edge: Edge, key: RegExp): boolean {
  if (state === undefined || edge.via !== 'catch' || !readsKey(state, key)) return false;
  const errors = state.Catch?.[edge.index]?.ErrorEquals ?? [];
  return errors.length === 1 && errors[0] === ABSENT;
}

/** Whether a call checks the fence. */
export function looksAtFence(state: State): boolean {
  return readsKey(state, /fence/i);
}

function readsKey(state: State, key: RegExp): boolean {
  return getAction(state) === 's3:getObject' && key.test(String(getArguments(state)['Key']));
}
