/** Settings of `ebs`, as in the EC2 API; names of amounts have their unit. */
import * as z from 'zod';
import { settings } from '../../shapes/setting';
import words from '../settings.json';
import { diskRoles, FILE_SYSTEMS } from '../disk-mount';

/** Powers of two, as required by kernel striping. */
export const STRIPE_SIZES_KIB = [4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;
/** As many as EC2 has device names for (`lib/shapes/disks.ts`); most instance types take fewer. */
const MAX_VOLUMES = 99;

const VOLUME_TYPES = ['gp3', 'gp2', 'io2', 'io1', 'st1', 'sc1'] as const;

export const ebsSchema = settings(words.ebs, {
  kind: z.literal('ebs'),
  roles: diskRoles.default(['client']),
  volumeType: z.enum(VOLUME_TYPES),
  sizeGiB: z.int().positive(),
  volumes: z.int().min(1).max(MAX_VOLUMES).default(1),
  stripeKiB: z.literal([...STRIPE_SIZES_KIB]).optional(),
  iops: z.int().positive().optional(),
  throughputMiBps: z.int().positive().optional(),
  fileSystem: z.enum(FILE_SYSTEMS).default('xfs'),
});

export type Ebs = z.output<typeof ebsSchema>;
