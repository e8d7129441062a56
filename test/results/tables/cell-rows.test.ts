import { toCellRows, hashProvenance } from '../../../lib/results/tables/cell-rows';
import { summarize, type SummaryInput } from '../../../lib/results/summary';
import { execution, type Options } from '../fixture';

const listRows = (input: SummaryInput) => toCellRows(input.plan, input.rows, summarize(input));
const findRow = (options: Options, metric = 'iops') =>
  listRows(execution(options)).find((row) => row.metric === metric)!;

describe('toCellRows', () => {
  const input = execution({ prices: { disk: 0.5, memory: 0 }, blocks: 2 });
  const rows = listRows(input);

  it('returns a row per cell and measure, with levels and identity of the execution', () => {
    const { cells } = summarize(input);
    expect(rows).toHaveLength(cells.reduce((sum, { measures }) => sum + measures.length, 0));
    expect(rows[0]).toMatchObject({
      experiment: 'local-disk',
      execution: 'e1',
      started: '2026-03-02T09:00:00.000Z',
      cell: cells[0]?.cellId,
      levels: { target: 'disk', op: 'randread', bs: '4k', workload: 'fio' },
      workload: 'fio',
      comparison: 'sequential',
      simulated: false,
    });
  });

  it('computes mean and deviation of logarithms over units: trials, or blocks when there are several', () => {
    const computeMean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
    const computeDeviation = (all: readonly number[]): number =>
      Math.sqrt(all.reduce((sum, one) => sum + (one - computeMean(all)) ** 2, 0) / (all.length - 1));
    const listLogs = (one: SummaryInput): number[] =>
      summarize(one).cells[0]!.measures[0]!.values.map(({ value }) => Math.log(value));
    const single = execution();
    const [row] = listRows(single);
    expect(row).toMatchObject({ n: 3, units: 3, drawn: 'trial', copies: 1 });
    expect(row?.log_mean).toBeCloseTo(computeMean(listLogs(single)), 12);
    expect(row?.log_deviation).toBeCloseTo(computeDeviation(listLogs(single)), 12);
    // Of two blocks each is one unit: repeats on one copy say nothing about copies.
    const all = listLogs(input);
    const blocks = [computeMean(all.slice(0, 3)), computeMean(all.slice(3))];
    expect(rows[0]).toMatchObject({ n: 6, units: 2, drawn: 'block', copies: 2, metric: 'iops', unit: 'ops/s' });
    expect(rows[0]?.log_mean).toBeCloseTo(computeMean(blocks), 12);
    expect(rows[0]?.log_deviation).toBeCloseTo(computeDeviation(blocks), 12);
    expect(Math.exp(rows[0]!.log_mean!)).toBeGreaterThan(rows[0]!.min!);
    expect(Math.exp(rows[0]!.log_mean!)).toBeLessThan(rows[0]!.max!);
  });

  it('includes the bottleneck of the cell', () => {
    expect(rows[0]?.bottleneck).toMatch(/^not known: missing: provisioned rates of the storage, host usage /);
  });

  it('includes the price per hour and per month of 730 hours, or null when storage has no price', () => {
    const elsewhere = { disk: 0.5, memory: 0.5 };
    expect(findRow({ elsewhere })).toMatchObject({ usd_per_hour: 0.5, storage_usd_per_month: 365 });
    expect(findRow({})).toMatchObject({ usd_per_hour: 0, storage_usd_per_month: null });
  });

  it('counts verdicts, and excludes invalid trials from the numbers', () => {
    const reason = { level: 'invalid', code: 'ShortRun', text: 'too short' } as const;
    const row = findRow({
      factors: { target: ['disk'] },
      replicates: 3,
      reasons: (trial) => (trial === 2 ? [reason] : []),
    });
    expect(row).toMatchObject({ n: 2, valid: 2, invalid: 1, suspect: 0, infeasible: 0, not_run: 0, copies: 1 });
    const none = findRow({ factors: { target: ['disk'] }, replicates: 3, reasons: () => [reason] });
    expect(none).toMatchObject({ n: 0, log_mean: null, log_deviation: null, median: null, copies: 0, invalid: 3 });
  });

  it('omits the logarithm when a value is 0, and the deviation of one value', () => {
    const one = execution({ factors: { target: ['disk'] }, replicates: 1 });
    expect(listRows(one)[0]?.log_deviation).toBeNull();
    const zero = { ...one, observations: one.observations.map((observation) => ({ ...observation, value: 0 })) };
    expect(listRows(zero)[0]).toMatchObject({ n: 1, log_mean: null, median: 0 });
  });
});

