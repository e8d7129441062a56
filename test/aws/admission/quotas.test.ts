import { refuseAboveQuotas, USAGE_READERS } from '../../../lib/aws/admission/quotas';
import { EXIT, findRefusalCode } from '../../../lib/cli/exit-code';
import type { QuotaService, QuotaUse } from '../../../lib/shapes/quota';
import { listHostQuotas } from '../../../lib/targets/host-quotas';
import { listLustreQuotas as lustreQuotas } from '../../../lib/targets/fsx-lustre/quotas';
import { lustreSchema } from '../../../lib/targets/fsx-lustre/schema';
import { makeAccount, type TestAccount } from '../account';
import { changeAnswer } from '../answers';
import cases from './quotas.cases.json';

const REGION = 'us-east-1';
const STANDARD = 'L-1216C47A';
const HOSTS = listHostQuotas([{ count: 2, instanceType: 'c5n.2xlarge' }]);
const LUSTRE = lustreQuotas(lustreSchema.parse({ kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 2400 }));

const makePlan = (...takesUp: readonly QuotaUse[]): Parameters<typeof refuseAboveQuotas>[0] => ({
  takesUp,
  plan: { region: REGION },
});
async function checkQuotas(account: TestAccount, ...takesUp: readonly QuotaUse[]): Promise<Error | null> {
  return refuseAboveQuotas(makePlan(...takesUp), account.context()).then(
    () => null,
    (error: unknown) => error as Error,
  );
}

describe('refuseAboveQuotas with quotas that are too small', () => {
  it('lists every exceeded quota with its usage, the need, and the command that requests an increase', async () => {
    const account = makeAccount({ quotas: { [STANDARD]: 16, 'L-AD2FC696': 3000, 'L-C48231E5': 100 } });
    // A c5n.large of two processors, and a file system of 1200 GiB.
    await account.instance();
    await account.fileSystem();
    const error = await checkQuotas(account, ...HOSTS, ...LUSTRE);
    expect(error?.name).toBe('QuotaTooSmall');
    expect(findRefusalCode(error?.name)).toBe(EXIT.refused);
    expect(error?.message.split('\n')).toEqual(cases.told);
  });

  it('requests the increase in the unit of the quota: TiB of volumes', async () => {
    const disk = { copy: 'c1', volume: 1, device: '/dev/sdf', disk: { VolumeType: 'gp3', VolumeSize: 1500 } };
    const takesUp = listHostQuotas([{ count: 1, instanceType: 'c5n.large', disks: [disk] }]);
    const error = await checkQuotas(makeAccount({ quotas: { 'L-7A658B76': 1 } }), ...takesUp);
    expect(error?.message).toContain(
      '  Storage for General Purpose SSD (gp3) volumes, in TiB (ebs L-7A658B76): 1024 GiB of gp3 volumes, 0 in use, ' +
        '1508 needed',
    );
    expect(error?.message).toContain('--quota-code L-7A658B76 --desired-value 2');
  });
});

describe('refuseAboveQuotas', () => {
  it('accepts a plan that uses the quotas exactly to their limits', async () => {
    const account = makeAccount({ quotas: { [STANDARD]: 18, 'L-AD2FC696': 3600, 'L-C48231E5': 2 } });
    await account.instance();
    await account.fileSystem();
    expect(await checkQuotas(account, ...HOSTS, ...LUSTRE)).toBeNull();
    expect(account.logged).toEqual([]);
  });

  it('uses the default quota when the account has no applied value', async () => {
    const account = makeAccount({ quotas: { [STANDARD]: null } });
    expect(await checkQuotas(account, ...HOSTS)).toBeNull();
    expect(account.called()).toContain('servicequotas:GetAWSDefaultServiceQuota');
  });

  it.each(['AccessDeniedException', 'TooManyRequestsException'])(
    'accepts the plan and logs a warning when GetServiceQuota fails with %s',
    async (name) => {
      const account = makeAccount({ quotas: { [STANDARD]: 0 } });
      account.refuse('GetServiceQuota', name);
      expect(await checkQuotas(account, ...HOSTS)).toBeNull();
      expect(account.logged.map(({ message }) => message)).toEqual([
        'quota L-1216C47A unchecked: the call failed',
        'quota L-7A658B76 unchecked: the call failed',
      ]);
    },
  );

  it('compares the plan alone with the quotas when the current usage cannot be read', async () => {
    const checkBlind = async (vcpus: number): Promise<unknown> => {
      const account = makeAccount({ quotas: { [STANDARD]: vcpus } });
      account.refuse('DescribeInstances', 'UnauthorizedOperation');
      const error = await checkQuotas(account, ...HOSTS);
      return [error?.name, ...account.logged.map(({ message }) => message)];
    };
    const warning = 'current quota usage could not be read; quotas were checked against the plan alone';
    expect(await checkBlind(16)).toEqual([undefined, warning]);
    expect(await checkBlind(15)).toEqual(['QuotaTooSmall', warning]);
  });

  it('skips a quota without a quota code and logs a warning', async () => {
    const account = makeAccount();
    expect(await checkQuotas(account, { of: 'wheels', amount: 5, most: 4, source: 'nowhere' })).toBeNull();
    expect(account.called()).toEqual([]);
    const message = 'some quotas were not checked: their codes are unknown';
    expect(account.logged).toEqual([{ level: 'warn', message }]);
  });

  it('checks no quotas in local runs', async () => {
    const account = makeAccount({ quotas: { [STANDARD]: 0 } });
    await refuseAboveQuotas(makePlan(...HOSTS), account.context({ local: true }));
    expect(account.called()).toEqual([]);
  });
});

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
    const types = ['hpc7g.4xlarge', 'm5.xlarge', 'mac1.metal', 't3.micro'] as const;
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
