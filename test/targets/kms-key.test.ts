import { makeKmsKeyField } from '../../lib/targets/kms-key';

const field = makeKmsKeyField('FSx', 'https://docs.aws.amazon.com/');
const ID = '01234567-89ab-cdef-0123-456789abcdef';

const ARN = 'arn:aws:kms:us-east-1:123456789012';
const MESSAGE = 'needed here: the ARN of a KMS key in the Region, arn:aws:kms:REGION:ACCOUNT:key/ID';

it.each([
  [`${ARN}:key/${ID}`, true],
  [`arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/${ID}`, true],
  [`arn:aws:kms:ap-northeast-1:123456789012:key/mrk-${ID.replaceAll('-', '')}`, true],
  [undefined, true],
  ['alias/mine', false],
  [`${ARN}:alias/mine`, false],
  [ID, false],
  [`${ARN}:key/1`, false],
  [`arn:aws:kms:us-east-1:12345:key/${ID}`, false],
  [`${ARN}:key/${ID}\n`, false],
])('accepts %j as the ARN of a KMS key with account and Region: %s', (key, accepted) => {
  const { data, error } = field.safeParse(key);
  expect([data, error?.issues.map(({ message }) => message)]).toEqual(
    accepted ? [key, undefined] : [undefined, [MESSAGE]],
  );
});
