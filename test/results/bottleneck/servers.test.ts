import { toQueryLimits, checkServerLimits } from '../../../lib/results/bottleneck/servers';
import { findBottleneck, type BottleneckInput } from '../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../lib/results/measures';
import type { TrialRow } from '../../../lib/shapes/verdict';

const makeMetric = (name: `server_${string}`, limit?: number) => ({
  name,
  query: 'x',
  unit: '%' as const,
  better: 'lower' as const,
  words: `${name.slice(7)} of its servers`,
  ...(limit === undefined ? {} : { limit }),
  reachSeconds: 0,
});
const METRICS = [makeMetric('server_cpu', 100), makeMetric('server_links', 8), makeMetric('server_queue')];
const makeMeasure = (name: string, centre: number) =>
  ({ metric: name, operation: null, statistics: { centre } }) as unknown as Measure;
const checkLimits = (...measures: readonly Measure[]) => {
  const { reached, below } = checkServerLimits(measures, toQueryLimits(METRICS), '');
  return [reached, below].map((all) => all.map(({ text }) => text));
};

describe('limits of Prometheus metrics in the spec', () => {
  it('reports a metric at 90% or more of its limit as reached', () => {
    expect(
      checkLimits(makeMeasure('server_cpu', 95), makeMeasure('server_links', 7), makeMeasure('server_queue', 99)),
    ).toEqual([['cpu of its servers: 95% in use'], ['links of its servers: 87% in use']]);
  });

  it('reports a metric at 200% of its limit as below, since the limit is too low', () => {
    expect(checkLimits(makeMeasure('server_links', 16))).toEqual([
      [],
      ['links of its servers: 200% of the limit in the spec, which is too low'],
    ]);
  });

  it('reports missing metrics with the reason of the trials, not the CloudWatch error', () => {
    const text = 'Prometheus has no data for server_cpu: it hung';
    const note = { level: 'note' as const, code: 'ServerMetricsMissing', text, why: 'it hung' };
    const findMissing = (reasons: TrialRow['reasons']) =>
      findBottleneck({
        rows: [{ started: null, ended: null, reasons } as unknown as TrialRow],
        measures: [],
        provisioned: {},
        held: [],
        roles: [],
        local: false,
        telemetry: { prometheus: 'http://p', stepSeconds: 15, metrics: METRICS },
        serversProblem: 'AccessDenied',
      } satisfies BottleneckInput).missing;
    expect(findMissing([note])).toContain('server-side metrics (it hung)');
    expect(findMissing([])).toContain('server-side metrics');
  });
});
