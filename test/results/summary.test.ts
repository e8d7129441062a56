import type { Reason } from '../../lib/shapes/verdict';
import { formatObservations } from '../../lib/results/trial/rows';
import { summarize, type SummaryInput } from '../../lib/results/summary';
import { pickObservations } from '../../lib/results/trial/pick-observations';
import { execution, type Options } from './fixture';
import { READ_AND_WRITE } from '../../lib/shapes/metric';

const INVALID: Reason = { level: 'invalid', code: 'NoOverlap', text: 'x' };
const SUSPECT: Reason = { level: 'suspect', code: 'CacheServed', text: 'y' };

describe('summarize', () => {
  it('counts verdicts and computes medians from the trials that count', () => {
    const input = execution({ reasons: (trial) => (trial === 1 ? [INVALID] : trial === 5 ? [SUSPECT] : []) });
    const summary = summarize(input);
    expect(summary.verdicts).toEqual({ VALID: 22, SUSPECT: 1, INVALID: 1, INFEASIBLE: 0, NOT_RUN: 0 });
    const [cell] = summary.cells;
    const iops = cell?.measures.find(({ metric }) => metric === 'iops');
    // Trials 1, 5 and 9 are the replicates of the first cell: only the last counts, all three are shown.
    expect(iops?.values.map(({ trial, counted }) => [trial, counted])).toEqual([
      ['t0001', false],
      ['t0005', false],
      ['t0009', true],
    ]);
    expect(iops?.statistics).toMatchObject({ n: 1, median: iops?.values[2]?.value, interval: null });
    expect(summary.trials.slice(0, 5).map(({ excludedFor: out }) => out)).toEqual([
      'NoOverlap',
      null,
      null,
      null,
      'CacheServed',
    ]);
  });

  it('adds a NOT_RUN row for each missing trial, and ignores rows of unknown trials', () => {
    const input = execution();
    const stray = { ...input.rows[0]!, trial: 't9999' };
    const summary = summarize({ ...input, rows: [...input.rows.slice(1), stray] });
    expect(summary.trials).toHaveLength(24);
    expect(summary.trials[0]).toMatchObject({ trial: 't0001', verdict: 'NOT_RUN', reasons: [{ code: 'RowMissing' }] });
    expect(summary.trials.map(({ trial }) => trial)).not.toContain('t9999');
  });

  it.each([
    ['unknown trials', { trial: 't9999' }],
    ['single hosts', { scope: 'host' as const, host: 'client-7' }],
    ['attempts that do not count', { attempt: 2 }],
  ])('ignores observations of %s', (_, more) => {
    const input = execution();
    const [first] = input.observations.filter(({ scope, metric }) => scope === 'aggregate' && metric === 'iops');
    const observations = [{ ...first!, value: 1, ...more }, ...input.observations];
    expect(summarize({ ...input, observations }).cells).toEqual(summarize(input).cells);
  });

  it('compares cells of equal workload with the reference, with a 96% interval of the ratio', () => {
    const { cells } = summarize(execution({ reference: 0 }));
    const findIops = (index: number) => cells[index]?.measures.find(({ metric }) => metric === 'iops');
    const [own, other] = [findIops(4)!, findIops(0)!];
    // Targets of their own rigs have no round in common.
    expect(own.ratio?.value).toBeCloseTo(own.statistics!.centre / other.statistics!.centre, 9);
    expect(own.ratio?.interval).toMatchObject({ level: 0.96 });
    expect(own.ratio?.interval?.low).toBeLessThan(own.ratio?.value ?? 0);
    // To itself a ratio says nothing.
    expect(other.ratio).toBeNull();
    expect(cells[0]?.reference).toEqual({ cell: cells[0]?.cellId, exact: true });
    // Reads are not compared with writes.
    expect(findIops(2)?.ratio).toBeNull();
    expect(summarize(execution()).cells[0]?.measures[0]?.ratio).toBeNull();
  });

  it('reports measured share, cost, prices of cells and end time', () => {
    const summary = summarize(execution());
    // 12 trials of 4 s in each rig; a rig exists from 12 s before its first to 3.5 s after its last: 11 · 6.5 + 4 + 12
    // + 3.5 s.
    expect(summary.cost.measuredShare).toBeCloseTo((12 * 4) / (11 * 6.5 + 4 + 12 + 3.5), 6);
    expect(summary.cost).toMatchObject({ estimateUsd: 0, spendUsd: 0, maxUsd: null });
    expect(summary.endedAt).toBe(summary.receipt?.verifiedAt);
    const priced = summarize(execution({ prices: { disk: 1, memory: 3 } }));
    expect(priced.cost).toMatchObject({ spendUsd: 1.23, maxUsd: 50 });
    expect(priced.cells.map(({ usdPerHour }) => usdPerHour)).toEqual([1, 1, 1, 1, 3, 3, 3, 3]);
  });

  it('returns no spend without a receipt, or when a rig has no times', () => {
    const { spend: _, ...priced } = execution({ prices: { disk: 1, memory: 3 } });
    expect(summarize(priced).cost.spendUsd).toBeGreaterThan(0);
    expect(summarize({ ...priced, receipt: null }).cost.spendUsd).toBeNull();
    expect(summarize({ ...priced, outcomes: priced.outcomes.slice(1) }).cost.spendUsd).toBeNull();
  });

  /** The local disk as a Lustre file system of 150 MB/s and 40,000 reads of 4 KiB. */
  function onLustre(options: Options = {}): SummaryInput {
    const { plan, ...rest } = execution({ prices: { disk: 1.1, memory: 1.1 }, ...options });
    const provisioned = { bandwidth: 150e6, iops: 40_000 };
    const bytes = { metric: 'bandwidth', limit: 'bandwidth', moves: READ_AND_WRITE } as const;
    const operations = { metric: 'iops', limit: 'iops' } as const;
    const held = [{ of: null, bytes, operations }];
    return {
      ...rest,
      plan: {
        ...plan,
        cells: plan.cells.map((cell) => ({
          ...cell,
          provisioned,
          limitedRates: held,
          storageUsdPerHour: 0.236,
          hostsUsdPerHour: 2 * 0.432,
        })),
      },
    };
  }

  it('compares every rate with the provisioned one, and separates the storage price', () => {
    const { cells, answer } = summarize(onLustre());
    for (const { measures, storageUsdPerHour } of cells) {
      const bandwidth = measures.find(({ metric }) => metric === 'bandwidth')!;
      expect(bandwidth.provisioned).toBe(150e6);
      expect(bandwidth.ofProvisioned).toBeCloseTo(bandwidth.statistics!.centre / 150e6, 12);
      expect(measures.find(({ unit }) => unit === 'us')).toMatchObject({ provisioned: null, ofProvisioned: null });
      expect(storageUsdPerHour).toBe(0.236);
    }
    expect(answer.winner?.ofProvisioned).toBeGreaterThan(1.1);
    expect(answer.cautions[0]).toContain(`by credits or a cache: ${answer.winner?.label} (`);
    const local = summarize(execution()).cells[0];
    // Nothing is promised for a folder, and its estimate has no hosts.
    expect(local?.storageUsdPerHour).toBeNull();
    expect(local?.measures[0]).toMatchObject({ provisioned: null, ofProvisioned: null });
  });

  it('collects facts with the targets that they apply to, and the commands to repeat', () => {
    const { provenance, cells } = summarize(execution());
    expect(provenance.reporting).toBe(24);
    expect(provenance.facts.find(({ name }) => name === 'direct')?.values).toEqual([
      { value: '1', trials: 12, targets: ['disk'] },
      { value: '0', trials: 12, targets: ['memory'] },
    ]);
    expect(provenance.facts.some(({ name }) => name === 'command')).toBe(false);
    expect(cells[0]?.command).toBe('fio --name=measure --rw=randread --bs=4k');
    expect(provenance.repeat).toEqual([
      'npx fsxbench run .fsxbench/bucket/executions/local-disk/e1/spec.yaml --seed e1',
      'npx fsxbench report .fsxbench/bucket/executions/local-disk/e1/',
    ]);
  });

  it('reports repeatability within and between blocks', () => {
    const one = summarize(execution({ noise: 0.02 })).repeatability;
    expect(one).toMatchObject({ metric: 'iops', cells: 8, within: null, between: null });
    expect(one.typical).toBeGreaterThan(0.005);
    expect(one.typical).toBeLessThan(0.04);
    expect(one.worst?.cv).toBeGreaterThanOrEqual(one.typical ?? 1);
    const two = summarize(execution({ blocks: 2 })).repeatability;
    expect(two.within).toBeGreaterThan(0);
    // Its blocks are the same copy: repeats explain how they differ.
    expect(two.between).toBeLessThan(two.within!);
  });

  it('marks simulated executions', () => {
    expect(summarize(execution({ simulated: true })).simulated).toBe(true);
    expect(summarize(execution()).simulated).toBe(false);
  });

  it('grows in size linearly with replicates, and is equal after a round trip through JSON', () => {
    const measureSize = (replicates: number) => JSON.stringify(summarize(execution({ replicates }))).length;
    const [three, six, twelve] = [measureSize(3), measureSize(6), measureSize(12)];
    expect(twelve - six).toBeLessThan(2.2 * (six - three));
    const summary = summarize(execution());
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
  });

  it('reports 24 trials NOT_RUN and an open answer without rows, observations and receipt', () => {
    const { plan } = execution();
    const summary = summarize({ plan, rows: [], observations: [], outcomes: [], receipt: null, bars: [] });
    expect(summary).toMatchObject({
      verdicts: { NOT_RUN: 24 },
      answer: { outcome: 'open', met: 'open' },
      endedAt: null,
    });
    expect(summary.cost.measuredShare).toBeNull();
  });
});

