/** What a role of the fleet may say of its hosts: made ones, or managed ones, which it names by a tag. */
import * as z from 'zod';
import { DEFAULT_IMAGE, IMAGE_NAMES } from '../../shapes/images';
import { metadata, settings } from '../../shapes/setting';
import words from './settings.json';
import type { ManagedTag } from '../../shapes/managed';
import type { Role } from '../../shapes/spec';

/** Hosts in one role: a guard against slips; what a plan can hold is computed. */
const MAX_HOSTS = 1000;

/**
 * Letters and signs of tags that all of Systems Manager, EC2 and IAM take (EC2 guide, Tag restrictions), and no others:
 * blanks and `*` would mean something else in a filter or a policy.
 */
const KEY = /^(?!aws:|fsxbench:)[A-Za-z0-9_.:/=+@-]{1,128}$/;
const VALUE = /^[A-Za-z0-9_.:/=+@-]{1,256}$/;
const TAG_RULE = 'one key and its value, e.g. { fsxbench: client }';
const SIGNS = 'letters, digits and `_ . : / = + @ -`';

/** The setting `managed` of a role. */
export const managedHosts = settings(words.managed, {
  tag: z
    .record(
      z.string().regex(KEY, { error: `a tag of ${SIGNS}, which does not begin with \`aws:\` or \`fsxbench:\`` }),
      z.string().regex(VALUE, { error: `the value of a tag: ${SIGNS}` }),
      { error: TAG_RULE },
    )
    .refine((tag) => Object.keys(tag).length === 1, {
      error: ({ input }) => `found ${Object.keys(input as object).length} tags; needed here: ${TAG_RULE}`,
    })
    .meta(metadata({ allowed: TAG_RULE })),
});

/** The tag of a role's hosts; undefined where they are made. */
export function tagOf(managed: { readonly tag: Readonly<Record<string, string>> } | undefined): ManagedTag | undefined {
  const [pair] = Object.entries(managed?.tag ?? {});
  return pair === undefined ? undefined : { key: pair[0], value: pair[1] };
}

/** Hosts of one role, after references are filled in; what they mount is read for each target: see `mount.ts`. */
export const role: z.ZodType<Omit<Role, 'mount'>> = settings(words.role, {
  count: z.int().min(1).max(MAX_HOSTS).default(1),
  instanceType: z
    .string()
    .regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, { error: 'an EC2 instance type, e.g. c5n.2xlarge' })
    .optional(),
  image: z
    .enum(IMAGE_NAMES)
    .optional()
    .meta(metadata({ default: DEFAULT_IMAGE })),
  placement: z.enum(['cluster']).optional(),
  managed: managedHosts.optional(),
  mount: z.unknown().optional(),
});
