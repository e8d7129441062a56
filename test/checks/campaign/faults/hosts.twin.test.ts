import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play, type CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { judge } from '../../../../checks/campaign/judge/judge';
import { gatherRecords } from '../../../../checks/oracles/execution-record';
import type { CallRecord } from '../../../../lib/twin/cloud/service';
import type { TrialRow } from '../../../../lib/shapes/verdict';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

const TWO = LUSTRE.replace('count: 1', 'count: 2');
const options = makeOptions(TWO);
const { experiment, prices } = options;
type CommandParameters = Readonly<Record<string, readonly string[]>>;
const playSkewed = (seconds: number): Promise<CampaignRun> => {
  const rules: Rule[] = [{ fault: 'host', effect: 'skew', nth: 2, seconds }];
  return play({ ...options, spec: TWO, campaign: { ...CALM, rules, hours: 4 }, seed: 'skew' });
};

async function readRows(played: CampaignRun): Promise<readonly TrialRow[]> {
  const [aftermath] = await gatherRecords(played, experiment, prices);
  return (aftermath?.facts.rows ?? []).map(({ row }) => row);
}

/** Seconds between the true ends of the hosts of each attempt at measuring. */
function measureEndSpread({ work }: CampaignRun): number[] {
  const byAttempt = new Map<string, number[]>();
  for (const { attempt, step, until } of work)
    if (step === 'measure') byAttempt.set(attempt, [...(byAttempt.get(attempt) ?? []), until ?? 0]);
  return [...byAttempt.values()].map((ends) => (Math.max(...ends) - Math.min(...ends)) / 1000);
}

it('ends the commands of a failed attempt before the next attempt runs on the same host', async () => {
  const rule: Rule = { fault: 'state', machine: 'host-command', state: 'Sleep', nth: 12, times: 8, effect: 'runtime' };
  const spec = TWO.replace('replicates: 1', 'replicates: 6');
  const played = await play({ ...options, spec, campaign: { ...CALM, rules: [rule], hours: 4 }, seed: 'gate' });
  expect(played.struck.times).toEqual([8]);
  const { complaints } = await judge(played, experiment, prices);
  expect(complaints).toEqual([]);
  // As the hosts tell: two of one host never ran at the same time.
  const [first] = played.work;
  const own = played.work.filter(({ instanceId }) => instanceId === first?.instanceId);
  const isOther = (one: { attempt: string }, other: { attempt: string }): boolean => one.attempt !== other.attempt;
  const beside = own.filter((one, nth) =>
    own.slice(0, nth).some((other) => isOther(one, other) && (other.until ?? 0) > one.from),
  );
  expect(beside).toEqual([]);
  expect(new Set(own.map(({ attempt }) => attempt)).size).toBeGreaterThan(10);
});

describe('host whose command end Systems Manager never reports', () => {
  it.each([1, 4])('produces VALID trials, judged within two polls of the end (%d commands affected)', async (times) => {
    const calls: CallRecord[] = [];
    const rules: Rule[] = [{ fault: 'host', effect: 'never-reports', nth: 1, times }];
    const played = await play({
      ...options,
      spec: TWO,
      campaign: { ...CALM, rules, hours: 4 },
      seed: 'mute',
      listen: { answered: (call) => void (call.role.includes('host-command') && calls.push(call)) },
    });
    expect((await readRows(played)).map(({ verdict }) => verdict)).toEqual(['VALID', 'VALID', 'VALID', 'VALID']);
    expect((await judge(played, experiment, prices)).complaints).toEqual([]);
    expect(calls.map(({ action }) => action)).not.toContain('CancelCommand');
    // Of each command: polls after the last host has ended, until its judgement.
    const polls = calls.flatMap(({ execution, state, time }) => {
      if (state !== 'Judge') return [];
      const own = calls.filter((one) => one.execution === execution);
      const sent = own.find(({ action }) => action === 'SendCommand')?.input as
        | { Parameters: CommandParameters }
        | undefined;
      const [prefix, step] = [sent?.Parameters['OutputPrefix']?.[0], sent?.Parameters['Step']?.[0]];
      const ran = played.work.filter((one) => one.outputPrefix === prefix && one.step === step);
      const end = Math.max(...ran.map(({ until }) => until ?? Infinity));
      const isAfter = (one: CallRecord): boolean => one.state === 'Look' && Date.parse(one.time) > end;
      return [own.filter((one) => isAfter(one) && one.time <= time).length];
    });
    expect(polls.length).toBeGreaterThanOrEqual(6);
    expect(Math.min(...polls)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...polls)).toBeLessThanOrEqual(2);
  });
});

