/** An existing S3 Files file system. Hosts are EC2 instances; each rig has its own folder in it. */
import * as z from 'zod';
import type { Fixture } from '../../shapes/fixture';
import { settings } from '../../shapes/setting';
import type { MountContext, Target } from '../contract';
import { modelExternal } from '../external-model';
import {
  checkExternal,
  EXTERNAL_FIELDS,
  EXTERNAL_PERFORMANCE,
  EXTERNAL_PRICES,
  omitExternalSettings,
} from '../external-settings';
import {
  adviseUnknownRates,
  checkAddress,
  FOLDER_SETTING,
  makeAddressField,
  REFUSED_CHANGE,
} from '../external-storage';
import { modelSyncMount } from '../model';
import { LEAVE_STORE_SECONDS, makeMountFixture } from '../mount-fixture';
import type { NfsMount } from '../nfs-mount';
import { checkEndpoint, listPrometheusEgress, listSecrets } from '../prometheus/address';
import {
  diffS3FilesMount,
  DIRECT_READS,
  refuseOtherImages,
  S3_FILES_HOST_BYTES,
  s3FilesMountSchema,
  toS3FilesVariables,
} from '../s3-files-mount';
import words from '../settings.json';

/** As in the API: CreateMountTarget, fileSystemId. */
const FILE_SYSTEM_PATTERN = /^fs-[0-9a-f]{17,40}$/;

const schema = settings(words['external-s3-files'], {
  kind: z.literal('external-s3-files'),
  fileSystemId: z
    .string()
    .regex(FILE_SYSTEM_PATTERN, { error: "an id of S3 Files in the deployment's Region, e.g. fs-0123456789abcdef0" }),
  address: makeAddressField("IPv4 address of its mount target in the hosts' zone.", ['10.20.0.15']).refine(
    (address) => z.ipv4().safeParse(address).success,
    { error: 'needed here: the IPv4 address of a mount target, because the mount helper takes no other name' },
  ),
  folder: FOLDER_SETTING,
  ...EXTERNAL_FIELDS,
});

type ExternalS3Files = z.output<typeof schema>;

/** Port of mount targets. */
const NFS_PORT = 2049;

const SHELL_FILES = ['clock', 'host', 'remove', 'status', 'package', 'volume', 'nfs', 's3-files', 'store'];

/** Assumed: the helper installs and mounts in seconds; leftovers of earlier executions may have to be deleted. */
const MOUNT_SECONDS = { expectedSeconds: 30, timeoutSeconds: 2400 };

function mountFileSystem(config: ExternalS3Files, options: NfsMount, place: MountContext): Fixture {
  const folder = { STORE_FOLDER: config.folder };
  const source = { S3_FILES_ID: config.fileSystemId, S3_FILES_ADDRESS: config.address };
  return makeMountFixture(place, {
    shell: SHELL_FILES,
    up: {
      comment: 'Mounts an existing S3 Files file system, and creates the folders of the rig and of the host.',
      variables: { ...source, ...toS3FilesVariables(options), ...folder },
      files: ['prepare.sh'],
    },
    down: { comment: 'Unmounts an existing S3 Files file system.', variables: folder, files: ['down.sh'] },
    ...MOUNT_SECONDS,
    leaveSeconds: LEAVE_STORE_SECONDS,
  });
}

export const externalS3Files: Target<ExternalS3Files, NfsMount> = {
  kind: 'external-s3-files',
  summary: 'An existing S3 Files file system: each rig has its own folder in it, removed afterwards.',
  local: false,
  external: {
    stores: ({ fileSystemId }) => [`s3files:${fileSystemId}`],
    reaches: ({ fileSystemId, address, telemetry }) => [
      { address, ports: [NFS_PORT], fileSystemId },
      ...listPrometheusEgress(telemetry),
    ],
    secrets: ({ telemetry }) => listSecrets(telemetry),
  },
  schema,
  check: (config) => [
    ...checkAddress(config.address, ['address']),
    ...checkExternal(config),
    ...checkEndpoint(config.telemetry),
    ...adviseUnknownRates(config),
  ],
  change: () => REFUSED_CHANGE,
  identity: omitExternalSettings,
  mounting: {
    schema: s3FilesMountSchema,
    checkImage: refuseOtherImages,
    mount: (config, options, place) => mountFileSystem(config, s3FilesMountSchema.parse(options), place),
    diffMount: (_config, options, kernel) => diffS3FilesMount(options, kernel),
  },
  performance: {
    ...EXTERNAL_PERFORMANCE,
    model: (config, { sync } = s3FilesMountSchema.parse({})) => ({
      ...modelExternal(config, S3_FILES_HOST_BYTES),
      ...modelSyncMount({ sync }),
    }),
    remarks: () => [DIRECT_READS],
  },
  prices: EXTERNAL_PRICES,
};
