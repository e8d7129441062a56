import { listHostQuotas } from '../../lib/targets/host-quotas';

const used = (...roles: Parameters<typeof listHostQuotas>[0]): [string, number][] =>
  listHostQuotas(roles).map(({ of, amount }) => [of, amount]);

describe('what hosts take up', () => {
  it('is the processors of all, and a root volume each', () => {
    expect(
      used(
        { count: 3, instanceType: 'c5n.2xlarge' },
        { count: 2, instanceType: 't3.small' },
        { count: 1, instanceType: 'c5n.metal' },
      ),
    ).toEqual([
      ['vCPUs', 3 * 8 + 2 * 2 + 72],
      ['GiB of gp3 volumes', 6 * 8],
    ]);
  });

  it('is the volumes of each type, and the operations of io2', () => {
    const disk = (VolumeType: string, VolumeSize: number, Iops: number) => ({
      copy: 'c1',
      volume: 1,
      device: '/dev/sdf',
      disk: { VolumeType, VolumeSize, Iops },
    });
    const disks = [disk('gp3', 100, 3000), disk('io2', 200, 5000), disk('io2', 300, 7000)];
    expect(used({ count: 2, instanceType: 'm5.large', disks })).toEqual([
      ['vCPUs', 4],
      ['GiB of gp3 volumes', 2 * (8 + 100)],
      ['GiB of io2 volumes', 2 * 500],
      ['IOPS of io2 volumes', 2 * 12_000],
    ]);
  });

  it('leaves out what nobody knows the processors of, so that no assumed number refuses anybody', () => {
    const roles = ['t3.micro', 'c7i.48xlarge', 'r5.metal'].map((instanceType) => ({ count: 1, instanceType }));
    expect(used(...roles)).toEqual([
      ['vCPUs', 2 + 192],
      ['GiB of gp3 volumes', 3 * 8],
    ]);
    expect(used({ count: 1, instanceType: 'r5.metal' })).toEqual([['GiB of gp3 volumes', 8]]);
  });

  it('is nothing on this machine', () => {
    expect(used({ count: 4, instanceType: 'local' })).toEqual([]);
  });
});
