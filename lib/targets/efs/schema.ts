/** Settings of `efs`, as in the EFS API; names of amounts have their unit. */
import texts from '../messages.json';
import { fillText } from '../../shapes/problem';
import * as z from 'zod';
import { metadata, settings } from '../../shapes/setting';
import words from '../settings.json';
import { kmsKeyField } from '../kms-key';
import { type NfsMount, nfsOptions } from '../nfs-mount';

const CREATE = 'https://docs.aws.amazon.com/efs/latest/ug/API_CreateFileSystem.html';
const MOUNTING = 'https://docs.aws.amazon.com/efs/latest/ug/mounting-fs-nfs-mount-settings.html';

const throughputModes = ['elastic', 'bursting', 'provisioned'] as const;

export const schema = settings(words.efs, {
  kind: z.literal('efs'),
  zone: z.enum(['regional', 'one-zone']).default('regional'),
  throughputMode: z.enum(throughputModes),
  provisionedMiBps: z.number().positive().optional(),
  performanceMode: z.enum(['generalPurpose', 'maxIO']).default('generalPurpose'),
  encrypted: z.boolean().default(true),
  kmsKeyId: kmsKeyField('EFS', CREATE, 'if it is encrypted'),
  storedGiB: z.number({ error: 'needed here: GiB that you would store, e.g. 100; EFS bills stored data' }).min(0),
});

export type Efs = z.output<typeof schema>;

export interface EfsMount extends NfsMount {
  /** Through the encrypted tunnel of AWS's mount helper; otherwise plain NFS. */
  readonly tls: boolean;
}

/** Versions that EFS supports. {@link MOUNTING} */
const VERSIONS: readonly string[] = ['4.0', '4.1'];

/** NFS 4.0 or 4.1 with one connection. Both are checked here, because other mounts would fail only on billed hosts. */
export const mountSchema: z.ZodType<EfsMount> = settings(words['efs-mount'], {
  ...nfsOptions,
  nfsvers: nfsOptions.nfsvers
    .refine((version) => VERSIONS.includes(version), {
      error: ({ input }) => `found ${String(input)}; EFS supports NFS 4.0 and 4.1 (${MOUNTING})`,
    })
    .meta(metadata({ editor: { enum: [...VERSIONS, '4', 4, 4.1] } })),
  nconnect: z
    .int()
    .refine((connections) => connections === 1, {
      error: ({ input }) => fillText(texts.oneConnection, { input: String(input), mounting: MOUNTING }),
    })
    .default(1),
  tls: z.boolean().default(false),
});
