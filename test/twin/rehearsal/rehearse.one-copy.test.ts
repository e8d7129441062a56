/** One file system that serves all cells: what is sent for it, from its create to its end. */
import { readFileSync } from 'node:fs';
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

/** An ONTAP from its first request to its last. */
const SMALL = readFileSync('experiments/ontap-small.yaml', 'utf8');

async function calls(spec: string) {
  const seen: CallRecord[] = [];
  const ended = await rehearse({ ...optionsOf(spec), record: (call) => void seen.push(call) });
  const changes = seen.filter(
    ({ service, action, error }) =>
      error === undefined && service === 'fsx' && /^(?:Create|Update|Delete)/.test(action),
  );
  return { ...ended, changes, refused: seen.filter(({ service, error }) => service === 'fsx' && error !== undefined) };
}

it('makes one file system, one virtual machine and two volumes, changes once, and leaves nothing', async () => {
  const { summary, receipt, complaints, changes, refused, plan } = await calls(SMALL);
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  expect(plan?.cells).toHaveLength(4);
  expect(summary?.verdicts).toMatchObject({ VALID: 12 });
  expect(changes.map(({ action }) => action)).toEqual([
    'CreateFileSystem',
    'CreateStorageVirtualMachine',
    'CreateVolume',
    'CreateVolume',
    'UpdateFileSystem',
    'DeleteVolume',
    'DeleteVolume',
    'DeleteStorageVirtualMachine',
    'DeleteFileSystem',
  ]);
  // Nothing is asked to go while something is in it.
  expect(refused.map(({ action }) => action).filter((action) => action.startsWith('Delete'))).toEqual([]);
});
