/** Settings of `fsx-openzfs`, as in the FSx API; names of amounts have their unit. */
import texts from '../messages.json';
import * as z from 'zod';
import { settings } from '../../shapes/setting';
import words from '../settings.json';
import { makeKmsKeyField } from '../kms-key';
import { diskIopsSetting, MAX_VOLUMES } from '../fsx-volumes';

const API_URL = 'https://docs.aws.amazon.com/fsx/latest/APIReference';

const DEPLOYMENT_TYPES = ['SINGLE_AZ_1', 'SINGLE_AZ_2', 'SINGLE_AZ_HA_1', 'SINGLE_AZ_HA_2', 'MULTI_AZ_1'] as const;

/** The API allows 4 to 1024 KiB on SSD: API reference, OpenZFSCreateRootVolumeConfiguration. */
const RECORD_SIZES_KIB = [4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;
/** 512 TiB, the largest file system. */
const MAX_STORAGE_GIB = 524_288;

export const openZfsSchema = settings(words['fsx-openzfs'], {
  kind: z.literal('fsx-openzfs'),
  deploymentType: z.enum(DEPLOYMENT_TYPES),
  storageType: z.string().regex(/^SSD$/, { error: texts.noTiers }).optional(),
  storageGiB: z.int().positive(),
  throughputMBps: z.int().positive(),
  diskIops: diskIopsSetting,
  compression: z.enum(['NONE', 'ZSTD', 'LZ4']).default('NONE'),
  recordSizeKiB: z
    .union(
      RECORD_SIZES_KIB.map((size) => z.literal(size)),
      { error: `needed here: one of ${RECORD_SIZES_KIB.join(', ')} KiB` },
    )
    .default(128),
  nfsExport: z.enum(['sync', 'async']).default('sync'),
  kmsKeyId: makeKmsKeyField('FSx', `${API_URL}/API_CreateFileSystem.html`),
  volumes: settings(words['fsx-openzfs.volumes'], {
    count: z.int().min(1).max(MAX_VOLUMES).default(1),
    quotaGiB: z.int().min(1).max(MAX_STORAGE_GIB).optional(),
  }).default({ count: 1 }),
});

export type FsxOpenZfs = z.output<typeof openZfsSchema>;
