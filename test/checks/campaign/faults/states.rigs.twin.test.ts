/** A rig whose teardowns all break, while its experiment goes on for hours with another. */
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { type Outcome, makeSubject } from '../../../../checks/campaign/subject';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

/** A rig for each file system, both at once; that with two stages takes three hours longer. */
const RIGS = LUSTRE.replace('runtime: 10s', 'runtime: 3h')
  .replace('replicates: 1', 'replicates: 1, comparison: sequential')
  .replace('maxUsd: 20, maxHours: 8', 'maxUsd: 40, maxHours: 24, parallelRigs: 2');

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(RIGS);
const on = makeSubject({ spec: RIGS, experiment, startedAt, prices, machineText, scripts });
const run = (...rules: Rule[]): Promise<Outcome> => on.run({ ...CALM, rules, hours: 12 }, 'rigs');

/** The rig's own, that of who started it, and that of the event rule. */
const BROKEN: Rule = { fault: 'state', machine: 'teardown', state: 'List', effect: 'timed-out', nth: 1, times: 3 };

it('deletes a rig through the scheduled cleanup when its teardowns fail, before the experiment ends', async () => {
  const { complaints, struck, lateUsd } = await run(BROKEN);
  expect({ complaints, struck }).toEqual({ complaints: [], struck: [3] });
  expect(lateUsd).toBeLessThan(0.5);
});

it('reports DeletedLate when the scheduled cleanup is disabled too', async () => {
  const { codes } = await run(BROKEN, { fault: 'without', layer: 'janitor' });
  expect(codes).toEqual(['DeletedLate']);
});
