import { makePage } from '../../../lib/report/page/context';
import { drawLatencySection, poolShares } from '../../../lib/report/sections/latency';
import { summarize } from '../../../lib/results/summary';
import type { DistributionLine } from '../../../lib/shapes/distribution';
import type { Metric } from '../../../lib/shapes/metric';
import { execution, type Options } from '../../results/fixture';

/** The section where each percentile of the fixture was also measured under the names of another distribution. */
function section(points: readonly number[], options: Options = {}): string {
  const input = execution(options);
  const metric = (percent: number): Metric => ({
    unit: 'us',
    better: 'lower',
    words: `p${percent} publish delay`,
    column: false,
    overHosts: 'histogram',
    percentile: { of: 'publish_delay', percent },
  });
  const more = Object.fromEntries(points.map((percent) => [`publish_p${percent}`, metric(percent)]));
  const measured = points.flatMap((percent) =>
    input.observations
      .filter((one) => one.metric === 'latency_p50')
      .map((one) => ({ ...one, metric: `publish_p${percent}`, value: one.value * percent })),
  );
  const plan = { ...input.plan, metrics: { ...input.plan.metrics, ...more } };
  return drawLatencySection(
    makePage(summarize({ ...input, plan, observations: [...input.observations, ...measured] })),
    [],
  ).text;
}

it('draws a panel per operation, a line per configuration, and percentiles in order', () => {
  const text = section([99, 50]);
  expect(text).toContain('<h3>Publish delay by percentile');
  const own = text.slice(text.indexOf('Publish delay by'));
  expect(own.match(/<svg height/g)).toHaveLength(2);
  expect(own.match(/<polyline/g)).toHaveLength(8);
  expect(own.indexOf('>p50<')).toBeLessThan(own.indexOf('>p99<'));
});

it('omits a distribution with a single percentile', () => {
  expect(section([50])).not.toContain('ublish delay');
});

it('draws as many lines as there are colours, of each target first, and names the other configurations', () => {
  const text = section([99, 50], {
    factors: { target: ['a', 'b'], bs: Array.from({ length: 9 }, (_, k) => `${k + 1}k`) },
    decide: { where: { bs: '5k' } },
  });
  const own = text.slice(text.indexOf('Publish delay by'));
  const colours = [...own.matchAll(/<polyline[^>]*stroke="(.*?)"/g)].map(([, colour]) => colour);
  expect([colours.length, new Set(colours).size]).toEqual([7, 7]);
  const names = [...own.matchAll(/<\/span> ([ab], bs \dk)<\/li>/g)].map(([, name]) => name);
  expect(new Set(names.slice(0, 2))).toEqual(new Set(['a, bs 5k', 'b, bs 5k']));
  const [, others = ''] = /Without a line: (.*?)\.<\/p>/.exec(own) ?? [];
  expect(others.split('; ')).toHaveLength(11);
  expect(names.filter((name) => others.includes(name ?? ''))).toEqual([]);
});

describe('share of operations by latency', () => {
  const BAD = { level: 'invalid' as const, code: 'HostLost', text: 'gone' };
  const summary = summarize(execution({ reasons: (trial) => (trial === 2 ? [BAD] : []) }));
  const line = (trial: string, counts: readonly number[], more: Partial<DistributionLine> = {}): DistributionLine => ({
    trial,
    attempt: 1,
    of: 'latency',
    operation: 'read',
    unit: 'us',
    first: 16,
    counts,
    simulated: false,
    ...more,
  });
  const drawShapes = (...lines: readonly DistributionLine[]): string =>
    drawLatencySection(makePage(summary), lines).text;

  it('is drawn for counted trials with enough operations only', () => {
    expect(drawShapes(line('t0001', [100, 0, 0, 300]))).toContain('Share of operations by latency');
    const out = summary.trials.find((trial) => trial.excludedFor !== null)?.trial ?? '';
    for (const one of [line(out, [500]), line('t0001', [500], { attempt: 2 }), line('t0001', [40, 59])])
      expect(drawShapes(one)).not.toContain('Share of operations');
  });

  it('marks the peak of each curve with the symbol of the legend', () => {
    const lines = ['t0001', 't0003'].map((trial) =>
      line(
        trial,
        Array.from({ length: 30 }, (_, k) => 100 + k),
      ),
    );
    const text = drawShapes(...lines);
    const shapes = text.slice(text.indexOf('Share of operations'));
    expect(shapes.match(/<text class="m" [^>]*>[●■]</g)).toHaveLength(2);
    expect(shapes.match(/aria-hidden="true">[●■]</g)).toHaveLength(2);
  });

  it('weights trials equally, independent of their number of operations', () => {
    const pooled = poolShares([
      { first: 10, counts: [1000, 3000] },
      { first: 11, counts: [1, 3] },
    ]);
    expect(pooled).toEqual({ first: 10, shares: [0.125, 0.5, 0.375] });
    expect(poolShares([]).shares).toEqual([]);
  });
});