describe('pickObservations', () => {
  const input = execution();
  const [first] = input.observations;
  /** A fleet in which every host left two figures, then the sums. */
  const fleet = ['t0001', 't0002'].map((trial) => {
    const its = input.observations.filter((one) => one.trial === trial && one.scope === 'aggregate');
    const hosts = Array.from({ length: 40 }, (_, index) => ({
      ...first!,
      trial,
      scope: 'host' as const,
      host: `client-${index}`,
      source: `raw/r1/${trial}/a1/client-${index}/measure/raw/fio.json`,
    }));
    return [...hosts.flatMap((one) => [one, { ...one, metric: 'latency_mean' }]), ...its];
  });

  it('drops observations without changing the summary', () => {
    const few = fleet.flatMap((all) => pickObservations(formatObservations(all)));
    expect(few.length).toBeLessThan(fleet.flat().length / 2);
    const trials = input.plan.trials.map((one) => ({
      ...one,
      steps: one.steps.map((step) => ({ ...step, hosts: 40 })),
    }));
    const all = { ...input, plan: { ...input.plan, trials } };
    expect(summarize({ ...all, observations: few })).toEqual(summarize({ ...all, observations: fleet.flat() }));
  });

  it('keeps all observations of two hosts, and returns none for an empty file', () => {
    const few = fleet[0]!.filter(({ host }) => ['client-0', 'client-1', null].includes(host));
    expect(pickObservations(formatObservations(few))).toEqual(few);
    expect(pickObservations('')).toEqual([]);
  });

  it('keeps the observations of all hosts with an infinite host limit (published figure per host)', () => {
    for (const all of fleet) expect(pickObservations(formatObservations(all), Infinity)).toEqual(all);
  });
});

it('shows server metrics as a mean over whole minutes, without an interval when phases alternate', () => {
  const input = execution({ factors: { target: ['disk'], bs: ['4k'] } });
  const told = input.observations
    .filter(({ scope, metric }) => scope === 'aggregate' && metric === 'iops')
    .map((one, index) => ({ ...one, metric: 'server_read', operation: null, statistic: 'mean', value: 100 + index }));
  const observations = [...input.observations, ...told];
  const measureServer = (held: (typeof input.plan.cells)[number]['limitedRates']) => {
    const cells = input.plan.cells.map((cell) => ({ ...cell, limitedRates: held }));
    const [cell] = summarize({ ...input, plan: { ...input.plan, cells }, observations }).cells;
    return cell?.measures.find(({ metric }) => metric === 'server_read');
  };
  const makePhase = (of: string) => ({ of: [of], bytes: null, operations: null });
  expect(measureServer([makePhase('read')])).toMatchObject({
    span: 'mean over whole minutes',
    statistics: { interval: { level: 0.9 } },
  });
  expect(measureServer([makePhase('read'), makePhase('stat')])).toMatchObject({
    span: 'mean over whole minutes of all phases',
    statistics: { n: 3, interval: null },
    ratio: null,
  });
});
