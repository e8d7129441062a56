/** `lib/shapes/machine-bounds.json`: numbers of the state machines that plans count with. */
import { readMachineText } from '../../lib/machine-files/source';
import { ensure } from '../../lib/shapes/errors';
import type { MachineName } from '../../lib/shapes/machines';

/** A number in the JSON of a state. */
interface Bound {
  readonly machine: MachineName;
  readonly state: string;
  readonly pattern: RegExp;
}

const BOUNDS: Readonly<Record<string, Bound>> = {
  trialAttempts: { machine: 'trial-batch', state: 'Again', pattern: /\$attempt < (\d+)/ },
  launchRetries: { machine: 'launch', state: 'AllOrNothing', pattern: /\$again < (\d+)/ },
  guardianPasses: { machine: 'guardian', state: 'NotVerified', pattern: /\$rounds >= (\d+)/ },
  teardownDeletes: { machine: 'teardown', state: 'Anything', pattern: /\$sent > (\d+)/ },
  parallelPreparations: { machine: 'rig', state: 'Prepare', pattern: /"MaxConcurrency":(\d+)/ },
};

/** @param root of the checkout @throws Error if a machine lacks a state or its number */
export function machineBounds(root: string): string {
  const bounds = Object.entries(BOUNDS).map(([name, { machine, state, pattern }]) => {
    const found = findState(JSON.parse(readMachineText(root, machine)), state);
    const number = pattern.exec(JSON.stringify(found))?.[1];
    return [name, Number(ensure(number, `a number ${String(pattern)} in ${state} of ${machine}`))] as const;
  });
  return `${JSON.stringify(Object.fromEntries(bounds), null, 2)}\n`;
}

/** The first state of this name, also in branches and items. */
function findState(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const states = (value as { readonly States?: Readonly<Record<string, unknown>> }).States;
  return (
    states?.[name] ?? Object.values(value).reduce<unknown>((found, one) => found ?? findState(one, name), undefined)
  );
}
