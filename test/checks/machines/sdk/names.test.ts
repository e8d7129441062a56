import { memberComplaint, spelling } from '../../../../checks/machines/sdk/names';

describe('spelling', () => {
  it.each([
    ['FileSystemId', 'FileSystemId'],
    ['stateMachineArn', 'StateMachineArn'],
    ['DNSName', 'DnsName'],
    ['DBInstanceIdentifier', 'DbInstanceIdentifier'],
    ['ACL', 'Acl'],
    ['ETag', 'ETag'],
    ['S3Key', 'S3Key'],
  ])('of %s is certain: %s', (member, name) => {
    expect(spelling(member)).toEqual({ name, certain: true });
  });

  it.each([
    'OpenZFSConfiguration',
    'ThroughputCapacityPerHAPair',
    'ResourceARN',
    'SourceDBClusterIdentifier',
    'kmsKeyID',
  ])('of %s is uncertain', (member) => {
    expect(spelling(member).certain).toBe(false);
  });
});

describe('memberComplaint', () => {
  it('shows no endless list', () => {
    const members = Array.from({ length: 40 }, (_, n) => `Member${n}`);
    expect(memberComplaint('Other', members)).toMatch(/ and 10 more$/);
  });
});
