import { readSpecObject } from '../../../../lib/experiment/reading/read';
import { fioOf, lustreSpec, persistent } from '../../real-spec';

const EBS = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 640 };
const about = (changes: Record<string, unknown>, codes = ['DiskOfOneHost', 'DiskOfOthers']): string[] =>
  readSpecObject(lustreSpec(changes))
    .problems.filter(({ code }) => codes.includes(code))
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);
const fleet = (count: number): object => ({ client: { count, instanceType: 'c5n.2xlarge' } });

describe('a target that is a disk of a host', () => {
  it('is one of one host, beside whatever else is measured', () => {
    expect(about({ targets: { disk: EBS }, fleet: fleet(1) })).toEqual([]);
  });

  it('is refused for several hosts, which would be several targets', () => {
    expect(about({ targets: { disk: EBS }, fleet: fleet(3) })).toEqual([
      expect.stringMatching(/^error targets\.disk\.roles: found client, which have 3 hosts; a volume is a disk of one/),
    ]);
  });

  it('is refused for a role that is not there', () => {
    expect(about({ targets: { disk: { ...EBS, roles: ['broker'] } }, fleet: fleet(1) })).toEqual([
      'error targets.disk.roles: found broker; the fleet has client',
    ]);
  });

  describe('that hosts come with', () => {
    const codes = ['DiskOfOneHost', 'DiskOfOthers', 'NoOwnDisks', 'UnknownOwnDisks'];
    const own = (roles?: readonly string[]): object => ({
      own: { kind: 'instance-store', ...(roles ? { roles } : {}) },
    });
    const of = (instanceType: string, count = 3): object => ({ client: { count, instanceType } });

    it('is one of every host that mounts', () => {
      expect(about({ targets: own(), fleet: of('i3en.2xlarge') }, codes)).toEqual([]);
      expect(about({ targets: own(['client']), fleet: of('i4i.large') }, codes)).toEqual([]);
    });

    it('is refused on types that have none', () => {
      expect(about({ targets: own(), fleet: of('c5n.2xlarge') }, codes)).toEqual([
        'error fleet.client.instanceType: found c5n.2xlarge, which has no disks of its own (instance store); ' +
          '`instance-store` needs a type that comes with NVMe disks, e.g. i3en.large, i3en.xlarge, i3en.2xlarge',
      ]);
    });

    it('is doubted on types of which nothing is known', () => {
      expect(about({ targets: own(), fleet: of('m6gd.large') }, codes)).toEqual([
        'warning fleet.client.instanceType: nothing is known here of disks that m6gd.large may come with: its hosts ' +
          'look for them, and fail where there are none. The EC2 instance types guide says which types have instance ' +
          'store volumes',
      ]);
    });

    it('is asked of no hosts that mount nothing, or do not use it', () => {
      const idle = { ...of('i3en.large'), driver: { count: 1, instanceType: 't3.small', mount: 'none' } };
      const fio = { fio: { ...fioOf('8 GiB'), role: 'client' } };
      expect(about({ targets: own(), fleet: idle, workloads: fio }, codes)).toEqual([]);
      const other = { ...of('i3en.large'), other: { count: 1, instanceType: 't3.small' } };
      expect(about({ targets: own(['client']), fleet: other, workloads: fio }, codes)).toEqual([]);
      expect(about({ targets: own(), fleet: other, workloads: fio }, codes)).toHaveLength(1);
    });

    it('is of roles that exist, and is measured by those', () => {
      const fio = { fio: { ...fioOf('8 GiB'), role: 'client' } };
      const other = { ...of('i3en.large'), other: { count: 1, instanceType: 'i3en.large' } };
      expect(about({ targets: own(['nobody']), fleet: of('i3en.large') }, codes)).toEqual([
        'error targets.own.roles: found nobody; the fleet has client',
      ]);
      expect(about({ targets: own(['other']), fleet: other, workloads: fio }, codes)).toEqual([
        expect.stringMatching(/^error workloads\.fio\.role: found client, whose hosts do not have the disk `own`/),
      ]);
    });
  });

  describe('beside another role', () => {
    const two = { many: { count: 3, instanceType: 'c5n.2xlarge' }, solo: { count: 1, instanceType: 'c5n.2xlarge' } };
    const targets = { lustre: persistent(), disk: { ...EBS, sizeGiB: 100, roles: ['solo'] } };
    const on = (role: string, size = '8 GiB'): object => ({ w: { ...fioOf(size), role } });

    it('is not measured by hosts that do not have it', () => {
      expect(about({ targets, fleet: two, workloads: on('many') })).toEqual([
        'error workloads.w.role: found many, whose hosts do not have the disk `disk`: it is one of `solo` ' +
          '(`targets.disk.roles`). Write the same role in both, or `exclude` these cells',
      ]);
      expect(about({ targets, fleet: two, workloads: on('solo') })).toEqual([]);
    });

    it('may be left out for a workload of others', () => {
      const workloads = { ...on('many'), own: { ...fioOf('8 GiB'), role: 'solo' } };
      const exclude = [{ target: 'disk', workload: 'w' }];
      const decide = { metric: 'bandwidth' };
      expect(about({ targets, fleet: two, workloads, decide, design: { exclude } })).toEqual([]);
      expect(about({ targets, fleet: two, workloads, decide })).toHaveLength(1);
    });

    it('does not hold what others lay out', () => {
      const large = ['DataTooLarge'];
      expect(about({ targets, fleet: two, workloads: on('many', '20 GiB') }, large)).toEqual([]);
      expect(about({ targets, fleet: two, workloads: on('solo', '60 GiB') }, large)).toHaveLength(1);
    });
  });
});
