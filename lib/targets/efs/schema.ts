/** Settings of `efs`, in the words of the EFS API; amounts carry their unit in the name. */
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

/** Takes what a spec says; gives back what may be given again. */
export const schema = settings(words.efs, {
  kind: z.literal('efs'),
  zone: z.enum(['regional', 'one-zone']).default('regional'),
  throughputMode: z.enum(throughputModes),
  provisionedMiBps: z.number().positive().optional(),
  performanceMode: z.enum(['generalPurpose', 'maxIO']).default('generalPurpose'),
  encrypted: z.boolean().default(true),
  kmsKeyId: kmsKeyField('EFS', CREATE, 'where it is encrypted'),
  storedGiB: z
    .number({ error: 'needed here: GiB that would be kept on it, e.g. 100: EFS bills what is stored' })
    .min(0),
});

export type Efs = z.output<typeof schema>;

/** How hosts mount EFS. */
export interface EfsMount extends NfsMount {
  /** Through the encrypted tunnel of the mount helper of AWS; else plain NFS. */
  readonly tls: boolean;
}

/** Versions that EFS speaks. {@link MOUNTING} */
const VERSIONS: readonly string[] = ['4.0', '4.1'];

/**
 * How hosts mount it: by NFS 4.0 or 4.1, with one connection. Both are said here, at the option, since a mount that
 * asks for more would fail on hosts that are paid for.
 */
export const mountSchema: z.ZodType<EfsMount> = settings(words['efs-mount'], {
  ...nfsOptions,
  nfsvers: nfsOptions.nfsvers
    .refine((version) => VERSIONS.includes(version), {
      error: ({ input }) => `found ${String(input)}; EFS speaks NFS 4.0 and 4.1 (${MOUNTING})`,
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
