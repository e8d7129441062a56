/** Settings of `external-ceph`: CephFS, or RBD images, in an external cluster. */
import * as z from 'zod';
import { settings } from '../../shapes/setting';
import words from '../settings.json';
import { EXTERNAL_FIELDS } from '../external-settings';
import { makeAddressField, FOLDER_SETTING, makePathField, makeSecretField } from '../external-storage';

export const CEPH_NETWORK_URL = 'https://docs.ceph.com/en/latest/rados/configuration/network-config-ref/';

/** Names of file systems, pools and users that Ceph's tools accept without quotes. */
const makeNameSetting = (what: string, example: string) =>
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
    error: `${what}: 1 to 64 letters, digits, \`.\`, \`_\` and \`-\`, e.g. ${example}`,
  });

export const cephSchema = settings(words['external-ceph'], {
  kind: z.literal('external-ceph'),
  protocol: z.enum(['cephfs', 'rbd']).default('cephfs'),
  monitors: z
    .array(makeAddressField('A monitor.', ['10.20.0.11']), {
      error: 'needed here: the monitors of the cluster, e.g. [10.20.0.11, 10.20.0.12, 10.20.0.13]',
    })
    .refine(({ length }) => length > 0, { error: 'needed here: at least one monitor, e.g. [10.20.0.11]' })
    .refine(({ length }) => length <= 9, {
      error: ({ input }) => `found ${(input as readonly string[]).length} monitors; allowed: at most 9`,
    }),
  servers: z
    .array(makeAddressField('A server.', ['10.20.0.21']))
    .refine(({ length }) => length <= 100, {
      error: ({ input }) => `found ${(input as readonly string[]).length} servers; allowed: at most 100`,
    })
    .default([]),
  user: makeNameSetting('a user of the cluster, without `client.`', 'fsxbench').default('fsxbench'),
  secret: makeSecretField('key', 'the user', 'ceph').optional(),
  fsname: makeNameSetting('a file system of the cluster', 'cephfs').optional(),
  path: makePathField('Path in the file system that is mounted.', ['/', '/volumes/bench']).optional(),
  folder: FOLDER_SETTING.optional(),
  pool: makeNameSetting('a pool of the cluster', 'bench').optional(),
  sizeGiB: z.int().min(1).max(65_536).optional(),
  ...EXTERNAL_FIELDS,
});

export type ExternalCeph = z.output<typeof cephSchema>;

/** Mount options: the kernel clients have few that matter here. */
export interface CephMount {
  readonly noatime: boolean;
}

export const cephMountSchema: z.ZodType<CephMount> = settings(words['external-ceph-mount'], {
  noatime: z.boolean().default(false),
});
