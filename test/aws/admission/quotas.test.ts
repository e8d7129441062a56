import { refuseAboveQuotas } from '../../../lib/aws/admission/quotas';
import { EXIT, findRefusalCode } from '../../../lib/cli/exit-code';
import type { QuotaUse } from '../../../lib/shapes/quota';
import { listHostQuotas } from '../../../lib/targets/host-quotas';
import { listLustreQuotas as lustreQuotas } from '../../../lib/targets/fsx-lustre/quotas';
import { lustreSchema } from '../../../lib/targets/fsx-lustre/schema';
import { makeAccount, type TestAccount } from '../account';
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
