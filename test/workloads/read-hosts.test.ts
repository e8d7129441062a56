import type { HostFigures, HostRaw, HostReading } from '../../lib/workloads/contract';
import { Bins } from '../../lib/workloads/histogram';
import { readHosts } from '../../lib/workloads/read-hosts';
import type { Metrics } from '../../lib/shapes/metric';

const shown = { words: 'x', column: true } as const;
const point = (percent: number) => ({ of: 'delay', percent });
const METRICS: Metrics = {
  rate: { unit: 'ops/s', better: 'higher', overHosts: 'sum', ...shown },
  elapsed: { unit: 's', better: 'lower', overHosts: 'highest', ...shown },
  slowest: { unit: 'ops/s', better: 'higher', overHosts: 'lowest', ...shown },
  delay: { unit: 'us', better: 'lower', overHosts: 'mean', statistic: 'mean', ...shown },
  delay_p50: { unit: 'us', better: 'lower', overHosts: 'histogram', percentile: point(50), ...shown },
  delay_p99: { unit: 'us', better: 'lower', overHosts: 'histogram', percentile: point(99), ...shown },
};

const bins = (...values: number[]): Bins => Bins.of(values.map((value) => [value, 1000] as const)) as Bins;
const figures = (values: HostFigures['values'], more: Partial<HostFigures> = {}): HostFigures => ({
  operation: 'copy',
  values,
  weight: 1,
  histograms: {},
  ...more,
});

interface Setting {
  readonly metrics?: Metrics;
  readonly windows?: readonly { readonly from: number; readonly to: number }[];
  readonly until?: 'time' | 'done';
}

/** Hosts `h0`, `h1`, … that left these figures, by default with the window of the first. */
function readWith(
  { metrics = METRICS, windows = [{ from: 1, to: 2 }], until = 'time' }: Setting,
  hosts: readonly (readonly HostFigures[])[],
) {
  const raws = hosts.map((_, index): HostRaw => ({ host: `h${index}`, command: 'run', status: null, files: [] }));
  const readHost = ({ host }: HostRaw): HostReading => ({
    source: `raw/r1/t0001/a1/${host}/run/raw/out.json`,
    figures: hosts[Number(host.slice(1))] ?? [],
    window: windows[Number(host.slice(1))] ?? null,
    reasons: [],
  });
  const duration = () => ({ total: 1, warmUp: 0, measured: 1, until });
  return readHosts({ kind: 'copier', metrics, readHost, duration }, raws, {});
}
const readFigures = (...hosts: (readonly HostFigures[])[]) => readWith({}, hosts);

/** Values of all hosts together, by metric. */
const combineFigures = (...hosts: (readonly HostFigures[])[]) =>
  Object.fromEntries(
    readFigures(...hosts)
      .observations.filter(({ host }) => host === 'aggregate')
      .map(({ metric, value }) => [metric, value]),
  );

it('reports the values of each host, and combines them by the rule of each metric', () => {
  const one = figures({ rate: 10, elapsed: 4, slowest: 10, delay: 100 }, { weight: 3 });
  const two = figures({ rate: 30, elapsed: 2, slowest: 30, delay: 200 }, { weight: 1 });
  expect(combineFigures([one], [two])).toEqual({ rate: 40, elapsed: 4, slowest: 10, delay: 125 });
  const own = readFigures([one], [two]).observations.filter(({ host }) => host === 'h1');
  expect(own.map(({ metric, statistic, value }) => [metric, statistic, value])).toEqual([
    ['rate', 'value', 30],
    ['elapsed', 'value', 2],
    ['slowest', 'value', 30],
    ['delay', 'mean', 200],
  ]);
});

it('merges histograms to compute percentiles, and reports PercentilesNotMerged when one is missing', () => {
  const one = figures({ delay_p50: 1, delay_p99: 1 }, { histograms: { delay: bins(1, 1, 1, 1, 1, 1) } });
  const two = figures({ delay_p50: 9, delay_p99: 9 }, { histograms: { delay: bins(9, 9) } });
  expect(combineFigures([one], [two])).toEqual({ delay_p50: 1, delay_p99: 9 });
  const without = readFigures([one], [{ ...two, histograms: {} }]);
  expect(without.observations.filter(({ host }) => host === 'aggregate')).toEqual([]);
  expect(without.reasons).toEqual([
    {
      level: 'note',
      code: 'PercentilesNotMerged',
      text: 'no percentiles of delay over all hosts: h1 reported no histogram, and percentiles cannot be averaged',
    },
  ]);
});

it('leaves out percentiles with too few operations, for each host and for all hosts', () => {
  const few = figures({ delay_p50: 1, delay_p99: 9 }, { weight: 600 });
  const found = readFigures([few], [{ ...few, weight: 1000 }]).observations;
  expect(found.map(({ host, metric }) => `${host} ${metric}`)).toEqual([
    'h0 delay_p50',
    'h1 delay_p50',
    'h1 delay_p99',
  ]);
  const half = { ...few, histograms: { delay: Bins.of([[5, 600]]) as Bins } };
  const all = readFigures([half], [half]).observations.filter(({ host }) => host === 'aggregate');
  expect(all.map(({ metric }) => metric)).toEqual(['delay_p50', 'delay_p99']);
});

