import { USAGE_READERS } from '../../../lib/aws/admission/quotas';
import type { QuotaService } from '../../../lib/shapes/quota';
import { makeAccount, type TestAccount } from '../account';
import { changeAnswer } from '../answers';

async function sumUses(account: TestAccount, service: QuotaService): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { of, amount } of (await USAGE_READERS[service](account.aws)).uses) sums[of] = (sums[of] ?? 0) + amount;
  return sums;
}

describe('usage of quotas in an account', () => {
  it('sums the vCPUs and volume sizes of running instances over all pages', async () => {
    const account = makeAccount();
    const ids = await account.instances(7);
    expect(await sumUses(account, 'ec2')).toEqual({ vCPUs: 14 });
    expect(await sumUses(account, 'ebs')).toEqual({ 'GiB of gp3 volumes': 56 });
    await account.terminate(...ids.slice(0, 5));
    expect(await sumUses(account, 'ec2')).toEqual({ vCPUs: 4 });
  });

  it('excludes Spot Instances and reports instances of unknown types as uncounted', async () => {
    const account = makeAccount();
    const spot = { InstanceType: 'c5n.large', InstanceLifecycle: 'spot' } as const;
    const types = ['hpc7g.4xlarge', 'm5.xlarge', 'r5.metal', 't3.micro'] as const;
    const Instances = [spot, ...types.map((InstanceType) => ({ InstanceType }))];
    const aws = changeAnswer(account.aws, 'ec2', 'describeInstances', () => ({ Reservations: [{ Instances }] }));
    const { uses, uncounted } = await USAGE_READERS.ec2(aws);
    expect(uncounted).toBe(1);
    expect(uses.map(({ of, amount }) => [of, amount])).toEqual([
      ['vCPUs of HPC instances', 16],
      ['vCPUs', 4 + 2],
    ]);
  });

  it('counts each FSx file system under the quotas of its deployment type', async () => {
    const account = makeAccount();
    for (const _ of [1, 2, 3]) await account.fileSystem();
    expect(await sumUses(account, 'fsx')).toEqual({
      'GiB of scratch types': 3600,
      'Lustre file systems of scratch types': 3,
    });
  });

  it('reports FSx file systems that cannot be classified as uncounted, and ignores Windows ones', async () => {
    const FileSystems = [{ FileSystemType: 'WINDOWS' }, { FileSystemType: 'LUSTRE', StorageCapacity: 7 }] as const;
    const aws = changeAnswer(makeAccount().aws, 'fsx', 'describeFileSystems', () => ({
      FileSystems: [...FileSystems],
    }));
    expect(await USAGE_READERS.fsx(aws)).toEqual({
      uses: [],
      uncounted: 1,
    });
  });

  it('counts every EFS file system over all pages', async () => {
    const account = makeAccount();
    for (const CreationToken of ['one', 'two', 'three'])
      await account.byHand('efs', 'CreateFileSystem', { CreationToken });
    await account.pass(60_000);
    const { uses } = await USAGE_READERS.elasticfilesystem(account.aws);
    expect(uses.map(({ of, amount }) => [of, amount])).toEqual(uses.map(() => ['file systems of EFS', 1]));
    expect([uses.length, account.inputs('DescribeFileSystems').length]).toEqual([3, 2]);
  });
});
