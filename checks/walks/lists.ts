/** Lists of candidates as the planner prices them: which they are, what they provide, and what their rigs cost. */
import { readScripts } from '../../lib/aws/scripts';
import { makePlan } from '../../lib/experiment/plan/make-plan';
import { readSpec } from '../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../lib/pricing/aws';
import { ensure, FsxbenchError } from '../../lib/shapes/errors';
import type { Plan } from '../../lib/shapes/plan';
import { WALK_TRIAL_SHARE, WALK_TRIALS_MIN } from '../../lib/shapes/walk';

/** A candidate in the order of prices. */
export interface ListedCandidate {
  readonly name: string;
  /** Candidates of a kind share a systematic error of the documentation. */
  readonly kind: string;
  readonly usdPerHour: number;
  readonly provisioned: number;
  /** Cost of its rig without trials, and of one trial, US dollars. */
  readonly fixedUsd: number;
  readonly trialUsd: number;
  /** Seconds before its first trial, of a trial, and after the last one. */
  readonly before: number;
  readonly trialSeconds: number;
  readonly after: number;
}

export interface CandidateList {
  readonly name: string;
  readonly candidates: readonly ListedCandidate[];
  /** The interleaved grid with 6 replicates, US dollars. */
  readonly interleavedUsd: number;
}

type Settings = Readonly<Record<string, unknown>>;
type Targets = Readonly<Record<string, Settings>>;

/** One target for each value. */
function vary(prefix: string, values: readonly number[], make: (value: number) => Settings): Targets {
  return Object.fromEntries(values.map((value) => [`${prefix}-${value}`, make(value)]));
}
const pick = (from: Targets, names: readonly string[]): Targets =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.some((one) => name === one || name.includes(one))));

const gp3 =
  (sizeGiB: number, more: Settings = {}) =>
  (iops: number) => {
    return { kind: 'ebs', volumeType: 'gp3', sizeGiB, iops, ...more };
  };
const EBS: Targets = {
  ...vary('gp3', [3000, 4000, 6000, 8000, 12_000, 16_000], gp3(500)),
  ...vary('pair', [3000, 6000], gp3(250, { volumes: 2 })),
  ...vary('io2', [3000, 6000, 10_000, 16_000], (iops) => ({ kind: 'ebs', volumeType: 'io2', sizeGiB: 500, iops })),
  ...vary('gp2', [500, 1000, 2000, 4000], (sizeGiB) => ({ kind: 'ebs', volumeType: 'gp2', sizeGiB })),
};
const lustre = (storageGiB: number): Targets => {
  const kind = 'fsx-lustre';
  return {
    ...vary(`p2-${storageGiB}`, [125, 250, 500, 1000], (perUnitMBps) => {
      return { kind, deploymentType: 'PERSISTENT_2', storageGiB, perUnitMBps };
    }),
    [`scratch-${storageGiB}`]: { kind, deploymentType: 'SCRATCH_2', storageGiB },
  };
};
const zfs = (prefix: string, deploymentType: string, rates: readonly number[]): Targets =>
  vary(prefix, rates, (throughputMBps) => {
    return { kind: 'fsx-openzfs', deploymentType, storageGiB: 1024, throughputMBps, compression: 'NONE' };
  });
