import { listHostQuotas, listInstanceQuotas, listVolumeQuotas } from '../../lib/targets/host-quotas';
import recorded from '../../lib/targets/instance-tables/recorded.json';

const listAmounts = (...roles: Parameters<typeof listHostQuotas>[0]): [string, number][] =>
  listHostQuotas(roles).map(({ of, amount }) => [of, amount]);

describe('listHostQuotas and listVolumeQuotas', () => {
  it('counts the vCPUs of all hosts and a root volume of 8 GiB for each', () => {
    expect(
      listAmounts(
        { count: 3, instanceType: 'c5n.2xlarge' },
        { count: 2, instanceType: 't3.small' },
        { count: 1, instanceType: 'c5n.metal' },
      ),
    ).toEqual([
      ['vCPUs', 3 * 8 + 2 * 2 + 72],
      ['GiB of gp3 volumes', 6 * 8],
    ]);
  });

  it('counts GiB by volume type, and provisioned IOPS of io2', () => {
    const disk = (VolumeType: string, VolumeSize: number, Iops: number) => ({
      copy: 'c1',
      volume: 1,
      device: '/dev/sdf',
      disk: { VolumeType, VolumeSize, Iops },
    });
    const disks = [disk('gp3', 100, 3000), disk('io2', 200, 5000), disk('io2', 300, 7000)];
    expect(listAmounts({ count: 2, instanceType: 'm5.large', disks })).toEqual([
      ['vCPUs', 4],
      ['GiB of gp3 volumes', 2 * (8 + 100)],
      ['GiB of io2 volumes', 2 * 500],
      ['IOPS of io2 volumes', 2 * 12_000],
    ]);
  });

  it('uses a separate quota code for each volume type, and IOPS quotas for io1 and io2', () => {
    const uses = (['gp3', 'gp2', 'io2', 'io1', 'st1', 'sc1'] as const).flatMap((VolumeType) =>
      listVolumeQuotas([{ count: 3, disk: { VolumeType, VolumeSize: 1000, Iops: 60_000 } }]),
    );
    expect(uses.map(({ of, amount, most, quota }) => [of, amount, most, quota?.code])).toEqual([
      ['GiB of gp3 volumes', 3000, 51_200, 'L-7A658B76'],
      ['GiB of gp2 volumes', 3000, 51_200, 'L-D18FCD1D'],
      ['GiB of io2 volumes', 3000, 20_480, 'L-09BD8365'],
      ['IOPS of io2 volumes', 180_000, 100_000, 'L-8D977E7E'],
      ['GiB of io1 volumes', 3000, 51_200, 'L-FD252861'],
      ['IOPS of io1 volumes', 180_000, 300_000, 'L-B3A130E6'],
      ['GiB of st1 volumes', 3000, 51_200, 'L-82ACEF56'],
      ['GiB of sc1 volumes', 3000, 51_200, 'L-17AF77E8'],
    ]);
  });

  it('leaves out instance types with unknown vCPUs, so that no guess causes a refusal', () => {
    const roles = ['t3.micro', 'c7i.48xlarge', 'z9.metal'].map((instanceType) => ({ count: 1, instanceType }));
    expect(listAmounts(...roles)).toEqual([
      ['vCPUs', 2 + 192],
      ['GiB of gp3 volumes', 3 * 8],
    ]);
    expect(listAmounts({ count: 1, instanceType: 'z9.metal' })).toEqual([['GiB of gp3 volumes', 8]]);
  });

  it('counts the vCPUs of all recorded types under the quota of their letters', () => {
    const types = Object.keys(recorded.types).map((instanceType) => ({ count: 1, instanceType }));
    const letters = new Map<string, Set<string>>();
    for (const type of types) {
      const [{ of } = { of: '' }] = listInstanceQuotas([type]);
      letters.set(of, (letters.get(of) ?? new Set()).add(/^[a-z]+/.exec(type.instanceType)?.[0] ?? ''));
    }
    // AWS: all standard instances (A, C, D, H, I, M, R, T, Z).
    expect([...(letters.get('vCPUs') ?? [])].sort().join(' ')).toBe('a c d h i im is m r t z');
    expect([...letters.keys()].filter((of) => of !== 'vCPUs').sort()).toEqual(
      ['DL', 'F', 'G and VT', 'HPC', 'High Memory', 'Inf', 'P', 'Trn', 'X'].map((name) => `vCPUs of ${name} instances`),
    );
  });

  it('returns an empty list for hosts of type local', () => {
    expect(listAmounts({ count: 4, instanceType: 'local' })).toEqual([]);
  });
});
