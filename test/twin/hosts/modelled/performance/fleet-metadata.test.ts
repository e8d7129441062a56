import { fleetMetadata } from '../../../../../lib/twin/hosts/modelled/performance/fleet-metadata';
import { machineOf } from '../../../../../lib/twin/hosts/modelled/performance/instance-types';
import type { MetadataLoad } from '../../../../../lib/workloads/modelled';
import { SMALL } from '../play';

const LOAD: MetadataLoad = { kind: 'metadata', operation: 'stat', threads: 2, operations: 1000 };
const machine = machineOf('c5n.large');

it('rises with the hosts up to what the target does', () => {
  const rates = [1, 2, 4, 16, 64, 200].map((hosts) => fleetMetadata(SMALL, LOAD, { hosts, machine }).rate);
  expect(rates.toSorted((a, b) => a - b)).toEqual(rates);
  expect(rates[0]).toBeLessThan((2 / 300) * 1e6);
  expect(rates[0]).toBeGreaterThan((1.9 / 300) * 1e6);
  expect(rates.at(-1)).toBeLessThan(12_000);
  expect(rates.at(-1)).toBeGreaterThan(11_900);
});

it('takes two round trips for a new file', () => {
  const quick = { ...SMALL, metadata: { create: 1e6, delete: 1e6 } };
  const alone = { hosts: 1, machine };
  const of = (operation: string) => fleetMetadata(quick, { ...LOAD, threads: 1, operation }, alone).latencyUs;
  expect(of('delete') / 300).toBeCloseTo(1, 1);
  expect(of('create') / 600).toBeCloseTo(1, 1);
});

it('refuses what the model says nothing of', () => {
  expect(() => fleetMetadata(SMALL, { ...LOAD, operation: 'rename' }, { hosts: 1, machine })).toThrow(
    'no rate of rename; it has: create, stat, delete',
  );
});
