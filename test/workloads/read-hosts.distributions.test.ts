import type { Metrics } from '../../lib/shapes/metric';
import type { HostFigures, HostRaw } from '../../lib/workloads/contract';
import { Bins } from '../../lib/workloads/histogram';
import { readHosts } from '../../lib/workloads/read-hosts';

const METRICS: Metrics = {
  delay_p50: {
    unit: 'us',
    better: 'lower',
    overHosts: 'histogram',
    percentile: { of: 'delay', percent: 50 },
    words: 'x',
    column: true,
  },
};

function readDelays(...histograms: HostFigures['histograms'][]) {
  return readHistograms(METRICS, ...histograms);
}

function readHistograms(metrics: Metrics, ...histograms: HostFigures['histograms'][]) {
  const raws = histograms.map((_, at): HostRaw => ({ host: `h${at}`, command: 'run', status: null, files: [] }));
  const readHost = ({ host }: HostRaw) => {
    const own = histograms[Number(host.slice(1))] ?? {};
    const figures = [{ operation: 'read', values: { delay_p50: 1 }, weight: 1, histograms: own }];
    return { source: `raw/${host}/run/out`, figures, window: { from: 1, to: 2 }, reasons: [] };
  };
  const duration = () => ({ total: 1, warmUp: 0, measured: 1, until: 'time' }) as const;
  return readHosts({ kind: 'copier', metrics, readHost, duration }, raws, {});
}

const delay = (...entries: [number, number][]) => ({ delay: Bins.of(entries) as Bins });

it('merges the histograms of all hosts into one distribution', () => {
  expect(readDelays(delay([100, 3], [1000, 1]), delay([100, 5])).distributions).toEqual([
    { of: 'delay', operation: 'read', unit: 'us', first: 16, counts: [8, 0, 0, 0, 0, 0, 0, 0, 1] },
  ]);
});

it('returns an empty list of distributions when a host left no histogram', () => {
  expect(readDelays(delay([100, 3]), {}).distributions).toEqual([]);
});

it('returns no distribution for metrics in other units than microseconds', () => {
  const seconds = Object.fromEntries(
    Object.entries(METRICS).map(([name, one]) => [name, { ...one, unit: 's' as const }]),
  );
  expect(readHistograms(seconds, delay([100, 3])).distributions).toEqual([]);
});