const ZFS: Targets = {
  ...zfs('zfs2', 'SINGLE_AZ_2', [160, 320, 640, 1280, 2560, 3840]),
  ...zfs('zfs1', 'SINGLE_AZ_1', [64, 128, 256, 512, 1024, 2048]),
};
const ONTAP: Targets = {
  ...vary('ontap1', [128, 256, 512, 1024, 2048], (throughputMBps) => {
    return { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps };
  }),
  ...vary('ontap2', [1536, 3072], (throughputMBpsPerPair) => {
    return { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_2', storageGiB: 1024, throughputMBpsPerPair };
  }),
};
const EFS: Targets = {
  'efs-elastic': { kind: 'efs', throughputMode: 'elastic', storedGiB: 1000 },
  'efs-bursting': { kind: 'efs', throughputMode: 'bursting', storedGiB: 1000 },
  ...vary('efs', [64, 128, 256, 512], (provisionedMiBps) => {
    return { kind: 'efs', throughputMode: 'provisioned', storedGiB: 1000, provisionedMiBps };
  }),
};
const ALL: Targets = { ...lustre(1200), ...lustre(2400), ...ZFS, ...ONTAP, ...EFS };
const SMALL = [
  'p2-1200-250',
  'p2-1200-1000',
  'zfs2-320',
  'zfs2-1280',
  'ontap1-512',
  'ontap1-2048',
  'efs-elastic',
  'efs-256',
];
const LONG = [...SMALL, 'scratch-2400', 'zfs2-640', 'zfs1-512', 'zfs1-1024', 'ontap1-1024'];

const read: Settings = { kind: 'fio', rw: 'read', bs: '1m', iodepth: 8, numjobs: 4, size: '16 GiB' };
const minute: Settings = { ramp_time: '15s', runtime: '60s' };
const small: Settings = { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 32, numjobs: 2, size: '8 GiB' };

/** Targets, hosts, host type, workload. */
type Row = readonly [targets: Targets, hosts: number, instanceType: string, fio: Settings];
const ROWS: Readonly<Record<string, Row>> = {
  ebs: [EBS, 1, 'c5n.9xlarge', { ...small, ramp_time: '5s', runtime: '60s' }],
  lustre: [{ ...lustre(1200), ...lustre(2400), ...lustre(4800) }, 4, 'c5n.9xlarge', { ...read, ...minute }],
  openzfs: [ZFS, 2, 'c5n.9xlarge', { ...read, ...minute }],
  ontap: [ONTAP, 2, 'c5n.9xlarge', { ...read, ...minute }],
  mixed: [ALL, 4, 'c5n.9xlarge', { ...read, ...minute }],
  'mixed-cheap': [
    { ...ZFS, ...ONTAP, ...lustre(1200) },
    1,
    'c5n.2xlarge',
    { ...read, ...minute, numjobs: 2, size: '8 GiB' },
  ],
  'mixed-small': [pick(ALL, SMALL), 4, 'c5n.9xlarge', { ...read, ...minute }],
  'mixed-long': [pick(ALL, LONG), 4, 'c5n.9xlarge', { ...read, ramp_time: '60s', runtime: '300s' }],
};
export const LISTS: readonly string[] = Object.keys(ROWS);

/** The list as planned, with nothing left out. */
export async function readList(name: string): Promise<CandidateList> {
  const [targets, count, instanceType, fio] = ensure(ROWS[name], `the list ${name}`);
  const isEbs = name === 'ebs';
  const planOf = async (design: Settings): Promise<Plan> => {
    const decide = {
      metric: isEbs ? 'iops' : 'bandwidth',
      operation: 'read',
      atLeast: isEbs ? '4k' : '100 MB/s',
      burst: 'allowed',
      prefer: 'cheapest',
    };
    const fleet = { client: { count, instanceType } };
    const limits = { maxUsd: 100_000, maxHours: 96 };
    const text = JSON.stringify({ experiment: name, targets, fleet, workloads: { fio }, design, decide, limits });
    const { spec, problems } = readSpec(text, name);
    const names = {
      executionId: name,
      stack: 's',
      startedAt: Date.UTC(2026, 0, 1),
      prices: buildPriceBook('us-east-1'),
    };
    const made = spec === undefined ? undefined : makePlan(spec, { ...names, scripts: await readScripts('workloads') });
    if (made?.ok !== true)
      throw new FsxbenchError(
        'Unexpected',
        `${name}: ${JSON.stringify(made?.ok === false ? made.problems : problems)}`,
      );
    return made.plan;
  };
  const walk = await planOf({ comparison: 'cheapestFirst' });
  const grid = await planOf({ comparison: 'interleaved', replicates: 6 });
  return { name, candidates: listCandidates(walk), interleavedUsd: grid.estimate.usd };
}

/** Trials in the estimate of a rig. */
const COUNTED = WALK_TRIALS_MIN + 4 * WALK_TRIAL_SHARE;

function listCandidates({ walk, rigs, trials, cells }: Plan): readonly ListedCandidate[] {
  return ensure(walk, 'a walk').candidates.map(({ cell, rig: name, usdPerHour, provisioned }) => {
    const rig = ensure(
      rigs.find((one) => one.rig === name),
      'a rig',
    );
    const { target, targetConfig } = ensure(
      cells.find(({ cellId }) => cellId === cell),
      'a cell',
    );
    const seconds = ensure(
      trials.find((one) => one.rig === name),
      'a trial',
    ).expectedSeconds;
    const trialUsd = (seconds * rig.usdPerHour) / 3600;
    const around = rig.expectedSeconds - COUNTED * seconds;
    const config = targetConfig as { readonly deploymentType?: string; readonly throughputMode?: string };
    return {
      name: target,
      kind: [target.split('-')[0], config.deploymentType ?? config.throughputMode].join(' '),
      usdPerHour,
      provisioned: provisioned ?? Number.NaN,
      fixedUsd: rig.estimateUsd - COUNTED * trialUsd,
      trialUsd,
      before: 0.6 * around,
      trialSeconds: seconds,
      after: 0.4 * around,
    };
  });
}
