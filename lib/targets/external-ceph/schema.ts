/** Settings of `external-ceph`: CephFS, or images of RBD, in a cluster that others own. */
import * as z from 'zod';
import { about } from '../../shapes/setting';
import { ELSEWHERE } from '../elsewhere';
import { addressSetting, FOLDER_SETTING, pathSetting, secretArn } from '../foreign';

const MOUNT_CEPH = 'https://docs.ceph.com/en/latest/man/8/mount.ceph/';
const RBD = 'https://docs.ceph.com/en/latest/man/8/rbd/';
const SECRETS = 'https://docs.aws.amazon.com/secretsmanager/latest/userguide/create_secret.html';
export const NETWORK = 'https://docs.ceph.com/en/latest/rados/configuration/network-config-ref/';

/** Names of file systems, pools and users, as Ceph's own tools take them without quotes. */
const name = (what: string, example: string) =>
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
    error: `${what}: 1 to 64 letters, digits, \`.\`, \`_\` and \`-\`, e.g. ${example}`,
  });

export const schema = z.strictObject({
  kind: z.literal('external-ceph'),
  protocol: z
    .enum(['cephfs', 'rbd'])
    .default('cephfs')
    .meta(
      about(
        '`cephfs`: a folder of a file system, shared by the hosts. `rbd`: an image for each host, with xfs on it.',
        {
          examples: ['cephfs', 'rbd'],
        },
      ),
    ),
  monitors: z
    .array(addressSetting('A monitor.', ['10.20.0.11']), {
      error: 'needed here: the monitors of the cluster, e.g. [10.20.0.11, 10.20.0.12, 10.20.0.13]',
    })
    .refine(({ length }) => length > 0, { error: 'needed here: at least one monitor, e.g. [10.20.0.11]' })
    .refine(({ length }) => length <= 9, {
      error: ({ input }) => `found ${(input as readonly string[]).length} monitors; name at most 9, those to ask`,
    })
    .meta(
      about('Monitors of the cluster, as hosts reach them at TCP 6789: names or IPv4 addresses, without ports.', {
        source: NETWORK,
        examples: [['10.20.0.11', '10.20.0.12', '10.20.0.13']],
      }),
    ),
  servers: z
    .array(addressSetting('A server.', ['10.20.0.21']))
    .refine(({ length }) => length <= 100, {
      error: ({ input }) => `found ${(input as readonly string[]).length} servers; allowed: at most 100`,
    })
    .default([])
    .meta(
      about(
        'Servers beside the monitors to which hosts must be let out: those of OSDs and metadata servers, which ' +
          'answer at TCP 6800 to 7568.',
        { source: NETWORK },
      ),
    ),
  user: name('a user of the cluster, without `client.`', 'fsxbench')
    .default('fsxbench')
    .meta(about('User of the cluster, without `client.`.', { source: MOUNT_CEPH, examples: ['fsxbench'] })),
  secret: secretArn('key', 'the user', 'ceph')
    .optional()
    .meta(
      about(
        'ARN of a secret of Secrets Manager whose text is the key of the user. The deployment must name it ' +
          '(context `secrets`), and only hosts that mount the target read it. Left out: the cluster asks for no key.',
        { source: SECRETS, examples: ['arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf'] },
      ),
    ),
  fsname: name('a file system of the cluster', 'cephfs')
    .optional()
    .meta(
      about('File system of the cluster. Left out: its default.', {
        only: 'with `protocol: cephfs`',
        source: MOUNT_CEPH,
        examples: ['cephfs'],
      }),
    ),
  path: pathSetting('Path in the file system that is mounted.', ['/', '/volumes/bench'])
    .optional()
    .meta(
      about('Path in the file system that is mounted. Left out: `/`.', {
        only: 'with `protocol: cephfs`',
        examples: ['/', '/volumes/bench'],
      }),
    ),
  folder: FOLDER_SETTING.optional().meta(
    about(
      'A folder that is there and free to write. Each rig makes a folder of its own in it, `fsxbench-…`, and ' +
        'removes that one; nothing else is touched.',
      { only: 'with `protocol: cephfs`', needed: 'with `protocol: cephfs`', examples: ['bench', '.'] },
    ),
  ),
  pool: name('a pool of the cluster', 'bench')
    .optional()
    .meta(
      about(
        'Pool that is free to write. Each host has an image of its own in it, `fsxbench-…`, made and removed; no ' +
          'other image is touched.',
        { only: 'with `protocol: rbd`', needed: 'with `protocol: rbd`', source: RBD, examples: ['bench'] },
      ),
    ),
  sizeGiB: z
    .int()
    .min(1)
    .max(65_536)
    .optional()
    .meta(
      about('Size of each image, GiB; a pool gives space as it is written.', {
        only: 'with `protocol: rbd`',
        needed: 'with `protocol: rbd`',
        source: RBD,
        examples: [100],
      }),
    ),
  ...ELSEWHERE,
});

export type ExternalCeph = z.output<typeof schema>;

/** How hosts mount it: the kernel's clients know little that matters here. */
export interface CephMount {
  readonly noatime: boolean;
}

export const mountSchema: z.ZodType<CephMount> = z.strictObject({
  noatime: z
    .boolean()
    .default(false)
    .meta(about('Reads do not write access times.', { source: 'https://man7.org/linux/man-pages/man8/mount.8.html' })),
});
