/** Create requests of an EFS file system and its mount target. */
import { getWait, fromTo } from '../fsx-shared';
import type { CreateRequest, RequestInput, Change } from '../../shapes/requests';
import type { Efs } from './schema';
import type { Durations } from '../durations';

/** `fs`, then `mount` in the zone of the hosts: cross-zone traffic is billed and slower. */
export function requests(config: Efs): readonly CreateRequest[] {
  const input = {
    FileSystemId: '@fs.fileSystemId',
    SubnetId: '@network.subnetId',
    SecurityGroups: ['@network.storageSecurityGroupId'],
  };
  return [
    { id: 'fs', call: 'efs:CreateFileSystem', input: fileSystem(config), ...getWait(DURATIONS.create) },
    { id: 'mount', call: 'efs:CreateMountTarget', input, ...getWait(DURATIONS.mountTargets.create) },
  ];
}

function fileSystem(config: Efs): RequestInput {
  return {
    PerformanceMode: config.performanceMode,
    Encrypted: config.encrypted,
    ...(config.kmsKeyId === undefined ? {} : { KmsKeyId: config.kmsKeyId }),
    ...throughput(config),
    // One-zone storage is in the zone of the hosts.
    ...(config.zone === 'one-zone' ? { AvailabilityZoneName: '@network.zone' } : {}),
    // Backups would be kept and billed; in one zone they are on by default.
    Backup: false,
  };
}

export function throughput({ throughputMode, provisionedMiBps }: Efs): RequestInput {
  return {
    ThroughputMode: throughputMode,
    ...(provisionedMiBps === undefined ? {} : { ProvisionedThroughputInMibps: provisionedMiBps }),
  };
}

/** "At least 24 hours": API reference, UpdateFileSystem, TooManyRequests. */
const COOL_DOWN_SECONDS = 24 * 3600;

/** Changes that need this pause after any change: EFS guide, Managing throughput. */
const RARE_CHANGES = 'throughputMode or less provisionedMiBps';

const FIXED = ['zone', 'performanceMode', 'encrypted', 'kmsKeyId'] as const;

/** At most one request. Stored data is not a setting of the service. */
export function change(from: Efs, to: Efs): Change {
  const fixed = FIXED.filter((name) => from[name] !== to[name]);
  if (fixed.length > 0) {
    const what = fixed.map((name) => fromTo(name, from[name] ?? 'that of EFS', to[name] ?? 'that of EFS')).join(', ');
    return { kind: 'recreate', why: `${what}: fixed when a file system is created` };
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
        input: { FileSystemId: '@fs.fileSystemId', ...throughput(to) },
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

export const DURATIONS = {
  create: { seconds: 10, timeoutSeconds: 900, source: 'assumed: "seconds", as users report' },
  changes: { throughput: { seconds: 60, timeoutSeconds: 3600, source: 'assumed: AWS publishes nothing' } },
  delete: { seconds: 20, source: 'assumed: AWS publishes nothing' },
  mountTargets: {
    create: { seconds: 90, timeoutSeconds: 1800, source: 'assumed within the 60 to 120 s that users report' },
    delete: { seconds: 60, source: 'assumed: includes its network interface' },
  },
} as const satisfies Durations;
