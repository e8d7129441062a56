/** One machine deletes: what is torn down in one place only can be proven in one place. */
import { type Finding, reporter } from '../finding';
import { actionOf, type Subject } from '../subject';

const report = reporter('delete-elsewhere');
const DELETES = /^[a-z0-9]+:(delete|terminate|release|destroy)[A-Z]/;

/** Deletes outside of the machine `teardown`. */
export function deleteFindings({ name: machine, states }: Subject): Finding[] {
  if (machine === 'teardown') return [];
  return states.flatMap(({ name, state }) => {
    const action = actionOf(state);
    if (action === null || !DELETES.test(action)) return [];
    return [report(name, `${action} belongs into the machine teardown; start that`)];
  });
}
