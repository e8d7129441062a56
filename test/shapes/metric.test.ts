import { resolveMetrics } from '../../lib/shapes/metric';
import { command } from '../../lib/workloads/command/workload';
import { fio } from '../../lib/workloads/fio/workload';
import { findProvisionedRate } from '../../lib/shapes/provisioned-rates';
import type { LimitedRates } from '../../lib/shapes/metric';

it('resolves fio to its built-in metrics, and command to the metrics that its entry declares', () => {
  expect(resolveMetrics(fio, { kind: 'fio', metrics: { rate: { unit: 's', better: 'lower' } } })).toBe(fio.metrics);
  const found = resolveMetrics(command, { kind: 'command', metrics: { rate: { unit: 's', better: 'lower' } } });
  expect(Object.keys(found)).toEqual(['rate']);
});

const RATES = { bandwidth: 500e6, written: 200e6, iops: 3000 };
const FIO: readonly LimitedRates[] = [
  {
    of: ['read', 'write'],
    bytes: { metric: 'bandwidth', limit: 'bandwidth', moves: { read: 'read', write: 'written' } },
    operations: { metric: 'iops', limit: 'iops' },
  },
];

it.each([
  ['iops', 'read', 3000],
  ['iops', undefined, 3000],
  ['bandwidth', 'read', 500e6],
  ['bandwidth', 'write', 200e6],
  ['latency_p99', 'read', undefined],
  ['iops', 'trim', undefined],
] as const)('finds the provisioned rate of %s of %s: %s', (metric, operation, rate) => {
  expect(findProvisionedRate(RATES, FIO, { metric, operation })).toBe(rate);
});

it('ignores limits of the hosts, and limits without an amount', () => {
  expect(findProvisionedRate({ ...RATES, ofHost: ['iops'] }, FIO, { metric: 'iops' })).toBeUndefined();
  expect(findProvisionedRate({}, FIO, { metric: 'iops' })).toBeUndefined();
});
