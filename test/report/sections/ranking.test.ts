import { analyse } from '../../../lib/report/analyse';
import { execution } from '../../results/fixture';

it('shows the figure that a criterion is held against', () => {
  const low = { name: 'low', metric: 'latency_mean', atMost: 1 };
  const high = { name: 'high', metric: 'latency_mean', atLeast: 1 };
  const input = execution({ factors: { target: ['disk', 'memory'] }, decide: { require: [low, high] } });
  const text = analyse(input).html;
  expect(text).toMatch(/, high: [\d.]+ µs, misses low: [\d.]+ µs\)/);
  expect(text).toContain('Nothing keeps to low (mean latency at most 1us) and high (mean latency at least 1us)');
});