describe('comparison column of cell rows', () => {
  const whole = execution();
  const listComparisons = (input: SummaryInput): (string | null)[] => [
    ...new Set(listRows(input).map(({ comparison }) => comparison)),
  ];
  const moveToOneRig = (input: SummaryInput): SummaryInput => ({
    ...input,
    plan: { ...input.plan, trials: input.plan.trials.map((trial) => ({ ...trial, rig: 'r1', copy: trial.rig })) },
    rows: input.rows.map((row) => ({ ...row, rig: 'r1' })),
  });

  it('is derived from the executed order, not from the plan', () => {
    expect(listComparisons({ ...whole, plan: { ...whole.plan, comparison: 'interleaved' } })).toEqual(['sequential']);
    expect(listComparisons(moveToOneRig(whole))).toEqual(['interleaved']);
  });

  it('is null when no trial counts', () => {
    const reason = { level: 'invalid', code: 'ShortRun', text: 'too short' } as const;
    expect(listComparisons(execution({ reasons: () => [reason] }))).toEqual([null]);
  });
});

describe('hashProvenance', () => {
  const factWords = { direct: { words: 'Direct I/O', values: { '1': 'yes' } }, memBytes: { words: 'Memory' } };
  const plan = { region: 'us-east-1', factWords };
  const makeFacts = (changes: Record<string, string> = {}) => ({
    tool: 'fio fio-3.33',
    kernel: '6.1',
    mount: 'nfs4 on fs-1.fsx.aws.internal:/fsx (rw,vers=4.2,clientaddr=10.0.0.4,nconnect=16,addr=10.0.0.7)',
    command: 'fio --name=measure',
    direct: '1',
    ...changes,
  });
  const hash = hashProvenance(plan, [makeFacts(), makeFacts()]);

  it('returns the same hash for other addresses, commands and order', () => {
    const mount = 'nfs4 on fs-2.fsx.aws.internal:/fsx (rw,vers=4.2,clientaddr=10.9.0.4,nconnect=16,addr=10.9.0.7)';
    expect(hashProvenance(plan, [makeFacts({ mount, command: 'fio --name=other', memBytes: '8' })])).toBe(hash);
    const two = [makeFacts(), makeFacts({ kernel: '6.2' })];
    expect(hashProvenance(plan, two)).toBe(hashProvenance(plan, two.toReversed()));
    expect(hash).toMatch(/^[0-9a-f]{12}$/);
  });

  it.each([
    { tool: 'fio fio-3.36' },
    { kernel: '6.2' },
    { direct: '0' },
    { mount: 'nfs4 on fs-1.fsx.aws.internal:/fsx (rw,vers=4.2,clientaddr=10.0.0.4,nconnect=1,addr=10.0.0.7)' },
  ])('returns another hash when facts change: %j', (changes) => {
    expect(hashProvenance(plan, [makeFacts(changes as Record<string, string>)])).not.toBe(hash);
  });

  it('returns another hash for another Region', () => {
    expect(hashProvenance({ ...plan, region: 'eu-west-1' }, [makeFacts()])).not.toBe(hash);
  });
});

it('counts one target instance of existing storage, and one per block of created storage', () => {
  const listCopies = (options: Parameters<typeof execution>[0]): readonly number[] => {
    const input = execution({ blocks: 2, ...options });
    return toCellRows(input.plan, input.rows, summarize(input)).map(({ copies }) => copies);
  };
  expect(new Set(listCopies({}))).toEqual(new Set([1]));
  expect(new Set(listCopies({ prices: { disk: 1, memory: 1 } }))).toEqual(new Set([2]));
});
