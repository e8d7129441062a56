/** Network credits of simulated hosts, through the real verdicts and the real answer. */
import type { Answer } from '../../lib/results/answer/answer';
import { buildAnswer } from '../../lib/results/answer/decision';
import { collectCaveats } from '../../lib/results/cell-caveats';
import { getDesignFacts } from '../../lib/results/design/facts';
import { computeMeasures } from '../../lib/results/measures';
import { toTrialStatuses } from '../../lib/results/trial-status';
import type { DecisionRule } from '../../lib/shapes/decision-rule';
import type { TrialRow } from '../../lib/shapes/verdict';
import type { TargetModel } from '../../lib/targets/model';
import { METRICS } from '../../lib/workloads/fio/cell/metrics';
import { decide } from '../../checks/statistics/contest';
import { PLAIN, play, runModelledTrial } from '../twin/hosts/modelled/play';

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
