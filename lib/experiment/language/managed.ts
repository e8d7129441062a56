/** Managed hosts: they exist, are registered with Systems Manager and carry a tag, by which a role names them. */
import * as z from 'zod';
import { about } from '../../shapes/setting';
import type { ManagedTag } from '../../shapes/managed';

/**
 * Letters and signs of tags that all of Systems Manager, EC2 and IAM take (EC2 guide, Tag restrictions), and no others:
 * blanks and `*` would mean something else in a filter or a policy.
 */
const KEY = /^(?!aws:|fsxbench:)[A-Za-z0-9_.:/=+@-]{1,128}$/;
const VALUE = /^[A-Za-z0-9_.:/=+@-]{1,256}$/;
const TAG_RULE = 'one key and its value, e.g. { fsxbench: client }';
const SIGNS = 'letters, digits and `_ . : / = + @ -`';

export const MANAGED_WORDS =
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
