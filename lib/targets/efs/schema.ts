/** Settings of `efs`, in the words of the EFS API; amounts carry their unit in the name. */
import * as z from 'zod';
import { about } from '../../shapes/setting';
import { kmsKeyField } from '../kms-key';
import { type NfsMount, nfsOptions } from '../nfs-mount';

const CREATE = 'https://docs.aws.amazon.com/efs/latest/ug/API_CreateFileSystem.html';
const TLS = 'https://docs.aws.amazon.com/efs/latest/ug/encryption-in-transit.html';
const MOUNTING = 'https://docs.aws.amazon.com/efs/latest/ug/mounting-fs-nfs-mount-settings.html';

const throughputModes = ['elastic', 'bursting', 'provisioned'] as const;

export interface Efs {
  readonly kind: 'efs';
  /** Copies of what is stored in three zones, or in the zone of the hosts alone. */
  readonly zone: 'regional' | 'one-zone';
  readonly throughputMode: (typeof throughputModes)[number];
  /** Of `provisioned` only: what it may write; reads count a third. */
  readonly provisionedMiBps?: number | undefined;
  readonly performanceMode: 'generalPurpose' | 'maxIO';
  /** At rest, with `kmsKeyId` or the key that AWS manages for EFS. */
  readonly encrypted: boolean;
  readonly kmsKeyId?: string | undefined;
  /** What would be kept on it: nothing of it is provisioned, so only prices and bursting know it. */
  readonly storedGiB: number;
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<Efs> = z.strictObject({
  kind: z.literal('efs'),
  zone: z
    .enum(['regional', 'one-zone'])
    .default('regional')
    .meta(
      about('Kept in three Availability Zones, or in the zone of the hosts alone.', {
        source: 'https://docs.aws.amazon.com/efs/latest/ug/availability-durability.html',
        examples: ['regional', 'one-zone'],
      }),
    ),
  throughputMode: z
    .enum(throughputModes)
    .meta(
      about(
        'What its throughput goes by: `elastic` is billed by the GiB moved, `provisioned` by the MiB/s, ' +
          '`bursting` by neither, from what is stored and credits.',
        { source: CREATE, examples: ['elastic', 'provisioned'] },
      ),
    ),
  provisionedMiBps: z
    .number()
    .positive()
    .optional()
    .meta(
      about('Throughput of `provisioned`, MiB/s: so much may be written; what is read counts a third of it.', {
        allowed: '1 to 3414, in some Regions less',
        source: CREATE,
        examples: [100, 200],
      }),
    ),
  performanceMode: z
    .enum(['generalPurpose', 'maxIO'])
    .default('generalPurpose')
    .meta(
      about('`maxIO` is the older mode for many hosts: more operations a second, each of them slower.', {
        source: CREATE,
        examples: ['generalPurpose', 'maxIO'],
      }),
    ),
  encrypted: z
    .boolean()
    .default(true)
    .meta(about('Encrypted at rest, with the key that AWS manages for EFS or with `kmsKeyId`.', { source: CREATE })),
  kmsKeyId: kmsKeyField('EFS', CREATE, 'where it is encrypted'),
  storedGiB: z
    .number({ error: 'needed here: GiB that would be kept on it, e.g. 100: EFS bills what is stored' })
    .min(0)
    .meta(
      about(
        'GiB that would be kept on it. Nothing of it is provisioned: prices are reckoned with it, and what ' +
          '`bursting` gives at all times.',
        { source: 'https://aws.amazon.com/efs/pricing/', examples: [100, 1024] },
      ),
    ),
});

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
export const mountSchema: z.ZodType<EfsMount> = z.strictObject({
  ...nfsOptions,
  nfsvers: nfsOptions.nfsvers
    .refine((version) => VERSIONS.includes(version), {
      error: ({ input }) => `found ${String(input)}; EFS speaks NFS 4.0 and 4.1 (${MOUNTING})`,
    })
    .meta(
      about('Version of NFS.', {
        default: '4.1',
        source: MOUNTING,
        allowed: VERSIONS.join(', '),
        editor: { enum: [...VERSIONS, '4', 4, 4.1] },
      }),
    ),
  nconnect: z
    .int()
    .refine((connections) => connections === 1, {
      error: ({ input }) =>
        `found ${String(input)}; EFS takes one connection of a host, no nconnect (${MOUNTING}): leave it out, or ` +
        'say it for other targets alone, `mount: { each: { <target>: { nconnect: … } } }`',
    })
    .default(1)
    .meta(
      about('Connections of one host to the server: EFS takes one.', {
        allowed: '1',
        source: MOUNTING,
        editor: { enum: [1] },
      }),
    ),
  tls: z
    .boolean()
    .default(false)
    .meta(
      about(
        'Encrypted on its way, by the mount helper of AWS (amazon-efs-utils): a process of the host moves all data. ' +
          'With elastic throughput one host then moves 1500 MiB/s in place of 500.',
        { only: 'on hosts with `image: al2023`', source: TLS },
      ),
    ),
});
