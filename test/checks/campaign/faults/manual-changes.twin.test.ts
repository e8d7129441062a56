import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { type Outcome, makeSubject } from '../../../../checks/campaign/subject';
import { LUSTRE, OPENZFS, makeOptions } from '../../../twin/rehearsal/specs';

function buildSubject(spec: string): ReturnType<typeof makeSubject> {
  const { experiment, startedAt, prices, machineText, scripts } = makeOptions(spec);
  return makeSubject({ spec, experiment, startedAt, prices, machineText, scripts });
}
const on = buildSubject(LUSTRE);
// Results that cannot be read are read again for more than a day, by a guardian that runs as long.
const run = (rule: Rule): Promise<Outcome> => on.run({ ...CALM, rules: [rule], hours: 48 }, 'hands');

/** Seconds after the start: file systems and hosts stand. */
const AT = 1020;

describe('fsxbench after manual changes in the account', () => {
  it('creates no resource when a person redrives an aborted execution after the receipt', async () => {
    for (const after of [300, 8 * 3600]) {
      const rules: Rule[] = [
        { fault: 'state', machine: 'launch', state: 'Launch', nth: 1, effect: 'abort' },
        { fault: 'hand', effect: 'redrive', at: AT + after },
      ];
      const { complaints, struck, lateUsd } = await on.run({ ...CALM, rules, hours: 24 }, 'hands');
      expect({ complaints, struck }).toEqual({ complaints: [], struck: [1, 1] });
      expect(lateUsd).toBeLessThan(0.5);
    }
  });

  it('names manual backups of its file systems in the receipt and in a mail', async () => {
    const rules: Rule[] = [{ fault: 'hand', effect: 'backup', at: 1000 }];
    const { complaints, struck } = await buildSubject(OPENZFS).run({ ...CALM, rules, hours: 24 }, 'hands');
    expect({ complaints, struck }).toEqual({ complaints: [], struck: [1] });
  });

  it.each(['lose', 'spoil'] as const)('cleans up when a person makes plan.json unusable (%s)', async (effect) => {
    const { complaints, struck, lateUsd } = await run({ fault: 'hand', effect, what: '/plan.json', at: AT });
    expect({ complaints, struck }).toEqual({ complaints: [], struck: [1] });
    expect(lateUsd).toBeLessThan(0.5);
  });

  it.each(['lose', 'spoil'] as const)(
    'ends as FAILED and cleans up when pointers/ is unusable (%s) and StartExecution fails for 3 h',
    async (effect) => {
      const nothingStarts = { service: 'sfn', action: 'StartExecution', effect: 'error', lasts: 3 * 3600 } as const;
      const rules: Rule[] = [
        { fault: 'call', ...nothingStarts },
        { fault: 'hand', effect, what: 'pointers/', at: AT },
      ];
      const { complaints, struck, statuses } = await on.run({ ...CALM, rules, hours: 24 }, 'hands');
      expect({ complaints, hand: struck[1], statuses }).toEqual({ complaints: [], hand: 1, statuses: ['FAILED'] });
    },
  );

  it('cleans up when a person deletes the bench stack and then redrives executions', async () => {
    const rules: Rule[] = [
      { fault: 'stack', at: AT },
      { fault: 'state', machine: 'teardown', state: 'List', nth: 1, effect: 'abort' },
      { fault: 'hand', effect: 'redrive', at: AT + 300 },
    ];
    // Those of the safety stack are there, and are redriven.
    const { complaints, struck } = await on.run({ ...CALM, rules, hours: 4 }, 'hands');
    expect({ complaints, struck }).toEqual({ complaints: [], struck: [1, 1, 1] });
  });
});
