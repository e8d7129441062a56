import type { Reason } from '../../lib/shapes/verdict';
import { summarize } from '../../lib/results/summary';
import { execution } from './fixture';

it('counts a trial in the metrics that no reason speaks against', () => {
  const reason: Reason = { level: 'suspect', code: 'ShortRun', text: 'x', metrics: ['iops'] };
  const { cells, trials } = summarize(execution({ reasons: (trial) => (trial === 1 ? [reason] : []) }));
  const own = cells.find(({ cellId }) => cellId === trials[0]?.cell);
  const counted = (metric: string) =>
    own?.measures
      .filter((one) => one.metric === metric)
      .map(({ values, statistics }) => [
        values.find(({ trial }) => trial === 't0001')?.counted,
        values.find(({ trial }) => trial === 't0001')?.suspect,
        statistics?.n,
      ]);
  const all = trials.filter(({ cell }) => cell === own?.cellId).length;
  expect(all).toBeGreaterThan(1);
  expect(counted('iops')).toEqual([[false, true, all - 1]]);
  expect(counted('bandwidth')).toEqual([[true, undefined, all]]);
});
