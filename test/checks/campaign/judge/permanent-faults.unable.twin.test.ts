import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play } from '../../../../checks/campaign/faults/run-campaign';
import { EXECUTION } from '../../../../checks/campaign/faults/starts';
import { judge } from '../../../../checks/campaign/judge/judge';
import { judgeUnable } from '../../../../checks/campaign/judge/permanent-faults';
import { gatherRecords } from '../../../../checks/oracles/execution-record';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HOUR = 3600;

describe('account in which Lambda functions cannot be invoked', () => {
  it.each([
    ['throttled before storage exists', 300, 'throttled'],
    ['throttled during measurement', 1500, 'throttled'],
    ['denied during measurement', 1500, 'denied'],
  ] as const)('causes a mail within an hour, and a complete teardown after recovery: %s', async (_, from, effect) => {
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
  });
});
