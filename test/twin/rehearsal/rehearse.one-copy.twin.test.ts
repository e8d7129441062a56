/** One file system that serves all cells: what is sent for it, from its create to its end. */
import { readFileSync } from 'node:fs';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { makeOptions } from './specs';
import cases from './rehearse.one-copy.cases.json';

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

it('creates one OpenZFS file system for all four cells, and changes its NFS export in place', async () => {
  const calls: CallRecord[] = [];
  const { summary, receipt, complaints, plan } = await rehearse({
    ...makeOptions(SPEC),
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

async function recordChanges(spec: string) {
  const seen: CallRecord[] = [];
  const ended = await rehearse({ ...makeOptions(spec), record: (call) => void seen.push(call) });
  const changes = seen.filter(
    ({ service, action, error }) =>
      error === undefined && service === 'fsx' && /^(?:Create|Update|Delete)/.test(action),
  );
  return { ...ended, changes, refused: seen.filter(({ service, error }) => service === 'fsx' && error !== undefined) };
}

it('creates one ONTAP file system, one SVM and two volumes, updates it once, and deletes everything', async () => {
  const { summary, receipt, complaints, changes, refused, plan } = await recordChanges(SMALL);
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  expect(plan?.cells).toHaveLength(4);
  expect(summary?.verdicts).toMatchObject({ VALID: 24 });
  expect(changes.map(({ action }) => action)).toEqual(cases.actions);
  // Nothing is asked to go while something is in it.
  expect(refused.map(({ action }) => action).filter((action) => action.startsWith('Delete'))).toEqual([]);
});

const STUDY = `
experiment: study-storage
question: Is 4 GB/s worth its price?
targets:
  ontap:
    kind: fsx-ontap
    deploymentType: MULTI_AZ_1
    volumes: { count: 6, sizeGiB: 2150, constituents: 8 }
    stages:
      2GBps: { storageGiB: 2048, throughputMBps: 2048, diskIops: 40000 }
      4GBps: { storageGiB: 5120, throughputMBps: 4096, diskIops: 160000 }
fleet: { client: { count: 2, instanceType: c5n.9xlarge, mount: { volumes: all, nconnect: 16 } } }
workloads: { fio: { kind: fio, rw: read, bs: 1m, iodepth: 8, numjobs: 6, size: 1 GiB, ramp_time: 5s, runtime: 30s } }
design: { replicates: 2, blocks: 2 }
limits: { maxUsd: 200, maxHours: 12 }
`;

it('creates ONTAP storage once per block, volumes concurrently; deletes volumes, SVM, then file system', async () => {
  const { receipt, complaints, changes } = await recordChanges(STUDY);
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  const tagOf = ({ input }: CallRecord): string =>
    JSON.stringify((input as { Tags?: object[] }).Tags?.find((tag) => 'Key' in tag && tag.Key === 'fsxbench:rig'));
  const creates = changes.filter(({ action }) => action.startsWith('Create'));
  for (const rig of new Set(creates.map(tagOf))) {
    const own = creates.filter((call) => tagOf(call) === rig);
    expect(own.map(({ action }) => action)).toEqual([
      'CreateFileSystem',
      'CreateStorageVirtualMachine',
      ...Array.from({ length: 6 }, () => 'CreateVolume'),
    ]);
    const times = own.slice(2).map(({ time }) => Date.parse(time));
    // Before any of them can be there.
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(10_000);
  }
  const count = (action: string): number => changes.filter((one) => one.action === action).length;
  const blocks = new Set(creates.map(tagOf)).size;
  expect(blocks).toBe(2);
  // For each block exactly one of each, and six volumes; nothing is made or changed twice.
  expect(
    ['CreateFileSystem', 'UpdateFileSystem', 'CreateStorageVirtualMachine', 'CreateVolume'].map((action) =>
      count(action),
    ),
  ).toEqual([blocks, blocks, blocks, 6 * blocks]);
  expect(['DeleteVolume', 'DeleteStorageVirtualMachine', 'DeleteFileSystem'].map((action) => count(action))).toEqual([
    6 * blocks,
    blocks,
    blocks,
  ]);
  expect(changes).toHaveLength(17 * blocks);
  const ids = (action: string, member: string): unknown[] =>
    changes.filter((one) => one.action === action).map(({ input }) => (input as Record<string, unknown>)[member]);
  // From the inside out in each block: what is in a file system is known by the ids that its creates answered.
  const made = (call: CallRecord, ...way: string[]): unknown =>
    way.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], call.output);
  for (const rig of new Set(creates.map(tagOf))) {
    const own = creates.filter((call) => tagOf(call) === rig);
    const idsOf = (action: string, thing: string, id: string): unknown[] =>
      own.filter((call) => call.action === action).map((call) => made(call, thing, id));
    const volumes = idsOf('CreateVolume', 'Volume', 'VolumeId');
    const machines = idsOf('CreateStorageVirtualMachine', 'StorageVirtualMachine', 'StorageVirtualMachineId');
    const systems = idsOf('CreateFileSystem', 'FileSystem', 'FileSystemId');
    const deletes = changes
      .filter(({ action }) => action.startsWith('Delete'))
      .flatMap(({ input }) => {
        const { VolumeId, StorageVirtualMachineId, FileSystemId } = input as Record<string, unknown>;
        return [VolumeId ?? StorageVirtualMachineId ?? FileSystemId];
      })
      .filter((id) => [...volumes, ...machines, ...systems].includes(id));
    expect(deletes).toHaveLength(8);
    expect(new Set(deletes.slice(0, 6))).toEqual(new Set(volumes));
    expect(deletes.slice(6)).toEqual([...machines, ...systems]);
  }
  expect(new Set(ids('DeleteVolume', 'VolumeId')).size).toBe(12);
});

const PAIRS = `
experiment: more-pairs
question: What do more servers bring?
factors: { luns: [1, 4] }
targets:
  ontap:
    kind: fsx-ontap
    deploymentType: SINGLE_AZ_2
    luns: { perHost: 4, sizeGiB: 64 }
    stages:
      one: { haPairs: 1, throughputMBpsPerPair: 1536, storageGiB: 1024 }
      three: { haPairs: 3, throughputMBpsPerPair: 1536, storageGiB: 3072 }
fleet: { host: { count: 2, instanceType: c5n.2xlarge, mount: { luns: $luns, stripe: 256 KiB } } }
workloads: { fio: { kind: fio, rw: randread, bs: 32k, iodepth: 8, size: 1 GiB, ramp_time: 1s, runtime: 10s } }
design: { replicates: 2 }
limits: { maxUsd: 80, maxHours: 12 }
`;

it('adds HA pairs in place, each with a volume for LUNs, and deletes all volumes', async () => {
  const { receipt, complaints, changes, summary, plan } = await recordChanges(PAIRS);
  expect(complaints).toEqual([]);
  expect(receipt).toMatchObject({ clean: true });
  expect(summary?.verdicts).toMatchObject({ VALID: 8 });
  expect(plan?.rigs[0]?.copies).toHaveLength(1);
  expect(changes.map(({ action }) => action)).toEqual([
    'CreateFileSystem',
    'CreateStorageVirtualMachine',
    // What hosts exchange is on the first one.
    'CreateVolume',
    'CreateVolume',
    'UpdateFileSystem',
    'CreateVolume',
    'CreateVolume',
    ...Array.from({ length: 4 }, () => 'DeleteVolume'),
    'DeleteStorageVirtualMachine',
    'DeleteFileSystem',
  ]);
  const added = changes.filter(({ action }) => action === 'CreateVolume').slice(2);
  for (const [index, { input }] of added.entries()) {
    const { Name, Tags, OntapConfiguration } = input as {
      Name: string;
      Tags: { Key: string }[];
      OntapConfiguration: object;
    };
    expect(Name).toBe(`luns${index + 2}`);
    expect(OntapConfiguration).toMatchObject({ AggregateConfiguration: { Aggregates: [`aggr${index + 2}`] } });
    expect(Tags.map(({ Key }) => Key)).toEqual(expect.arrayContaining(['fsxbench:rig', 'fsxbench:copy']));
  }
});

it.each(['ontap-growth', 'ontap-transfer', 'ontap-luns'])(
  'ends %s with only VALID trials and a clean receipt',
  async (name) => {
    const { receipt, complaints, summary, plan } = await recordChanges(
      readFileSync(`experiments/${name}.yaml`, 'utf8'),
    );
    expect(complaints).toEqual([]);
    expect(receipt).toMatchObject({ clean: true });
    expect(summary?.verdicts).toMatchObject({ VALID: plan?.trials.length });
  },
);
