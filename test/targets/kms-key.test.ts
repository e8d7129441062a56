import { makeKmsKeyField } from '../../lib/targets/kms-key';

const field = makeKmsKeyField('FSx', 'https://docs.aws.amazon.com/');
const ID = '01234567-89ab-cdef-0123-456789abcdef';

it.each([
  `arn:aws:kms:us-east-1:123456789012:key/${ID}`,
  `arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/${ID}`,
  `arn:aws:kms:ap-northeast-1:123456789012:key/mrk-${ID.replaceAll('-', '')}`,
  undefined,
])('accepts %s as a KMS key', (key) => {
  expect(field.parse(key)).toBe(key);
});

it.each([
  'alias/mine',
  'arn:aws:kms:us-east-1:123456789012:alias/mine',
  ID,
  'arn:aws:kms:us-east-1:123456789012:key/1',
  `arn:aws:kms:us-east-1:12345:key/${ID}`,
  `arn:aws:kms:us-east-1:123456789012:key/${ID}\n`,
])('refuses %j: it is no ARN of a KMS key with account and Region', (key) => {
  expect(field.safeParse(key).error?.issues.map(({ message }) => message)).toEqual([
    'needed here: the ARN of a KMS key in the Region, arn:aws:kms:REGION:ACCOUNT:key/ID',
  ]);
});
