/** Mounts of S3 Files by AWS's mount helper, which always uses TLS and IAM. */
import * as z from 'zod';
import { fillText } from '../shapes/problem';
import { isAmazonLinux, type ImageName } from '../shapes/images';
import { metadata, settings } from '../shapes/setting';
import type { MountRefusal } from './contract';
import type { KernelMount } from './kernel-mount';
import texts from './messages.json';
import { diffNfsMount, formatNfsOptions, toMountValues, type NfsMount, nfsMountSettings } from './nfs-mount';
import words from './settings.json';

/** Prerequisites: amazon-efs-utils 3.0.0 or later. The helper supplies NFS 4.2 and refuses 4.0. */
export const S3_FILES_CLIENT_URL =
  'https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-files-prereq-policies.html';

/** Maximum of one host: 3 GiB/s. https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-files-performance.html */
export const S3_FILES_HOST_BYTES = 3 * 1024 ** 3;

const NFS_VERSIONS: readonly string[] = ['4.1', '4.2'];

/** NFS 4.1 or 4.2 with one connection to the helper's proxy on the host. */
export const s3FilesMountSchema: z.ZodType<NfsMount> = settings(words['s3-files-mount'], {
  ...nfsMountSettings,
  nfsvers: z
    .union([z.string(), z.number()], { error: 'needed here: 4.1 or 4.2' })
    .transform(String)
    .refine((version): version is '4.1' | '4.2' => NFS_VERSIONS.includes(version), {
      error: ({ input }) => `found ${String(input)}; S3 Files supports NFS 4.1 and 4.2 (${S3_FILES_CLIENT_URL})`,
    })
    .default('4.2')
    .meta(metadata({ editor: { enum: [...NFS_VERSIONS, 4.1, 4.2] } })),
  nconnect: z
    .int()
    .refine((connections) => connections === 1, {
      error: ({ input }) => fillText(texts.oneProxyConnection, { input: String(input) }),
    })
    .default(1),
});

/** Defaults of the mount helper, in addition to common options. */
const HELPER_OPTIONS = ['noresvport', 'retrans=2'];

/** Variables of mount scripts. The helper adds `tls` and `iam`; a mount has one connection without `nconnect`. */
export function toS3FilesVariables(mount: NfsMount): Readonly<Record<string, string>> {
  const options = formatNfsOptions(mount)
    .split(',')
    .filter((option) => !option.startsWith('nconnect='));
  return toMountValues(mount, [...options, ...HELPER_OPTIONS].join(','));
}

/** Address of the helper's proxy, from which the kernel mounts. */
const PROXY_ADDRESS = '127.0.0.1:';

export function diffS3FilesMount(mount: NfsMount, kernel: KernelMount): readonly string[] {
  const wrong = diffNfsMount(mount, kernel);
  if (kernel.type === '' || kernel.source.startsWith(PROXY_ADDRESS)) return wrong;
  return [...wrong, `the kernel mounts ${kernel.source}, which is not the proxy of the mount helper`];
}

/** Caveat about results: the S3 guide, Working with Amazon S3 Files. */
export const DIRECT_READS =
  'reads of at least 128 KiB come directly from the bucket once data is synchronized, smaller ones from S3 Files';

/** Scripts install the mount helper from package repositories that only Amazon Linux has. */
export function refuseOtherImages(image: ImageName): MountRefusal | undefined {
  if (isAmazonLinux(image)) return undefined;
  return { sure: true, why: texts.onlyAmazonS3Files, source: S3_FILES_CLIENT_URL };
}
