import { checkArns } from '../../lib/stacks/arns';

const SECRET = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ceph-AbCdEf';
const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const KEY = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
const ROLE = 'arn:aws:iam::123456789012:role/hosts';
const SETTINGS = {
  secrets: [{ secret: SECRET, servers: ['10.20.0.11'] }],
  hooks: [HOOK],
  kmsKeyArn: KEY,
  ebsKeyArn: KEY,
  managed: [{ tagKey: 'fsxbench', tagValue: 'client', roleArn: ROLE }],
};
const REMEDY = '. Omit roleArn, and grant the access in its own account';

describe('checkArns', () => {
  it.each([{}, { account: '123456789012', region: 'us-east-1' }])('accepts ARNs of the stacks in %j', (here) => {
    expect(checkArns(SETTINGS, here)).toEqual([]);
  });

  it('refuses ARNs of another account, but no key of volumes', () => {
    const other = 'belongs to account 123456789012, but the stacks go to account 210987654321';
    expect(checkArns(SETTINGS, { account: '210987654321', region: 'us-east-1' })).toEqual([
      `secrets has ${SECRET}, which ${other}`,
      `hooks has ${HOOK}, which ${other}`,
      `kmsKeyArn has ${KEY}, which ${other}`,
      `managed has ${ROLE}, which ${other}${REMEDY}`,
    ]);
  });

  it('refuses ARNs of another Region', () => {
    const other = 'belongs to us-east-1, but the stacks go to eu-west-1';
    expect(checkArns(SETTINGS, { region: 'eu-west-1' })).toEqual([
      `secrets has ${SECRET}, which ${other}`,
      `hooks has ${HOOK}, which ${other}`,
      `kmsKeyArn has ${KEY}, which ${other}`,
      `ebsKeyArn has ${KEY}, which ${other}`,
    ]);
  });

  it.each(['aws-cn', 'aws-us-gov'])('refuses ARNs of the partition %s in us-east-1', (partition) => {
    const moveArns = (text: string): string => text.replaceAll('arn:aws:', `arn:${partition}:`);
    const moved = JSON.parse(moveArns(JSON.stringify(SETTINGS))) as typeof SETTINGS;
    const other = `belongs to the partition ${partition}, but us-east-1 is in the partition aws`;
    const regional = ['secrets', 'hooks', 'kmsKeyArn', 'ebsKeyArn'].map((name, index) =>
      moveArns(`${name} has ${[SECRET, HOOK, KEY, KEY][index] ?? ''}, which ${other}`),
    );
    const role = moveArns(`managed has ${ROLE}, which ${other}${REMEDY}`);
    expect(checkArns(moved, { account: '123456789012', region: 'us-east-1' })).toEqual([...regional, role]);
    // The Region of an ARN has one partition, wherever the stacks go.
    expect(checkArns(moved, {})).toEqual(regional);
  });

  it.each([
    ['aws-us-gov', 'us-gov-west-1'],
    ['aws-cn', 'cn-north-1'],
  ])('accepts ARNs of %s in %s', (partition, region) => {
    const moved = JSON.stringify(SETTINGS).replaceAll('arn:aws:', `arn:${partition}:`).replaceAll('us-east-1', region);
    expect(checkArns(JSON.parse(moved) as typeof SETTINGS, { account: '123456789012', region })).toEqual([]);
  });
});
