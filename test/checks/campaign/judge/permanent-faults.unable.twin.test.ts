import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play } from '../../../../checks/campaign/faults/run-campaign';
import { EXECUTION } from '../../../../checks/campaign/faults/starts';
import { judge } from '../../../../checks/campaign/judge/judge';
import { judgeUnable } from '../../../../checks/campaign/judge/permanent-faults';
import { gatherRecords } from '../../../../lib/twin/checkers/after/execution-record';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HOUR = 3600;

describe('an account in which no function runs', () => {
  it.each([
    ['before storage is there', 300, 'throttled'],
    ['while it is measured', 1500, 'throttled'],
    ['by a policy', 1500, 'denied'],
  ] as const)(
    'has a mail name the execution within the hour, and tears down when it heals: %s',
    async (_, from, effect) => {
      const rule: Rule = { fault: 'call', service: 'lambda', action: 'Invoke', effect, from, until: from + 3 * HOUR };
      const campaign = { ...CALM, rules: [rule], hours: 24 };
      const options = { experiment, startedAt, prices, machineText, scripts, campaign, log: quiet };
      const one = await play({ ...options, spec: LUSTRE, seed: 'unable' });
      const first = one.messages.find(({ message }) => message.includes(EXECUTION));
      expect(first?.subject).toBe('[fsxbench] ACTION janitor: functions of the deployment do not run');
      expect((first?.at ?? 0) - startedAt).toBeLessThan(1000 * (from + HOUR));
      expect((await judge(one, experiment, prices)).complaints).toEqual([]);
      expect(one.creations.filter(({ goneAt }) => goneAt === null)).toEqual([]);
      // Of the end they are told, too.
      expect(one.messages.at(-1)?.subject).not.toBe(first?.subject);
      const silent = { ...one, messages: one.messages.filter((other) => other !== first) };
      const [aftermath] = await gatherRecords(silent, experiment, prices);
      expect(aftermath && judgeUnable(aftermath).map(({ code }) => code)).toEqual(['OutageNotReported']);
    },
  );
});
