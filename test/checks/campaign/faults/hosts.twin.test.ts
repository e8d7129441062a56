import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { type CampaignRun, play } from '../../../../checks/campaign/faults/run-campaign';
import { judge } from '../../../../checks/campaign/judge/judge';
import { gatherRecords } from '../../../../checks/oracles/execution-record';
import type { CallRecord } from '../../../../lib/twin/cloud/service';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const TWO = LUSTRE.replace('count: 1', 'count: 2');
const options = makeOptions(TWO);
const { experiment, prices } = options;
type CommandParameters = Readonly<Record<string, readonly string[]>>;

/** Plays it with two hosts, which must give four VALID trials and no complaint. */
async function run(rules: Rule[]): Promise<{ played: CampaignRun; calls: CallRecord[] }> {
  const calls: CallRecord[] = [];
  const campaign = { ...CALM, rules, hours: 4 };
  const listen = { answered: (call: CallRecord) => void (call.role.includes('host-command') && calls.push(call)) };
  const played = await play({ ...options, spec: TWO, campaign, seed: 'mute', listen });
  const [record] = await gatherRecords(played, experiment, prices);
  expect(record?.facts.rows.map(({ row }) => row.verdict)).toEqual(['VALID', 'VALID', 'VALID', 'VALID']);
  expect((await judge(played, experiment, prices)).complaints).toEqual([]);
  return { played, calls };
}

it.each([1, 4])('judges a command within two polls of its end, though %d report no end', async (times) => {
  const { played, calls } = await run([{ fault: 'host', effect: 'never-reports', nth: 1, times }]);
  expect(calls.map(({ action }) => action)).not.toContain('CancelCommand');
  // Of each command: polls after the last host has ended. The last one judges.
  const polls = calls.flatMap(({ execution, action, input }) => {
    if (action !== 'SendCommand') return [];
    const { Parameters: sent } = input as { readonly Parameters: CommandParameters };
    const ran = played.work.filter(
      ({ outputPrefix, step }) => outputPrefix === sent['OutputPrefix']?.[0] && step === sent['Step']?.[0],
    );
    const end = Math.max(...ran.map(({ until }) => until ?? Infinity));
    const own = calls.filter((one) => one.execution === execution);
    expect(own.filter(({ state }) => state === 'Judge')).toEqual([]);
    return [own.filter(({ state, time }) => state === 'Look' && Date.parse(time) > end).length];
  });
  expect(polls.length).toBeGreaterThanOrEqual(6);
  expect(Math.min(...polls)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...polls)).toBeLessThanOrEqual(2);
});

it('reports HostsNotTogether for a VALID trial whose hosts did not measure together', async () => {
  const { played } = await run([]);
  const late = played.work.filter(({ step }) => step === 'measure').at(-1);
  const work = played.work.map((one) => (one === late ? { ...one, until: (one.until ?? 0) + 60_000 } : one));
  const { complaints } = await judge({ ...played, work }, experiment, prices);
  expect(complaints.map(({ code }) => code)).toEqual(['HostsNotTogether']);
});
