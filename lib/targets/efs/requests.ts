/** Create requests of an EFS file system and its mount target. */
import { getWait, formatFromTo } from '../fsx-shared';
import type { CreateRequest, RequestInput, Change } from '../../shapes/requests';
import type { Efs } from './schema';
import { DURATIONS } from './durations';

/** `fs`, then `mount` in the zone of the hosts: cross-zone traffic is billed and slower. */
export function makeEfsRequests(config: Efs): readonly CreateRequest[] {
  const input = {
    FileSystemId: '@fs.fileSystemId',
    SubnetId: '@network.subnetId',
    SecurityGroups: ['@network.storageSecurityGroupId'],
  };
  return [
    { id: 'fs', call: 'efs:CreateFileSystem', input: makeFileSystem(config), ...getWait(DURATIONS.create) },
    { id: 'mount', call: 'efs:CreateMountTarget', input, ...getWait(DURATIONS.mountTargets.create) },
  ];
}

function makeFileSystem(config: Efs): RequestInput {
  return {
    PerformanceMode: config.performanceMode,
    Encrypted: config.encrypted,
    ...(config.kmsKeyId === undefined ? {} : { KmsKeyId: config.kmsKeyId }),
    ...makeThroughputInput(config),
    // One-zone storage is in the zone of the hosts.
    ...(config.zone === 'one-zone' ? { AvailabilityZoneName: '@network.zone' } : {}),
    // Backups would be kept and billed; in one zone they are on by default.
    Backup: false,
  };
}

export function makeThroughputInput({ throughputMode, provisionedMiBps }: Efs): RequestInput {
  return {
    ThroughputMode: throughputMode,
    ...(provisionedMiBps === undefined ? {} : { ProvisionedThroughputInMibps: provisionedMiBps }),
  };
}

/** "At least 24 hours": API reference, UpdateFileSystem, TooManyRequests. */
const COOL_DOWN_SECONDS = 24 * 3600;

/** Changes that need the cool-down after any change: EFS guide, Managing throughput. */
const RARE_CHANGES = 'throughputMode or less provisionedMiBps';

const FIXED_SETTINGS = ['zone', 'performanceMode', 'encrypted', 'kmsKeyId'] as const;

/** At most one request. Stored data needs none, because it is not a setting of EFS. */
export function planEfsChange(from: Efs, to: Efs): Change {
  const fixed = FIXED_SETTINGS.filter((name) => from[name] !== to[name]);
  if (fixed.length > 0) {
    const what = fixed
      .map((name) => formatFromTo(name, from[name] ?? 'that of EFS', to[name] ?? 'that of EFS'))
      .join(', ');
    return { kind: 'recreate', why: `${what}: fixed at creation` };
  }
  const mode = from.throughputMode !== to.throughputMode;
  const { provisionedMiBps: before = 0 } = from;
  const { provisionedMiBps: after = 0 } = to;
  if (!mode && before === after) return { kind: 'inPlace', requests: [] };
  const seldom = mode || after < before;
  return {
    kind: 'inPlace',
    requests: [
      {
        of: 'fs',
        call: 'efs:UpdateFileSystem',
        input: { FileSystemId: '@fs.fileSystemId', ...makeThroughputInput(to) },
        ...getWait(DURATIONS.changes.throughput),
        coolDownSeconds: COOL_DOWN_SECONDS,
        coolsDown: seldom ? [RARE_CHANGES] : [],
        // After any change, a day must pass before another mode or less throughput.
        holdsBack: [RARE_CHANGES],
        interruption: false,
      },
    ],
  };
}
