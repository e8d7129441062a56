/** What a role of the fleet may say of its hosts: made ones, or managed ones, which it names by a tag. */
import * as z from 'zod';
import { DEFAULT_IMAGE, IMAGE_NAMES } from '../../shapes/images';
import { about } from '../../shapes/setting';
import type { ManagedTag } from '../../shapes/managed';
import type { Role } from '../../shapes/spec';

/** Hosts in one role: a guard against slips; what a plan can hold is computed. */
const MAX_HOSTS = 1000;

const EC2 = 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide';
const PLACEMENT = { source: `${EC2}/placement-strategies.html#placement-groups-cluster` };

/**
 * Letters and signs of tags that all of Systems Manager, EC2 and IAM take (EC2 guide, Tag restrictions), and no others:
 * blanks and `*` would mean something else in a filter or a policy.
 */
const KEY = /^(?!aws:|fsxbench:)[A-Za-z0-9_.:/=+@-]{1,128}$/;
const VALUE = /^[A-Za-z0-9_.:/=+@-]{1,256}$/;
const TAG_RULE = 'one key and its value, e.g. { fsxbench: client }';
const SIGNS = 'letters, digits and `_ . : / = + @ -`';

const MANAGED_WORDS =
  'Hosts that exist and are registered with Systems Manager, by their tag: leased for the execution, cleaned and ' +
  'given back, never ended.';

/** The setting `managed` of a role. */
export const managedHosts = z.strictObject({
  tag: z
    .record(
      z.string().regex(KEY, { error: `a tag of ${SIGNS}, which does not begin with \`aws:\` or \`fsxbench:\`` }),
      z.string().regex(VALUE, { error: `the value of a tag: ${SIGNS}` }),
      { error: TAG_RULE },
    )
    .refine((tag) => Object.keys(tag).length === 1, {
      error: ({ input }) => `found ${Object.keys(input as object).length} tags; needed here: ${TAG_RULE}`,
    })
    .meta(about('Key and value of the tag that they carry.', { allowed: TAG_RULE })),
});

/** The tag of a role's hosts; undefined where they are made. */
export function tagOf(managed: { readonly tag: Readonly<Record<string, string>> } | undefined): ManagedTag | undefined {
  const [pair] = Object.entries(managed?.tag ?? {});
  return pair === undefined ? undefined : { key: pair[0], value: pair[1] };
}

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
