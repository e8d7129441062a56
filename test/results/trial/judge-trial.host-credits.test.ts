import { judgeTrial, noteHostCredits } from '../../../lib/results/trial/judge-trial';
import { toTrialStatuses } from '../../../lib/results/trial-status';
import type { RoleUsage, TrialRow } from '../../../lib/shapes/verdict';
import { makeGoodAttempt, makeInput, makeObject } from '../raw-objects';
import { makeSampledHost } from './two-looks';
import type { Answer } from '../../../lib/results/answer/answer';
import { buildAnswer } from '../../../lib/results/answer/decision';
import { collectCaveats } from '../../../lib/results/cell-caveats';
import { getDesignFacts } from '../../../lib/results/design/facts';
import { computeMeasures } from '../../../lib/results/measures';
import type { DecisionRule } from '../../../lib/shapes/decision-rule';
import type { TargetModel } from '../../../lib/targets/model';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { decide } from '../../../checks/statistics/contest';
import { PLAIN, play, runModelledTrial } from '../../twin/hosts/modelled/play';

const GBIT = 1e9 / 8;
const makeUsage = (gbits: readonly number[] | null, role = 'client'): RoleUsage => ({
  role,
  cpu: [0.1],
  network: gbits?.map((one) => one * GBIT) ?? null,
  delayedHosts: null,
});
const makeRoles = (instanceType: string, role = 'client') => [{ role, instanceType }];

describe('noteHostCredits', () => {
  it('notes traffic above the baseline of the instance type, with the share that the baseline carries', () => {
    expect(noteHostCredits([makeUsage([8])], makeRoles('c5n.large'))).toEqual([
      {
        level: 'note',
        code: 'HostCredits',
        text: 'c5n.large moved 8 Gbit/s; its baseline is 3 Gbit/s',
        lowerLevel: 3 / 8,
      },
    ]);
  });

  it('uses the median host of each role', () => {
    expect(noteHostCredits([makeUsage([1, 6, 9])], makeRoles('c5n.large'))[0]?.lowerLevel).toBe(0.5);
    expect(noteHostCredits([makeUsage([1, 1, 9])], makeRoles('c5n.large'))).toEqual([]);
    const two = noteHostCredits(
      [makeUsage([6]), makeUsage([12], 'broker')],
      [...makeRoles('c5n.large'), ...makeRoles('c5n.large', 'broker')],
    );
    expect(two.map(({ lowerLevel }) => lowerLevel)).toEqual([0.5, 0.25]);
  });

  it.each([
    ['traffic is at the baseline, up to noise', makeUsage([3.29]), 'c5n.large'],
    ['the type has no burst', makeUsage([49]), 'c5n.9xlarge'],
    ['the type is unknown', makeUsage([8]), 'z9.large'],
    ['hosts are local', makeUsage([8]), 'local'],
    ['hosts are managed', makeUsage([8]), 'managed'],
    ['hosts count no traffic', makeUsage(null), 'c5n.large'],
    ['little of the work was traffic', makeUsage([0.2]), 'c5n.large'],
  ])('notes nothing when %s', (_, uses, type) => expect(noteHostCredits([uses], makeRoles(type))).toEqual([]));
});

it('counts a trial with HostCredits as VALID, and sets hostLevel, not lowerLevel', () => {
  const idle = [400, 0, 600, 1000, 0, 0, 0, 0];
  const looks = ['client-0', 'client-1'].flatMap((host) =>
    makeSampledHost(host, { traffic: { in: 1e10, out: 1e8 }, cpu: idle }, { traffic: { in: 0, out: 0 } }).files.map(
      ({ text }) => makeObject(`a1/${host}/measure/raw/evidence.json`, text),
    ),
  );
  const roles = [{ role: 'client', count: 2, instanceType: 'c5n.large' }];
  const plan = { experiment: 'exp', executionId: 'e1', rigs: [{ rig: 'r1', roles }] };
  const { row } = judgeTrial(makeInput([...makeGoodAttempt(1), ...looks], { plan }));
  expect(row).toMatchObject({ verdict: 'VALID', reasons: [{ code: 'HostCredits', lowerLevel: 0.375 }] });
  const status = toTrialStatuses([], [row]).get(row.trial);
  expect(status).toMatchObject({ out: null, hostLevel: 0.375 });
  expect(status?.lowerLevel).toBeUndefined();
  // The same bytes over hosts whose baseline carries them.
  const large = [{ role: 'client', count: 2, instanceType: 'c5n.9xlarge' }];
  expect(
    judgeTrial(makeInput([...makeGoodAttempt(1), ...looks], { plan: { ...plan, rigs: [{ rig: 'r1', roles: large }] } }))
      .row.reasons,
  ).toEqual([]);
});

