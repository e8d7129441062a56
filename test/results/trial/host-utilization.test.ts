import { computeRoleUses } from '../../../lib/results/trial/host-utilization';
import { makeSampledHost } from './two-looks';

const makeHost = (name: string, from: object, to: object) => makeSampledHost(name, to, from);

describe('computeRoleUses', () => {
  it('returns CPU, the busier network direction and hosts with delayed packets for each role', () => {
    const one = makeHost(
      'client-0',
      { traffic: { in: 1e9, out: 5e9 }, network: 7 },
      { traffic: { in: 13_345_600_000, out: 6e9 }, network: 9 },
    );
    const two = makeHost(
      'client-1',
      { traffic: { in: 0, out: 0 }, network: 7 },
      { traffic: { in: 1e9, out: 2e9 }, network: 7 },
    );
    const broker = makeHost('broker-0', { traffic: { in: 0, out: 0 } }, { traffic: { in: 5e9, out: 0 } });
    expect(computeRoleUses([one, two, broker])).toEqual([
      { role: 'client', cpu: [0.5, 0.5], network: [1_230_000_000, 200_000_000], delayedHosts: 1 },
      { role: 'broker', cpu: [0.5], network: [500_000_000], delayedHosts: null },
    ]);
  });

  it('returns the kernel time of the busiest CPU of each host, or none when the number of CPUs changed', () => {
    const kernel = (...ticks: number[]) => ({ kernel: ticks });
    const one = makeHost('client-0', kernel(500, 100), kernel(520, 1090));
    const two = makeHost('client-1', kernel(0, 0), kernel(1020, 5));
    expect(computeRoleUses([one, two])[0]?.kernel).toEqual([0.99, 1]);
    // CPUs came or went.
    expect(computeRoleUses([makeHost('client-0', kernel(1), kernel(1, 900))])[0]?.kernel).toBeUndefined();
  });

  it('returns the NFS operation that took most of the time over all hosts', () => {
    const from = { nfs: { READ: [100, 10, 10, 20], GETATTR: [5, 0, 1, 1] } };
    const one = makeHost('client-0', from, { nfs: { READ: [300, 610, 210, 820], GETATTR: [9, 0, 3, 5] } });
    const two = makeHost('client-1', from, { nfs: { READ: [200, 210, 110, 320], WRITE: [1, 0, 1, 1] } });
    expect(computeRoleUses([one, two])[0]?.nfs).toEqual({
      operation: 'READ',
      operations: 300,
      queuedMs: 2.67,
      totalMs: 3.67,
    });
    const idle = makeHost('client-0', from, from);
    expect(computeRoleUses([idle])[0]).not.toHaveProperty('nfs');
    expect(computeRoleUses([makeHost('client-0', {}, from)])[0]).not.toHaveProperty('nfs');
  });

  it('omits the network when one host has no counter, and roles without evidence', () => {
    const one = makeHost('client-0', { traffic: { in: 0, out: 0 } }, { traffic: { in: 1e9, out: 0 } });
    const old = makeHost('client-1', {}, {});
    expect(computeRoleUses([one, old])).toEqual([
      { role: 'client', cpu: [0.5, 0.5], network: null, delayedHosts: null },
    ]);
    expect(computeRoleUses([{ ...one, files: [] }])).toEqual([]);
    const backwards = makeHost('client-0', { traffic: { in: 9, out: 9 } }, { traffic: { in: 0, out: 0 } });
    expect(computeRoleUses([backwards])[0]?.network).toEqual([0]);
  });
});
