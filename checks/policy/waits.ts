/** States that wait for the execution that they start: Step Functions then calls more in their role's name. */
import { readFileSync } from 'node:fs';
import { ALL_MACHINES } from '../../lib/shapes/machines';

const WAITS = 'arn:aws:states:::states:startExecution.sync:2';

/** `<machine> <state>` of each. */
export function waitingStates(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const machine of ALL_MACHINES) {
    const walk = (value: unknown, name: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ((value as { readonly Resource?: unknown }).Resource === WAITS) found.add(`${machine} ${name}`);
      for (const [key, item] of Object.entries(value)) walk(item, key);
    };
    walk(JSON.parse(readFileSync(`state-machines/${machine}.asl.json`, 'utf8')), machine);
  }
  return found;
}
