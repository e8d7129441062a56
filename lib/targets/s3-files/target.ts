/** Amazon S3 Files: a file system over a new bucket, both deleted after use. */
import * as z from 'zod';
import type { Fixture } from '../../shapes/fixture';
import { listBroken, type Problem } from '../../shapes/problem';
import { makeStorageItems, type MovedData, type PricedAmount } from '../../shapes/price';
import type { QuotaUse } from '../../shapes/quota';
import type { FoundTarget, MountContext, Target } from '../contract';
import { makeMountFixture } from '../mount-fixture';
import type { NfsMount } from '../nfs-mount';
import { s3Files as rules } from '../rules.json';
import {
  diffS3FilesMount,
  DIRECT_READS,
  refuseOtherImages,
  S3_FILES_HOST_BYTES,
  s3FilesMountSchema,
  toS3FilesVariables,
} from '../s3-files-mount';
import { GIB, MAX_BUCKETS } from './limits';
import { modelFastestS3Files, modelS3Files } from './model';
import { BUCKET_DURATIONS, DURATIONS, makeS3FilesRequests, planS3FilesChange } from './requests';
import { getActiveGiB, type S3Files, s3FilesSchema } from './schema';

const BILLED_BY_BYTES =
  'AWS bills each GiB moved: the price is for the rate of the threshold, else the measured rate, in every hour';

const toItem = makeStorageItems('s3-files');

/**
 * Assumed: S3 Files exports each file with at least one PUT, larger ones with one for each 128 KiB, its limit of small
 * files, and reads 1 MiB with each GET.
 */
const REQUEST_BYTES = { put: 128 * 1024, get: 1024 ** 2 } as const;

/** Monthly: data in the bucket, and its active part on the high-performance storage. */
function listStoredItems(stored: number, active: number): readonly PricedAmount[] {
  const item = (amount: number, what: string): string => `S3 Files, ${Number(amount.toFixed(2))} GiB ${what}`;
  return [
    toItem(item(stored, 'in the bucket'), 'storage.bucket', stored),
    toItem(item(active, 'active'), 'storage.active', active),
  ];
}

/**
 * One-time items. Reads of at least 128 KiB come from the bucket at the price of requests; they are priced as the
 * others. The export of written data reads it once (S3 guide, How S3 Files is
 * metered).
 */
function listTransferItems(_config: S3Files, { read, written, files = 0 }: MovedData): readonly PricedAmount[] {
  const item = (what: string): string => `S3 Files, ${what} (simulated)`;
  return [
    toItem(item('GiB read'), 'data.read', read / GIB),
    toItem(item('GiB written'), 'data.written', written / GIB),
    toItem(item('GiB exported'), 'data.read', written / GIB),
    toItem(item('PUT requests'), 'requests.put', Math.ceil(files + written / REQUEST_BYTES.put)),
    toItem(item('GET requests'), 'requests.get', Math.ceil(read / REQUEST_BYTES.get)),
  ];
}

function checkS3Files(config: S3Files): readonly Problem[] {
  const { storedGiB } = config;
  const activeGiB = getActiveGiB(config);
  return listBroken(
    [activeGiB > storedGiB, rules.active, { activeGiB, storedGiB }],
    [true, rules.clientLimit, { gibps: S3_FILES_HOST_BYTES / GIB }],
    [true, rules.billedByBytes],
  );
}

function listQuotas(): readonly QuotaUse[] {
  const source = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/BucketRestrictions.html';
  return [{ source, of: 'buckets', amount: 1, most: MAX_BUCKETS }];
}

const SHELL_FILES = ['clock', 'host', 'status', 'package', 'volume', 'nfs', 's3-files'];

/** Assumed: the helper installs and mounts in seconds. */
const MOUNT_SECONDS = { expectedSeconds: 30, timeoutSeconds: 1500 };

function mountS3Files(options: NfsMount, place: MountContext): Fixture {
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Mounts S3 Files, and creates the folder of the host.',
      variables: toS3FilesVariables(options),
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts S3 Files.', files: ['down.sh'] },
    ...MOUNT_SECONDS,
  });
}

/** Settings in GetFileSystem; other services have no `bucket`. */
const responseSchema = z.object({ bucket: z.string(), roleArn: z.string() });

/** Amounts of data are no settings. Omits `kmsKeyId`: an answer may name a key that was not requested. */
function toS3FilesConfig({ fileSystem }: FoundTarget): S3Files | null {
  if (!responseSchema.safeParse(fileSystem).success) return null;
  return s3FilesSchema.parse({ kind: 's3-files', storedGiB: 0 });
}

export const s3Files: Target<S3Files, NfsMount> = {
  kind: 's3-files',
  summary: 'Amazon S3 Files: a file system over a versioned bucket. Both are created, and deleted with all versions.',
  local: false,
  schema: s3FilesSchema,
  check: checkS3Files,
  change: planS3FilesChange,
  identity: ({ storedGiB: _stored, activeGiB: _active, ...own }) => own,
  mounting: {
    schema: s3FilesMountSchema,
    mount: (_config, options, place) => mountS3Files(s3FilesMountSchema.parse(options), place),
    diffMount: (_config, options, kernel) => diffS3FilesMount(options, kernel),
    checkImage: refuseOtherImages,
  },
  performance: {
    // Nothing is provisioned; the model has AWS's maximums.
    getProvisioned: () => ({}),
    model: (_config, mount) => modelS3Files(mount),
    remarks: () => [BILLED_BY_BYTES, DIRECT_READS],
  },
  prices: {
    lineItems: () => [],
    usage: {
      stored: (_config, bytes) => listStoredItems(bytes / GIB, bytes / GIB),
      moved: listTransferItems,
      mostMoving: (_config, mount) => modelFastestS3Files(mount as Partial<NfsMount> | undefined),
      perMonth: (config) => listStoredItems(config.storedGiB, getActiveGiB(config)),
    },
  },
  resources: {
    requests: makeS3FilesRequests,
    toConfig: toS3FilesConfig,
    quotas: listQuotas,
    durations: DURATIONS,
    teardownSeconds: () =>
      DURATIONS.mountTargets.delete.seconds + DURATIONS.delete.seconds + BUCKET_DURATIONS.delete.seconds,
  },
};
