import { deploy, filterByType, getOnly, type Properties } from '../deployed-templates';
import { listDocuments } from '../policies';

const kmsKeyArn = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
const BUCKET = 'arn:aws:s3:::fsxbench-results';
const managed = [{ tagKey: 'fsxbench', tagValue: 'client', roleArn: 'arn:aws:iam::123456789012:role/hosts' }];
const deployed = deploy({ kmsKeyArn, managed, logRetentionDays: '90' });

describe('customer key', () => {
  it('encrypts results bucket, topic and all log groups, which keep lines for logRetentionDays', () => {
    expect(getOnly(deployed, 'AWS::S3::Bucket', 'safety')['BucketEncryption']).toEqual({
      ServerSideEncryptionConfiguration: [
        {
          BucketKeyEnabled: true,
          ServerSideEncryptionByDefault: { KMSMasterKeyID: kmsKeyArn, SSEAlgorithm: 'aws:kms' },
        },
      ],
    });
    expect(getOnly(deployed, 'AWS::SNS::Topic', 'safety')['KmsMasterKeyId']).toBe(kmsKeyArn);
    const groups = filterByType(deployed, 'AWS::Logs::LogGroup').map(({ Properties }) => Properties);
    expect(groups.length).toBeGreaterThan(15);
    expect(groups.map((one) => [one['KmsKeyId'], one['RetentionInDays']])).toEqual(groups.map(() => [kmsKeyArn, 90]));
  });

  it('permits its use through S3 and SNS only, in each policy that reads or writes results, or publishes', () => {
    const uses = { 's3:GetObject': 'kms:Decrypt', 's3:PutObject': 'kms:GenerateDataKey', 'sns:Publish': 'kms:Decrypt' };
    const documents = listDocuments(deployed).filter(({ document }) => document.Statement[0]?.Principal === undefined);
    let found = 0;
    for (const { document } of documents) {
      const statements = document.Statement.map((one) => ({
        actions: [one.Action].flat(),
        resources: [one.Resource ?? []].flat(),
        condition: one.Condition,
      }));
      for (const [call, use] of Object.entries(uses)) {
        const service = call.split(':')[0] ?? '';
        const isUser = statements.some(
          ({ actions, resources }) =>
            actions.includes(call) && resources.some((one) => service === 'sns' || one.startsWith(`${BUCKET}/`)),
        );
        if (!isUser) continue;
        found += 1;
        expect(statements).toContainEqual({
          actions: expect.arrayContaining([use]) as string[],
          resources: [kmsKeyArn],
          condition: { StringEquals: { 'kms:ViaService': expect.stringMatching(`^${service}\\.`) as string } },
        });
      }
    }
    expect(found).toBeGreaterThan(30);
  });

  it('is absent from all policies and resources without the setting', () => {
    const plain = deploy();
    const texts = [plain.safety, plain.bench].map((one) => JSON.stringify(one.toJSON()));
    expect(texts.join('')).not.toContain('KmsMasterKeyId');
    const [group] = filterByType(plain, 'AWS::Logs::LogGroup').map(({ Properties }): Properties => Properties);
    expect(group).toMatchObject({ RetentionInDays: 30 });
    expect(group).not.toHaveProperty('KmsKeyId');
  });
});
