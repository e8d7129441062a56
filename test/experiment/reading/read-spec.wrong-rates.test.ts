import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { WORKLOAD_KINDS, type WorkloadKind } from '../../../lib/shapes/workload-kinds';
import { TARGET_KINDS, type TargetKind } from '../../../lib/targets/registry';
import { readHostScripts } from '../real-spec';

type Entry = Readonly<Record<string, unknown>>;

/** Valid settings of each kind, and the wrong ways to write its throughput. Kinds without one have none. */
const TARGETS: Readonly<Record<TargetKind, { readonly valid: readonly Entry[]; readonly wrong: readonly Entry[] }>> = {
  directory: { valid: [{ path: './data' }], wrong: [{ path: './data', throughputMBps: 5 }] },
  'instance-store': { valid: [{}], wrong: [{ throughputMBps: 5 }] },
  ebs: {
    valid: [{ volumeType: 'gp3', sizeGiB: 100 }],
    wrong: [{ throughputMiBps: 5 }, { throughputMiBps: 9999 }, { throughputMBps: 500 }, { volumeType: 'st1' }],
  },
  efs: {
    valid: [{ throughputMode: 'provisioned', provisionedMiBps: 100, storedGiB: 10 }],
    wrong: [{ provisionedMiBps: undefined }, { provisionedMiBps: 99_999 }, { throughputMBps: 100 }],
  },
  'fsx-lustre': {
    valid: [{ deploymentType: 'PERSISTENT_2', storageGiB: 1200, perUnitMBps: 125 }],
    wrong: [{ perUnitMBps: undefined }, { perUnitMBps: 333 }, { perUnitMBps: undefined, throughputMBps: 4000 }],
  },
  'fsx-ontap': {
    valid: [
      { deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 512 },
      { deploymentType: 'SINGLE_AZ_2', storageGiB: 1024, throughputMBpsPerPair: 1536 },
    ],
    wrong: [
      { throughputMBps: undefined, throughputMBpsPerPair: undefined },
      { throughputMBps: 333, throughputMBpsPerPair: undefined },
      { throughputMBps: undefined, throughputMBpsPerPair: 333 },
      { throughputMBps: undefined, throughputMBpsPerPair: undefined, throughput: 512 },
    ],
  },
  'fsx-openzfs': {
    valid: [{ deploymentType: 'SINGLE_AZ_HA_2', storageGiB: 1024, throughputMBps: 160 }],
    wrong: [{ throughputMBps: undefined }, { throughputMBps: 150 }, { throughputMBps: undefined, throughput: 160 }],
  },
  'external-nfs': {
    valid: [{ address: '10.0.0.5', export: '/export', folder: 'bench' }],
    wrong: [{ provisioned: { bandwith: 5 } }, { provisioned: { bandwidth: -1 } }, { throughputMBps: 5 }],
  },
  'external-ceph': {
    valid: [{ protocol: 'cephfs', monitors: ['10.0.0.1'], path: '/bench', folder: 'bench', user: 'bench' }],
    wrong: [{ provisioned: { bandwith: 5 } }, { throughputMBps: 5 }],
  },
  's3-files': {
    valid: [{ storedGiB: 100 }],
    wrong: [
      { storedGiB: 100, throughputMBps: 5 },
      { storedGiB: 100, activeGib: 5 },
    ],
  },
  'external-s3-files': {
    valid: [{ fileSystemId: 'fs-0123456789abcdef0', address: '10.0.0.5', folder: 'bench' }],
    wrong: [{ provisioned: { bandwith: 5 } }, { throughputMBps: 5 }],
  },
};

const WORKLOADS: Readonly<Record<WorkloadKind, Entry>> = {
  fio: { rw: 'randread', bs: '8k', iodepth: 8, size: '1 GiB', runtime: '30s' },
  'tree-copy': { files: 1000, size: '10 MiB', dirs: 10 },
  metadata: { ranks: 8 },
  commits: { engine: 'sqlite' },
  command: { script: 'echo 1', metrics: { latency: { unit: 's', better: 'lower' } }, runtime: '30s' },
  mdtest: { ranks: 8, filesPerRank: 100 },
  ior: { ranks: 8, blockSize: '1 MiB', transferSize: '1 MiB' },
  kafka: { testDurationMinutes: 1 },
  database: { phases: ['create', 'copy'], size: '1 GiB' },
};

function read(target: { readonly kind: TargetKind }, kind: WorkloadKind, count: number) {
  const roles = kind === 'kafka' ? ['worker', 'broker'] : ['client'];
  const image = target.kind === 'external-ceph' ? { image: 'ubuntu-24.04' } : {};
  const host = target.kind === 'directory' ? { count } : { count, instanceType: 'i3en.2xlarge', ...image };
  return readSpecObject({
    experiment: 'wrong-rate',
    targets: { store: target },
    fleet: Object.fromEntries(roles.map((role) => [role, host])),
    workloads: { load: { kind, ...WORKLOADS[kind] } },
    design: { replicates: 2 },
  });
}

const VALID = TARGET_KINDS.flatMap((kind) => TARGETS[kind].valid.map((entry) => ({ kind, ...entry })));

it.each(VALID)('accepts valid settings: %j', (target) => {
  const { spec, problems } = read(target, 'metadata', 1);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(spec).toBeDefined();
});

it.each(TARGET_KINDS.flatMap((kind) => TARGETS[kind].wrong.map((change) => [kind, change] as const)))(
  'refuses a target of kind %s with %j, and names the target',
  (kind, change) => {
    const { spec, problems } = read({ kind, ...TARGETS[kind].valid[0], ...change }, 'metadata', 1);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(spec).toBeUndefined();
    expect(errors.map(({ path }) => path.slice(0, 2))).toContainEqual(['targets', 'store']);
  },
);

const WRONG = TARGET_KINDS.flatMap((kind) =>
  TARGETS[kind].wrong.map((change) => ({ kind, ...TARGETS[kind].valid[0], ...change })),
);

it.each(WORKLOAD_KINDS)('refuses %s on each wrong target without throwing', (kind) => {
  for (const target of WRONG) expect([target, read(target, kind, 1).spec]).toEqual([target, undefined]);
});

describe.each(VALID)('readSpec and makePlan with $kind %#', (target) => {
  it.each(WORKLOAD_KINDS)('refuses or plans %s on 1 and 8 hosts without throwing', async (kind) => {
    const scripts = await readHostScripts();
    for (const count of [1, 8]) {
      const { spec, problems } = read(target, kind, count);
      const errors = problems.filter(({ severity }) => severity === 'error');
      expect(errors.length > 0).toBe(spec === undefined);
      if (spec !== undefined) makePlan(spec, { executionId: 'e1', stack: 's', startedAt: 0, scripts });
    }
  });
});
