import { USAGE_READERS } from '../../../lib/aws/admission/quotas';
import type { QuotaService } from '../../../lib/shapes/quota';
import { makeAccount, type TestAccount } from '../account';

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
    const describeInstances: typeof account.aws.ec2.describeInstances = async () => ({
      Reservations: [
        {
          Instances: [
            { InstanceType: 'c5n.large', InstanceLifecycle: 'spot' },
            { InstanceType: 'hpc7g.4xlarge' },
            { InstanceType: 'm5.xlarge' },
            { InstanceType: 'r5.metal' },
            { InstanceType: 't3.micro' },
          ],
        },
      ],
    });
    const aws = { ...account.aws, ec2: { ...account.aws.ec2, describeInstances } };
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
    const { aws } = makeAccount();
    const describeFileSystems: typeof aws.fsx.describeFileSystems = async () => ({
      FileSystems: [{ FileSystemType: 'WINDOWS' }, { FileSystemType: 'LUSTRE', StorageCapacity: 7 }],
    });
    expect(await USAGE_READERS.fsx({ ...aws, fsx: { ...aws.fsx, describeFileSystems } })).toEqual({
      uses: [],
      uncounted: 1,
    });
  });

  it('counts every EFS file system over all pages', async () => {
    const { aws } = makeAccount();
    const made = (SizeInBytes: number) => ({
      OwnerId: '0',
      CreationToken: 't',
      FileSystemId: 'fs-1',
      CreationTime: new Date(0),
      LifeCycleState: 'available' as const,
      NumberOfMountTargets: 0,
      SizeInBytes: { Value: SizeInBytes },
      PerformanceMode: 'generalPurpose' as const,
      ThroughputMode: 'elastic' as const,
      Tags: [],
    });
    const describeFileSystems: typeof aws.efs.describeFileSystems = async ({ Marker }) =>
      Marker === undefined ? { FileSystems: [made(1)], NextMarker: 'more' } : { FileSystems: [made(2)] };
    const { uses } = await USAGE_READERS.elasticfilesystem({ ...aws, efs: { ...aws.efs, describeFileSystems } });
    expect(uses.map(({ of, amount }) => [of, amount])).toEqual([
      ['file systems of EFS', 1],
      ['file systems of EFS', 1],
    ]);
  });
});
