import { resolveMetrics } from '../../lib/shapes/metric';
import { command } from '../../lib/workloads/command/workload';
import { fio } from '../../lib/workloads/fio/workload';

it('resolves fio to its built-in metrics, and command to the metrics that its entry declares', () => {
  expect(resolveMetrics(fio, { kind: 'fio', metrics: { rate: { unit: 's', better: 'lower' } } })).toBe(fio.metrics);
  const found = resolveMetrics(command, { kind: 'command', metrics: { rate: { unit: 's', better: 'lower' } } });
  expect(Object.keys(found)).toEqual(['rate']);
});
