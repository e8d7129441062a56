/** Settings of `ebs`, in the words of the EC2 API; amounts carry their unit in the name. */
import * as z from 'zod';

const VOLUME_TYPES = ['gp3', 'io2'] as const;
const FILE_SYSTEMS = ['xfs', 'ext4'] as const;

export interface Ebs {
  readonly kind: 'ebs';
  /** Roles whose hosts have it. */
  readonly roles: readonly string[];
  readonly volumeType: (typeof VOLUME_TYPES)[number];
  readonly sizeGiB: number;
  /** Left out: what comes with gp3, the least of io2. */
  readonly iops?: number | undefined;
  /** Of gp3, MiB/s, which the API calls so. Left out: what comes with it. */
  readonly throughputMiBps?: number | undefined;
  /** What hosts format it with. */
  readonly fileSystem: (typeof FILE_SYSTEMS)[number];
}

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<Ebs> = z.strictObject({
  kind: z.literal('ebs'),
  roles: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'the name of a role of the fleet' }))
    .min(1)
    .default(['client']),
  volumeType: z.enum(VOLUME_TYPES),
  sizeGiB: z.int().positive(),
  iops: z.int().positive().optional(),
  throughputMiBps: z
    .int()
    .positive()
    .optional()
    .meta({ alsoCalled: ['throughputmbps', 'throughput'] }),
  fileSystem: z.enum(FILE_SYSTEMS).default('xfs'),
});

/** How hosts mount it, in the words of mount(8). */
export interface DiskMount {
  readonly noatime: boolean;
}

export const mountSchema: z.ZodType<DiskMount> = z.strictObject({ noatime: z.boolean().default(false) });