it('uses the values of a single host unchanged', () => {
  expect(combineFigures([figures({ delay: 7, delay_p99: 8 }, { weight: 0, histograms: { delay: bins(8) } })])).toEqual({
    delay: 7,
    delay_p99: 8,
  });
  expect(readFigures([figures({ rate: 1 })]).observations.at(-1)?.source).toBe('raw/r1/t0001/a1/h0/run/raw/out.json');
});

it('names the folder of the attempt as the source of values over several hosts', () => {
  const { observations, windows } = readFigures([figures({ rate: 1 })], [figures({ rate: 2 })]);
  expect(observations.at(-1)).toMatchObject({ host: 'aggregate', source: 'raw/r1/t0001/a1/' });
  expect(windows).toEqual([{ host: 'h0', from: 1, to: 2 }]);
});

it('combines each operation over the hosts that performed it', () => {
  const found = readFigures(
    [figures({ rate: 1 }), figures({ rate: 5 }, { operation: 'delete' })],
    [figures({ rate: 2 })],
  ).observations.filter(({ host }) => host === 'aggregate');
  expect(found.map(({ operation, value }) => [operation, value])).toEqual([
    ['copy', 3],
    ['delete', 5],
  ]);
});

it('reports no combined value of a metric when a host lacks it', () => {
  expect(combineFigures([figures({ rate: 1, delay: 1 })], [figures({ rate: 2 })])).toEqual({ rate: 3 });
  expect(combineFigures([figures({ rate: 1 })], [])).toEqual({});
  expect(combineFigures()).toEqual({});
});

it('throws for a metric that the workload does not define', () => {
  expect(() => readFigures([figures({ speed: 1 })])).toThrow('copier reports speed, which is not one of its metrics');
});

it('throws when a host has figures but no source file', () => {
  const raw: HostRaw = { host: 'h0', command: 'run', status: null, files: [] };
  const readHost = (): HostReading => ({ source: null, figures: [figures({ rate: 1 })], window: null, reasons: [] });
  const duration = () => ({ total: 1, warmUp: 0, measured: 1, until: 'time' as const });
  const read = () => readHosts({ kind: 'copier', metrics: METRICS, readHost, duration }, [raw], {});
  expect(read).toThrow('expected the file of h0, found none');
});

describe('readHosts for a fixed amount of work', () => {
  const windows = [
    { from: 100, to: 110 },
    { from: 100.5, to: 140 },
  ];
  /** 1,000 files in 10 s, and as many in 39.5 s. */
  const files = [
    [figures({ rate: 1000 / 10, elapsed: 10, delay: 100 })],
    [figures({ rate: 1000 / 39.5, elapsed: 39.5, delay: 300 })],
  ];
  const getValue = (known: number, host: string, metric: string) =>
    readWith({ windows: windows.slice(0, known), until: 'done' }, files).observations.find(
      (one) => one.host === host && one.metric === metric,
    )?.value;

  it('computes the combined rate from the total work and the time from first start to last end', () => {
    expect(getValue(2, 'aggregate', 'rate')).toBeCloseTo(2000 / 40, 9);
    expect(getValue(2, 'aggregate', 'elapsed')).toBe(39.5);
    expect(getValue(2, 'aggregate', 'delay')).toBe(200);
    expect(getValue(2, 'h0', 'rate')).toBe(100);
    expect(getValue(2, 'h1', 'rate')).toBeCloseTo(1000 / 39.5, 9);
  });

  it('keeps the rate of each host when one of them lacks a time window', () => {
    expect(getValue(1, 'h0', 'rate')).toBe(100);
  });
});

describe('readHosts for histograms in microseconds', () => {
  const delay = (...entries: [number, number][]) => ({ delay: Bins.of(entries) as Bins });
  const readDistributions = (histograms: readonly HostFigures['histograms'][], setting: Setting = {}) =>
    readWith(
      setting,
      histograms.map((own) => [figures({ delay_p50: 1 }, { histograms: own })]),
    ).distributions;

  it('merges those of all hosts into one distribution', () => {
    expect(readDistributions([delay([100, 3], [1000, 1]), delay([100, 5])])).toEqual([
      { of: 'delay', operation: 'copy', unit: 'us', first: 16, counts: [8, 0, 0, 0, 0, 0, 0, 0, 1] },
    ]);
  });

  it('returns no distribution for metrics in other units, or when a host lacks its histogram', () => {
    expect(readDistributions([delay([100, 3]), {}])).toEqual([]);
    const metrics = Object.fromEntries(
      Object.entries(METRICS).map(([name, one]) => [name, { ...one, unit: 's' as const }]),
    );
    expect(readDistributions([delay([100, 3])], { metrics })).toEqual([]);
  });
});
