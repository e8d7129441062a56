import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { type Outcome, makeSubject } from '../../../../checks/campaign/subject';
import { LUSTRE, OPENZFS, makeOptions } from '../../../twin/rehearsal/specs';

function subject(spec: string): ReturnType<typeof makeSubject> {
  const { experiment, startedAt, prices, machineText, scripts } = makeOptions(spec);
  return makeSubject({ spec, experiment, startedAt, prices, machineText, scripts });
}
const on = subject(LUSTRE);
// Results that cannot be read are read again for more than a day, by a guardian that runs as long.
const run = (rule: Rule): Promise<Outcome> => on.run({ ...CALM, rules: [rule], hours: 48 }, 'hands');

/** Seconds after the start: file systems and hosts stand. */
const AT = 1020;

describe('what people do by hand', () => {
  it('in another stack, with the same names and an expiry that is past, is left alone', async () => {
    const { complaints, struck, statuses } = await run({ fault: 'hand', effect: 'foreign', at: AT });
    expect({ complaints, struck, statuses }).toEqual({ complaints: [], struck: [1], statuses: ['SUCCEEDED'] });
  });

  it('to tags: what may not be deleted any more is named by the receipt and in a mail', async () => {
    const { complaints, struck, lateUsd, personUsd } = await run({ fault: 'hand', effect: 'untag', at: AT });
    expect({ complaints, struck }).toEqual({ complaints: [], struck: [1] });
    // It stands until a person deletes it, and is in no late dollars of ours.
    expect(personUsd).toBeGreaterThan(0.5);
    expect(lateUsd).toBeLessThan(0.1);
  });

  it('to tags that name another execution then: nothing is left', async () => {
    const { complaints, struck, lateUsd } = await run({ fault: 'hand', effect: 'retag', at: AT });
    expect({ complaints, struck }).toEqual({ complaints: [], struck: [1] });
    expect(lateUsd).toBeLessThan(0.5);
  });

  it('that redrives what was aborted, minutes or hours after the receipt, makes nothing', async () => {
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

  it('to keep what was filled: backups of our file systems are named by the receipt and in a mail', async () => {
    const rules: Rule[] = [{ fault: 'hand', effect: 'backup', at: 1000 }];
    const { complaints, struck } = await subject(OPENZFS).run({ ...CALM, rules, hours: 24 }, 'hands');
    expect({ complaints, struck }).toEqual({ complaints: [], struck: [1] });
  });

  it.each(['lose', 'spoil'] as const)(
    'to the plan and what else stands in the bucket (%s) leaves nothing behind',
    async (effect) => {
      const { complaints, struck, lateUsd } = await run({ fault: 'hand', effect, what: '/plan.json', at: AT });
      expect({ complaints, struck }).toEqual({ complaints: [], struck: [1] });
      expect(lateUsd).toBeLessThan(0.5);
    },
  );

  it.each(['lose', 'spoil'] as const)(
    'to the pointer (%s) while nothing can be started for hours: who comes then knows where it belongs',
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

  it('that would redrive executions of a stack that was deleted is refused, and breaks nothing', async () => {
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
