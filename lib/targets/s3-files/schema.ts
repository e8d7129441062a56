/** Settings of `s3-files`. Amounts have their unit in their name. */
import * as z from 'zod';
import { settings } from '../../shapes/setting';
import { makeKmsKeyField } from '../kms-key';
import words from '../settings.json';

const CREATE_URL = 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_S3Files_CreateFileSystem.html';
/** API reference, ExpirationDataRule. */
const MAX_EXPIRE_DAYS = 365;

export const s3FilesSchema = settings(words['s3-files'], {
  kind: z.literal('s3-files'),
  storedGiB: z.number({ error: 'needed here: GiB that the bucket would store, e.g. 1000; S3 bills them' }).min(0),
  activeGiB: z.number().min(0).optional(),
  expireDays: z.int().min(1).max(MAX_EXPIRE_DAYS).optional(),
  kmsKeyId: makeKmsKeyField(
    'S3 Files',
    CREATE_URL,
    undefined,
    'the file system. Objects in the bucket have the default encryption of S3',
  ),
});

export type S3Files = z.output<typeof s3FilesSchema>;

/** GiB on the high-performance storage; by default all stored data, the highest price. */
export function getActiveGiB({ storedGiB, activeGiB = storedGiB }: S3Files): number {
  return activeGiB;
}
