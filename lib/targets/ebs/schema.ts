/** Settings of `ebs`, in the words of the EC2 API; amounts carry their unit in the name. */
import * as z from 'zod';
import { about } from '../../shapes/setting';
import { ATTACHMENTS } from '../instance-ebs';
import { type DiskFileSystem, FILE_SYSTEMS } from '../disk-mount';

const CREATE = 'https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVolume.html';

/** Powers of two: what the kernel stripes by. */
export const STRIPES_KIB = [4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;
export type StripeKiB = (typeof STRIPES_KIB)[number];
/** Volumes beside the root that any type of the price book takes (`lib/targets/instance-ebs.ts`). */
const MOST_VOLUMES = 99;

const VOLUME_TYPES = ['gp3', 'gp2', 'io2', 'io1', 'st1', 'sc1'] as const;

export interface Ebs {
  readonly kind: 'ebs';
  /** Roles whose hosts have it. */
  readonly roles: readonly string[];
  readonly volumeType: (typeof VOLUME_TYPES)[number];
  /** Of each volume. */
  readonly sizeGiB: number;
  /** Volumes that a host has as one, each with all that the other settings say. */
  readonly volumes: number;
  /** What goes to one volume before the next has its turn. Left out: 64. */
  readonly stripeKiB?: StripeKiB | undefined;
  /** Of gp3, io2 and io1. Left out: what comes with gp3, the least of the others. */
  readonly iops?: number | undefined;
  /** Of gp3, MiB/s, which the API calls so. Left out: what comes with it. */
  readonly throughputMiBps?: number | undefined;
  /** What hosts format it with. */
  readonly fileSystem: DiskFileSystem;
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<Ebs> = z.strictObject({
  kind: z.literal('ebs'),
  roles: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'the name of a role of the fleet' }))
    .min(1)
    .default(['client'])
    .meta(about('Roles whose hosts have it: one host in all.')),
  volumeType: z.enum(VOLUME_TYPES).meta(about('Type of the volume.', { source: CREATE, examples: ['gp3', 'io2'] })),
  sizeGiB: z
    .int()
    .positive()
    .meta(
      about('Size of each volume, GiB.', {
        allowed:
          '1 to 65,536 for gp3, 4 to 65,536 for io2, 1 to 16,384 for gp2, 4 to 16,384 for io1, 125 to 16,384 for st1 ' +
          'and sc1',
        source: CREATE,
        examples: [500, 1000],
      }),
    ),
  volumes: z
    .int()
    .min(1)
    .max(MOST_VOLUMES)
    .default(1)
    .meta(
      about('Volumes that the host has as one, striped: each has the size, operations and throughput given here.', {
        allowed: 'as many as the instance type takes beside its root: 26 for most',
        source: ATTACHMENTS,
        examples: [2, 4],
      }),
    ),
  stripeKiB: z
    .literal([...STRIPES_KIB])
    .optional()
    .meta(
      about('What goes to one volume before the next has its turn, KiB. Left out: 64.', {
        only: 'with several volumes',
        source: 'https://docs.aws.amazon.com/ebs/latest/userguide/raid-config.html',
        examples: [64, 256],
      }),
    ),
  iops: z
    .int()
    .positive()
    .optional()
    .meta(
      about('Operations a second of each volume. Left out: what comes with gp3, the least of io2 and io1.', {
        allowed:
          '3000 to 80,000 for gp3, at most 500 for each GiB; 100 to 256,000 for io2, at most 1000 for each GiB; 100 ' +
          'to 64,000 for io1, at most 50 for each GiB',
        only: 'with gp3, io2 and io1',
        source: CREATE,
        examples: [3000, 6000],
      }),
    ),
  throughputMiBps: z
    .int()
    .positive()
    .optional()
    .meta({
      alsoCalled: ['throughputmbps', 'throughput'],
      ...about('Throughput of each volume, MiB/s, which the API calls so. Left out: what comes with it.', {
        allowed: '125 to 2000, at most 0.25 for each operation a second',
        only: 'with gp3',
        source: CREATE,
        examples: [125, 250],
      }),
    }),
  fileSystem: z
    .enum(FILE_SYSTEMS)
    .default('xfs')
    .meta(about('What hosts format it with.', { examples: ['xfs', 'ext4'] })),
});
