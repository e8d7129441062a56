import { summarize } from '../../lib/results/summary';
import type { Plan } from '../../lib/shapes/plan';
import { fsxOpenZfs } from '../../lib/targets/fsx-openzfs/target';
import { execution } from './fixture';

const GBIT = 1e9 / 8;
const config = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_2', storageGiB: 64, throughputMBps: 1280 };
const targetConfig = { ...fsxOpenZfs.schema.parse(config) };

/** The first configuration, when each host of configurations has so many connections, and moves 4.9 Gbit/s. */
function summarizeFirst(connections: readonly number[]) {
  const input = execution({ factors: { target: ['disk'], bs: ['4k', '64k'] } });
  const cells = input.plan.cells.map((cell, nth) => ({
    ...cell,
    targetConfig,
    mounts: { client: { nconnect: connections[nth] ?? 1 } },
  }));
  const rigs = input.plan.rigs.map((rig) => ({
    ...rig,
    roles: rig.roles.map((role) => ({ ...role, instanceType: 'c5n.9xlarge' })),
    copies: rig.copies.map((copy) => ({ ...copy, kind: 'fsx-openzfs' })),
  }));
  const usage = [{ role: 'client', cpu: [0.1], network: [4.9 * GBIT], delayedHosts: 0 }];
  const rows = input.rows.map((row) => ({ ...row, usage }));
  const plan: Plan = { ...input.plan, local: false, cells, rigs };
  return summarize({ ...input, plan, rows }).cells[0]!;
}

const LIMIT = 'client TCP flows: 98% of 5 Gbit/s (1 flow per host) on 1 of 1 hosts';

it('marks figures as lower bounds when connections of the mount are the limit', () => {
  const { bottleneck, caveats } = summarizeFirst([1, 1]);
  expect(bottleneck.text).toBe(LIMIT);
  expect(caveats?.bound).toEqual([{ code: 'client TCP flows', trials: null }]);
});

it('marks no figures when the plan compares numbers of connections', () => {
  const { bottleneck, caveats } = summarizeFirst([1, 16]);
  expect(bottleneck.text).toBe(LIMIT);
  expect(caveats?.bound).toEqual([]);
});

it('names no limit of connections when the mount has enough of them', () => {
  expect(summarizeFirst([16, 16]).bottleneck.text).not.toContain('TCP');
});