describe('host with a wrong clock', () => {
  it.each([5, -5, -60, 60])('makes trials of its rig INVALID with ClockSkew at an offset of %d s', async (seconds) => {
    const played = await playSkewed(seconds);
    const struck = (await readRows(played)).filter(({ verdict }) => verdict !== 'VALID');
    // Those of its rig, and no others.
    expect(new Set(struck.map(({ rig }) => rig)).size).toBe(1);
    for (const { verdict, reasons, overlap } of struck) {
      expect(verdict).toBe('INVALID');
      const text = reasons.find(({ code }) => code === 'ClockSkew')?.text ?? '';
      expect(Number(/differ by about ([\d.]+) s/.exec(text)?.[1])).toBeCloseTo(Math.abs(seconds), -0.5);
      expect(text).toMatch(new RegExp(`that of client-\\d is [\\d.]+ s ${seconds < 0 ? 'behind' : 'ahead'},`));
      // By their own clocks they overlap, but where one is so far ahead that it is late.
      if (seconds < 60) expect(overlap).toBeGreaterThan(0.99);
    }
    expect(Math.max(...measureEndSpread(played))).toBeGreaterThan(seconds < 60 ? Math.abs(seconds) - 1 : 0);
    const { complaints } = await judge(played, experiment, prices);
    expect(complaints).toEqual([]);
  });

  it('terminates itself three hours early when its clock is three hours ahead', async () => {
    const rules: Rule[] = [
      { fault: 'without', layer: 'guardian' },
      { fault: 'without', layer: 'event-rule' },
      { fault: 'without', layer: 'janitor' },
      { fault: 'state', machine: 'rig', state: 'PrepareHosts', nth: 1, effect: 'abort', who: 'both' },
      { fault: 'host', effect: 'skew', nth: 2, seconds: 3 * 3600 },
    ];
    const { ledger, now, startedAt } = await play({
      ...options,
      spec: TWO,
      campaign: { ...CALM, rules, hours: 24 },
      seed: 'expiry',
    });
    const hours = ledger
      .intervals(now)
      .filter(({ kind }) => kind === 'ec2:instance')
      .map(({ until }) => (until - startedAt) / 3_600_000)
      .toSorted((a, b) => a - b);
    // Of one rig with two hosts: 8 h and a teardown of 2 h; one is three hours ahead.
    expect(hours.map((all) => Math.round(all * 10) / 10)).toEqual([7, 10]);
  });
});

describe('judge of a fault campaign', () => {
  it('reports HostsNotTogether for a VALID trial whose hosts did not measure together', async () => {
    const played = await playSkewed(0);
    expect((await readRows(played)).map(({ verdict }) => verdict)).toEqual(['VALID', 'VALID', 'VALID', 'VALID']);
    expect((await judge(played, experiment, prices)).complaints).toEqual([]);
    const late = played.work.filter(({ step }) => step === 'measure').at(-1);
    const work = played.work.map((one) => (one === late ? { ...one, until: (one.until ?? 0) + 60_000 } : one));
    const { complaints } = await judge({ ...played, work }, experiment, prices);
    expect(complaints.map(({ code }) => code)).toEqual(['HostsNotTogether']);
  });
});
