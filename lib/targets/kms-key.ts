/** The KMS key of a target's storage. */
import * as z from 'zod';
import { about } from '../shapes/setting';

/**
 * APIs also accept key ids and aliases, but only a key ARN contains the account and Region, which fsxbench checks
 * before it creates anything. Key ids are UUIDs or multi-Region ids (EFS API reference, CreateFileSystem).
 */
const ARN = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32})$/;
const KEY_ARN_TEXT = 'the ARN of a KMS key in the Region, arn:aws:kms:REGION:ACCOUNT:key/ID';
const EXAMPLE_KEY_ARN = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';

const DEFAULT_KEYS = {
  EFS: 'the AWS managed key of EFS in the account',
  FSx: 'the AWS managed key of FSx in the account',
  'S3 Files': 'a key that AWS owns',
} as const;

/**
 * The setting `kmsKeyId`.
 * @param service whose key is the default
 * @param only condition, if only some file systems of the kind accept a key
 * @param data what the key encrypts
 */
export function makeKmsKeyField(
  service: keyof typeof DEFAULT_KEYS,
  source: string,
  only?: string,
  data = 'the stored data',
): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .regex(ARN, { error: `needed here: ${KEY_ARN_TEXT}` })
    .optional()
    .meta(
      about(`Your KMS key, which encrypts ${data}. Default: ${DEFAULT_KEYS[service]}.`, {
        allowed: KEY_ARN_TEXT,
        ...(only === undefined ? {} : { only }),
        source,
        examples: [EXAMPLE_KEY_ARN],
      }),
    );
}
