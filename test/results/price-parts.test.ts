import { hostsUsdPerHour } from '../../lib/results/price-parts';

const line = (item: string, unit: string, usdPerUnit: number) => ({
  item,
  unit,
  usdPerUnit,
  quantity: 7,
  usd: 7 * usdPerUnit,
  source: 'price list',
});
const role = (instanceType: string, count: number) => ({ role: instanceType, instanceType, count, userData: '' });
const lines = [
  line('c5n.2xlarge, 2 hosts', 'instance-hour', 0.432),
  line('c5n.2, disks', 'GiB-month', 9),
  line('t3.small, 1 host', 'instance-hour', 0.02),
];

it('adds up what the hosts of a rig cost in an hour', () => {
  const roles = [role('c5n.2xlarge', 2), role('t3.small', 3)];
  expect(hostsUsdPerHour({ lines }, { roles })).toBeCloseTo(2 * 0.432 + 3 * 0.02, 12);
});

it('does not know it where a type has no line of its own', () => {
  expect(hostsUsdPerHour({ lines }, { roles: [role('c5n.2xlarge', 2), role('c5n', 1)] })).toBeNull();
  expect(hostsUsdPerHour({ lines }, { roles: [role('c5n.2', 1)] })).toBeNull();
});
