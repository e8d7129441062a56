/** What a role of the fleet may say of its hosts. */
import * as z from 'zod';
import { DEFAULT_IMAGE, IMAGE_NAMES } from '../../shapes/images';
import { about } from '../../shapes/setting';
import type { Role } from '../../shapes/spec';
import { MANAGED_WORDS, managedHosts } from './managed';

/** Hosts in one role: a guard against slips; what a plan can hold is computed. */
const MAX_HOSTS = 1000;

const EC2 = 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide';
const PLACEMENT = { source: `${EC2}/placement-strategies.html#placement-groups-cluster` };

/** Hosts of one role, after references are filled in; what they mount is read for each target: see `mount.ts`. */
export const role: z.ZodType<Omit<Role, 'mount'>> = z.strictObject({
  count: z.int().min(1).max(MAX_HOSTS).default(1).meta(about('Hosts of the role.')),
  instanceType: z
    .string()
    .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, { error: 'an EC2 instance type, e.g. c5n.2xlarge' })
    .optional()
    .meta(about('EC2 instance type; needed where hosts are made.', { examples: ['c5n.2xlarge'] })),
  image: z
    .enum(IMAGE_NAMES)
    .optional()
    .meta(
      about('Image of its hosts; docs/reference/images.md lists them.', {
        default: DEFAULT_IMAGE,
        examples: ['rhel-9'],
      }),
    ),
  placement: z
    .enum(['cluster'])
    .optional()
    .meta(about('`cluster`: its hosts stand close to each other, in the placement group of the stack.', PLACEMENT)),
  managed: managedHosts.optional().meta(about(MANAGED_WORDS)),
  mount: z.unknown().optional(),
});
