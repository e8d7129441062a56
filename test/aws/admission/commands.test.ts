import { refuseCommands } from '../../../lib/aws/admission/commands';
import type { Context } from '../../../lib/aws/context';
import type { Plan } from '../../../lib/shapes/plan';

const refused = (kinds: readonly string[], commands?: boolean): string | undefined => {
  const workloads = Object.fromEntries(kinds.map((kind, index) => [`w${index}`, { kind }]));
  const config = (commands === undefined ? {} : { commands }) as Context['config'];
  try {
    refuseCommands({ spec: { workloads } } as unknown as Plan, { config });
  } catch (fault) {
    return `${(fault as Error).name}: ${(fault as Error).message}`;
  }
  return undefined;
};

it('lets hosts run scripts of specs only where the deployment says so', () => {
  expect(refused(['fio', 'command'], true)).toBeUndefined();
  expect(refused(['fio', 'command'])).toBeUndefined();
  expect(refused(['fio', 'metadata'], false)).toBeUndefined();
  expect(refused(['fio', 'command'], false)).toBe(
    'CommandsNotAllowed: hosts of this deployment run no scripts of specs, and these workloads are such: w1. Nothing ' +
      'was created. Whoever may start executions could run anything as root on hosts: deploy both stacks with the ' +
      'setting `commands=true` where that is meant (docs/deploy.md)',
  );
});
