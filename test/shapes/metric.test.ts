import { metricsOfEntry } from '../../lib/shapes/metric';
import { command } from '../../lib/workloads/command/workload';
import { fio } from '../../lib/workloads/fio/workload';

it('is what the kind measures, and what the entry declares', () => {
  expect(metricsOfEntry(fio, { kind: 'fio', metrics: { rate: { unit: 's', better: 'lower' } } })).toBe(fio.metrics);
  const found = metricsOfEntry(command, { kind: 'command', metrics: { rate: { unit: 's', better: 'lower' } } });
  expect(Object.keys(found)).toEqual(['rate']);
});
