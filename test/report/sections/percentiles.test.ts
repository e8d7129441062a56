import { pageOf } from '../../../lib/report/page/context';
import { percentilesSection } from '../../../lib/report/sections/percentiles';
import { summarize } from '../../../lib/results/summary';
import type { Metric } from '../../../lib/shapes/metric';
import { execution } from '../../results/fixture';

/** The section where each percentile of the fixture was also measured under the names of another distribution. */
function section(points: readonly number[]): string {
  const input = execution();
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
  return percentilesSection(pageOf(summarize({ ...input, plan, observations: [...input.observations, ...measured] })))
    .text;
}

it('has a picture for each distribution, its points in order', () => {
  const text = section([99, 50]);
  expect(text).toContain('<h2>Latency, publish delay');
  expect(text.match(/Numbers behind this picture/g)).toHaveLength(2);
  const own = text.slice(text.indexOf('Publish delay: '));
  expect(own.indexOf('>p50<')).toBeGreaterThan(0);
  expect(own.indexOf('>p50<')).toBeLessThan(own.indexOf('>p99<'));
  expect(own).not.toContain('p99.9');
});

it('draws no single point', () => {
  const text = section([50]);
  expect(text).toContain('<h2>Latency\n');
  expect(text).not.toContain('ublish delay');
});