/** Network credits of simulated hosts, through the real verdicts and the real answer. */
const MB = 1e6;
const READ = { kind: 'fio', rw: 'read', bs: '1m', iodepth: 32, size: '256 GiB', ramp_time: '0s' };
const makeSteady = (rate: number) => ({ baseline: rate, burst: rate, burstSeconds: 0 });
/** A file system of 1 GB/s. */
const STORE: TargetModel = { ...PLAIN, read: makeSteady(1000 * MB), hostBytes: 3000 * MB };
/** Longer than any trial here. */
const TIMEOUT_SECONDS = 3600;

interface Measurement {
  readonly rows: readonly TrialRow[];
  readonly answer: (more: Partial<DecisionRule>) => Answer;
}

/** Six trials on one host, each with full credits. c5n.large: 3 Gbit/s, and 25 for at least five minutes. */
async function measureSix(runtime: string, instanceType = 'c5n.large'): Promise<Measurement> {
  const options = { cells: [{ ...READ, runtime }], replicates: 6, hosts: 1, instanceType, model: STORE };
  const { plan } = await play(options);
  const runTrial = async (name: string) =>
    runModelledTrial(await play({ ...options, seed: name }), name, TIMEOUT_SECONDS);
  const found = await Promise.all(plan.trials.map(async ({ trial }) => runTrial(trial)));
  const rows = found.map(({ row }) => row);
  const observations = found.flatMap((one) => one.observations);
  const trials = toTrialStatuses(plan.trials, rows);
  const measures = computeMeasures(rows, observations, trials, false);
  const caveats = collectCaveats({}, rows, trials, {});
  const candidate = { cell: 'c0', label: 'a', levels: { target: 'a' }, usdPerHour: 1, measures, caveats };
  const circumstances = { ...getDesignFacts(false, false, trials.values()), trials };
  const answer = (more: Partial<DecisionRule>): Answer =>
    buildAnswer(decide(more), [candidate], ['target'], METRICS, circumstances);
  return { rows, answer };
}

const REFUSED = { prefer: 'cheapest', atLeast: 900 * MB } as const;

describe('a threshold above the network baseline of one host', () => {
  it.each([
    ['60s', 'while credits last', 'HostCredits'],
    ['30m', 'after credits end, with a step in the rate', 'RateStep'],
  ])('is inconclusive (bound) in trials of %s, %s', async (runtime, _, code) => {
    const { rows, answer } = await measureSix(runtime);
    const codes = rows.map(({ reasons }) => reasons.map((one) => one.code));
    for (const own of codes) expect(own).toEqual(expect.arrayContaining(['HostCredits', code]));
    const found = answer(REFUSED);
    expect(found).toMatchObject({ outcome: 'open', reason: 'bound', met: 'open' });
    expect(found.headline).toMatch(
      /^Inconclusive: the hosts of a cannot sustain 900 MB\/s: bandwidth of 37\d MB\/s at the /,
    );
    expect(found.cautions[0]).toMatch(
      /^Hosts moved more .* by credits: a \(c5n\.large moved \d\.\d+ Gbit\/s; its baseline /,
    );
    expect(found.settle?.text).toBe(
      'Use larger hosts for a, with at least 2.4× the baseline, or set decide: { burst: allowed }.',
    );
    expect(answer({ ...REFUSED, atLeast: 300 * MB }).met).toBe('yes');
  });

  it('is met on a host type with a baseline above it', async () => {
    const { rows, answer } = await measureSix('60s', 'c5n.4xlarge');
    expect(rows.every(({ verdict, reasons }) => verdict === 'VALID' && reasons.length === 0)).toBe(true);
    const found = answer(REFUSED);
    expect(found.met).toBe('yes');
    expect(found.cautions.join()).not.toContain('credits');
  });
});
