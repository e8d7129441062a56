/** One setting at a time, of the mount and of the server: one file system serves them all. */
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { optionsOf } from './specs';

jest.setTimeout(300_000);

const SPEC = `
experiment: one-copy
question: Which setting of mount and export matters?
factors:
  nconnect: [1, 16]
  mountSync: [true, false]
  export: [sync, async]
targets:
  zfs: { kind: fsx-openzfs, deploymentType: SINGLE_AZ_2, storageGiB: 64, throughputMBps: 160, nfsExport: $export }
fleet:
  client: { count: 1, instanceType: c5n.large, mount: { nfsvers: "4.2", nconnect: $nconnect, sync: $mountSync } }
workloads:
  copy: { kind: tree-copy, files: 2000, size: 40 MB, workers: 4 }
design: { oneAtATime: true, replicates: 3 }
decide: { metric: elapsed_synced, operation: copy, prefer: lowest }
limits: { maxUsd: 20, maxHours: 8 }
`;

it('makes exactly one file system, changes its export in place, and remounts', async () => {
  const calls: CallRecord[] = [];
  const { summary, receipt, complaints, plan } = await rehearse({
    ...optionsOf(SPEC),
    record: (call) => void calls.push(call),
  });
  const sent = (action: string): number =>
    calls.filter((one) => one.action === action && one.error === undefined).length;
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  expect(plan?.cells).toHaveLength(4);
  expect(summary?.verdicts).toMatchObject({ VALID: 12 });
  expect(sent('CreateFileSystem')).toBe(1);
  expect(sent('UpdateVolume')).toBeGreaterThanOrEqual(3);
  // In every round the cell with another export is a plot of its own: its changes are made once, there and back.
  expect(sent('UpdateVolume')).toBeLessThanOrEqual(6);
  const names = calls.flatMap((one) => (one.action === 'SendCommand' ? [String(one.execution)] : []));
  expect(names.length).toBeGreaterThan(12);
});
