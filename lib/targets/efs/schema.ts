/** Settings of `efs`, as in the EFS API; names of amounts have their unit. */
import texts from '../messages.json';
import { fillText } from '../../shapes/problem';
import * as z from 'zod';
import { metadata, settings } from '../../shapes/setting';
import words from '../settings.json';
import { makeKmsKeyField } from '../kms-key';
import { type NfsMount, nfsMountSettings } from '../nfs-mount';

const CREATE_URL = 'https://docs.aws.amazon.com/efs/latest/ug/API_CreateFileSystem.html';
const MOUNTING_URL = 'https://docs.aws.amazon.com/efs/latest/ug/mounting-fs-nfs-mount-settings.html';

const THROUGHPUT_MODES = ['elastic', 'bursting', 'provisioned'] as const;

export const efsSchema = settings(words.efs, {
  kind: z.literal('efs'),
  zone: z.enum(['regional', 'one-zone']).default('regional'),
  throughputMode: z.enum(THROUGHPUT_MODES),
  provisionedMiBps: z.number().positive().optional(),
  performanceMode: z.enum(['generalPurpose', 'maxIO']).default('generalPurpose'),
  encrypted: z.boolean().default(true),
  kmsKeyId: makeKmsKeyField('EFS', CREATE_URL, 'if it is encrypted'),
  storedGiB: z.number({ error: 'needed here: GiB that you would store, e.g. 100; EFS bills stored data' }).min(0),
});

export type Efs = z.output<typeof efsSchema>;

export interface EfsMount extends NfsMount {
  /** Through the encrypted tunnel of AWS's mount helper; otherwise plain NFS. */
  readonly tls: boolean;
}

/** Versions that EFS supports. {@link MOUNTING_URL} */
const NFS_VERSIONS: readonly string[] = ['4.0', '4.1'];

/** NFS 4.0 or 4.1 with one connection. Both are checked here, because other mounts would fail only on billed hosts. */
export const efsMountSchema: z.ZodType<EfsMount> = settings(words['efs-mount'], {
  ...nfsMountSettings,
  nfsvers: nfsMountSettings.nfsvers
    .refine((version) => NFS_VERSIONS.includes(version), {
      error: ({ input }) => `found ${String(input)}; EFS supports NFS 4.0 and 4.1 (${MOUNTING_URL})`,
    })
    .meta(metadata({ editor: { enum: [...NFS_VERSIONS, '4', 4, 4.1] } })),
  nconnect: z
    .int()
    .refine((connections) => connections === 1, {
      error: ({ input }) => fillText(texts.oneConnection, { input: String(input), mounting: MOUNTING_URL }),
    })
    .default(1),
  tls: z.boolean().default(false),
});
