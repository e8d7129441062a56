/** Create requests of an S3 Files file system, with its bucket and mount target. */
import { DATA_PREFIX } from '../../shapes/bucket-name';
import type { Change, CreateRequest } from '../../shapes/requests';
import type { OperationTimes } from '../durations';
import { formatFromTo, getWait } from '../fsx-shared';
import type { S3Files } from './schema';

/** Default of AWS, which a synchronization configuration must state (S3 guide, Understanding synchronization). */
const DEFAULT_IMPORT = { prefix: '', trigger: 'ON_DIRECTORY_FIRST_ACCESS', sizeLessThan: 128 * 1024 } as const;

/** `bucket`, `fs` for its data, `expiry` if it differs from the default, `mount` in the zone of the hosts. */
export function makeS3FilesRequests({ kmsKeyId, expireDays }: S3Files): readonly CreateRequest[] {
  const key = kmsKeyId === undefined ? {} : { kmsKeyId };
  const fileSystem = { bucket: '@bucket.arn', prefix: DATA_PREFIX, roleArn: '@network.s3FilesRoleArn', ...key };
  const rules = { importDataRules: [DEFAULT_IMPORT], expirationDataRules: [{ daysAfterLastAccess: expireDays }] };
  const mount = {
    // A file system that is being configured may refuse mount targets.
    fileSystemId: expireDays === undefined ? '@fs.id' : '@expiry.id',
    subnetId: '@network.subnetId',
    securityGroups: ['@network.storageSecurityGroupId'],
  };
  return [
    { id: 'bucket', call: 's3:CreateBucket', input: {}, ...getWait(BUCKET_DURATIONS.create) },
    { id: 'fs', call: 's3files:CreateFileSystem', input: fileSystem, ...getWait(DURATIONS.create) },
    ...(expireDays === undefined
      ? []
      : [
          {
            id: 'expiry',
            call: 's3files:PutSynchronizationConfiguration' as const,
            input: { fileSystemId: '@fs.fileSystemId', ...rules },
            ...getWait(DURATIONS.changes.expiry),
          },
        ]),
    { id: 'mount', call: 's3files:CreateMountTarget', input: mount, ...getWait(DURATIONS.mountTargets.create) },
  ];
}

/** Amounts of data are no settings of S3 Files. */
export function planS3FilesChange(from: S3Files, to: S3Files): Change {
  const fixed = (['expireDays', 'kmsKeyId'] as const).filter((name) => from[name] !== to[name]);
  if (fixed.length === 0) return { kind: 'inPlace', requests: [] };
  const what = fixed.map((name) => formatFromTo(name, from[name] ?? 'that of AWS', to[name] ?? 'that of AWS'));
  return { kind: 'recreate', why: `${what.join(', ')}: set at creation` };
}

const NOTHING_PUBLISHED = 'assumed: AWS publishes nothing';

export const DURATIONS = {
  create: { seconds: 30, timeoutSeconds: 900, source: NOTHING_PUBLISHED },
  changes: { expiry: { seconds: 5, timeoutSeconds: 300, source: NOTHING_PUBLISHED } },
  delete: { seconds: 30, source: NOTHING_PUBLISHED },
  mountTargets: {
    create: { seconds: 90, timeoutSeconds: 1800, source: 'assumed as for EFS, on which S3 Files is built' },
    delete: { seconds: 60, source: 'assumed as for EFS: includes its network interface' },
  },
} as const satisfies OperationTimes;

/** Times of the bucket. */
export const BUCKET_DURATIONS = {
  create: { seconds: 2, timeoutSeconds: 300, source: 'assumed: S3 creates buckets at once' },
  delete: { seconds: 20, source: 'assumed: one listing and one delete for each 1,000 object versions' },
} as const;
