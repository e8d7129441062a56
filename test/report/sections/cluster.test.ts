import { makePage } from '../../../lib/report/page/context';
import { drawClusterSection } from '../../../lib/report/sections/cluster';
import { summarize } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';

const input = execution();
const lost = { unit: 'count', better: 'lower', words: 'lost messages', column: false, overHosts: 'sum' } as const;
const draw = (ofCluster: object) => {
  const metrics = { ...input.plan.metrics, lost: { ...lost, ...ofCluster } };
  const observations = input.observations.flatMap((one) =>
    one.metric === 'iops'
      ? [one, { ...one, metric: 'lost', operation: null, unit: 'count' as const, statistic: 'value', value: 3 }]
      : [one],
  );
  return drawClusterSection(makePage(summarize({ ...input, observations, plan: { ...input.plan, metrics } }))).text;
};

describe('drawClusterSection', () => {
  it('draws a column for each cluster metric, and a row for each configuration', () => {
    const text = draw({ ofCluster: true });
    expect(text).toContain('<th scope="col" class="num">Lost messages</th>');
    expect(text.match(/<td class="num">3<\/td>/g)).toHaveLength(input.plan.cells.length);
  });

  it('returns an empty text without cluster metrics', () => {
    expect(draw({})).toBe('');
  });
});
