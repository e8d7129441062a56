import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { lustreSpec, persistent, makeFio } from '../../real-spec';

const ONTAP = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 512 };
const found = (client: object, targets: object = { zapi: ONTAP }, codes = ['NotOnImage', 'UnknownType']): string[] =>
  readSpecObject(lustreSpec({ targets, fleet: { client: { instanceType: 'c5n.large', ...client } } }))
    .problems.filter(({ code }) => codes.includes(code))
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

describe('the image of hosts', () => {
  it.each(['al2023', 'almalinux-9', 'rhel-8', 'rhel-9', 'ubuntu-22.04', 'ubuntu-24.04'])(
    'may be %s for what is mounted by NFS',
    (image) => expect(found({ image })).toEqual([]),
  );

  it('must have the client of Lustre', () => {
    const targets = { fast: persistent() };
    expect(found({}, targets)).toEqual([]);
    expect(found({ image: 'al2023' }, targets)).toEqual([]);
    expect(found({ image: 'rhel-9' }, targets)).toEqual([
      'error fleet.client.image: Red Hat Enterprise Linux 9 may be unable to mount `fast`: the Lustre client ' +
        'is a kernel module, which fsxbench installs only from the repositories of Amazon Linux 2023. Use ' +
        '`image: al2023`',
    ]);
  });

  it('must have the mount helper of AWS where EFS is mounted through its tunnel', () => {
    const targets = { files: { kind: 'efs', throughputMode: 'elastic', storedGiB: 10 } };
    expect(found({ image: 'rhel-9' }, targets)).toEqual([]);
    expect(found({ mount: { tls: true } }, targets)).toEqual([]);
    expect(found({ image: 'rhel-9', mount: { tls: true } }, targets)).toEqual([
      'error fleet.client.image: Red Hat Enterprise Linux 9 may be unable to mount `files`: with `tls: true` ' +
        "it needs AWS's mount helper amazon-efs-utils, which comes from the repositories of Amazon Linux 2023. " +
        'Use `image: al2023`, or plain NFS',
    ]);
  });

  it('is no matter where nothing is mounted', () => {
    const spec = lustreSpec({
      targets: { fast: persistent() },
      fleet: {
        client: { instanceType: 'c5n.large' },
        other: { instanceType: 'c5n.large', image: 'rhel-9', mount: 'none' },
      },
    });
    expect(readSpecObject(spec).problems.filter(({ code }) => code === 'NotOnImage')).toEqual([]);
  });

  it('is warned of where nobody knows whether a client can be installed', () => {
    const ceph = {
      ceph: { kind: 'external-ceph', protocol: 'cephfs', monitors: ['10.0.0.1'], path: '/bench', user: 'bench' },
    };
    expect(found({ image: 'ubuntu-24.04' }, ceph)).toEqual([]);
    expect(found({ image: 'almalinux-9' }, ceph)).toEqual([
      'warning fleet.client.image: AlmaLinux 9 may be unable to mount `ceph`: the image or its repositories ' +
        'may lack the package `ceph-common` and the kernel modules. Ubuntu has them: `image: ubuntu-24.04`',
    ]);
  });

  it('is one of a few, and a slip is told', () => {
    expect(found({ image: 'rhel9' }, { zapi: ONTAP }, ['BadValue'])).toEqual([
      expect.stringMatching(/^error fleet\.client\.image: found 'rhel9'; did you mean `rhel-9`\?/),
    ]);
  });
});

describe('the instance type of hosts', () => {
  it('is said where nothing is known of its network and processors, with what it is taken for', () => {
    expect(found({ instanceType: 'c9x.4xlarge' })).toEqual([
      'warning fleet.client.instanceType: network, CPU and memory of c9x.4xlarge are not in the tables of this ' +
        'version. Estimates, quotas and rehearsals treat it as m5.4xlarge',
    ]);
    expect(found({ instanceType: 'c9x.odd' })[0]).toContain(
      'warning fleet.client.instanceType: network, CPU and memory of c9x.odd are not in the tables of this ' +
        'version. Estimates, quotas and rehearsals treat it as m5.2xlarge',
    );
    expect(found({ instanceType: 'c7gn.large' })).toEqual([]);
  });
});

describe('the number of hosts', () => {
  it('is no larger than that of processes which are dealt out to them', () => {
    const storm = (ranks: number) => ({
      workloads: { storm: { kind: 'metadata', ranks } },
      decide: { metric: 'file_create' },
    });
    const said = (ranks: number) =>
      readSpecObject(lustreSpec(storm(ranks))).problems.flatMap(({ code, path, message }) =>
        code === 'IdleHosts' ? [`${path.join('.')}: ${message}`] : [],
      );
    expect(said(2)).toEqual([]);
    expect(said(1)).toEqual([
      'workloads.storm.ranks: found 1; allowed: 2 or more, as each host needs at least one process',
    ]);
  });
});

describe('hosts of one job', () => {
  const said = (spec: object) =>
    readSpecObject({
      experiment: 'job',
      workloads: { job: { kind: 'mdtest', ranks: 8, filesPerRank: 100, shiftRanks: true } },
      ...spec,
    }).problems.flatMap(({ severity, code, path, message }) =>
      severity === 'error' ? [`${code} ${path.join('.')}: ${message}`] : [],
    );
  const own = (count: number) => ({
    targets: { own: { kind: 'instance-store', roles: ['client'] } },
    fleet: { client: { count, instanceType: 'i3en.2xlarge' } },
  });

  it('work on storage that all of them mount', () => {
    expect(said(own(1))).toEqual([]);
    const names = { workloads: { names: { kind: 'metadata', ranks: 8 } } };
    expect(said({ ...own(2), ...names })).toEqual([expect.stringContaining('NotShared workloads.names.role')]);
    expect(said(own(2))).toEqual([
      'NotShared workloads.job.role: all processes of `mdtest` share one file tree, but each of 2 hosts has ' +
        'its own `instance-store`. Use `count: 1`, or storage that all hosts mount',
    ]);
  });

  it('work on one volume', () => {
    const targets = { zapi: { ...ONTAP, volumes: { count: 2 } } };
    const fleet = (volumes: unknown) => ({ client: { count: 2, instanceType: 'c5n.large', mount: { volumes } } });
    expect(said({ targets, fleet: fleet(1) })).toEqual([]);
    expect(said({ targets, fleet: fleet('all') })).toEqual([
      'NotShared workloads.job.role: all processes of `mdtest` share one file tree on one volume, but hosts ' +
        'mount several. Its figures would be compared with all volumes. Mount one: `mount: { volumes: 1 }`',
    ]);
  });

  it('are made together', () => {
    const there = { targets: { here: { kind: 'directory', path: '/mnt/here' } } };
    expect(said({ ...there, fleet: { client: { count: 2, managed: { tag: { fsxbench: 'client' } } } } })).toEqual([
      'NotOnManaged workloads.job.role: one host starts the processes of `mdtest` on all others, which needs ' +
        'hosts that are created together. On managed hosts use `fio`, `metadata`, `tree-copy` or `command`',
    ]);
  });

  it('have as many processes each', () => {
    const lustre = lustreSpec({
      targets: { fast: persistent() },
      fleet: { client: { count: 3, instanceType: 'c5n.large' } },
    });
    const { workloads: _, decide: __, factors: ___, ...rest } = lustre;
    expect(said(rest)).toEqual([
      'BadValue workloads.job.ranks: found 8; allowed: multiples of 3, so that each host has the ' +
        'same number of processes, or `ranksPerHost`',
    ]);
  });
});

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
      expect.stringMatching(/^error targets\.disk\.roles: found client, with 3.*at several times the price/),
    ]);
  });

  it('is refused for a role that is not there', () => {
    expect(about({ targets: { disk: { ...EBS, roles: ['broker'] } }, fleet: fleet(1) })).toEqual([
      'error targets.disk.roles: found broker; roles in `fleet`: client',
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
        'error fleet.client.instanceType: found c5n.2xlarge, which has no instance store; `instance-store` ' +
          'needs a type with local NVMe disks, e.g. i3en.large, i3en.xlarge, i3en.2xlarge',
      ]);
    });

    it('is doubted on types of which nothing is known', () => {
      expect(about({ targets: own(), fleet: of('m6gd.large') }, codes)).toEqual([
        'warning fleet.client.instanceType: the local disks of m6gd.large are unknown here: its hosts look for ' +
          'disks, and fail if they find none. The EC2 instance types guide lists the types with instance store ' +
          'volumes',
      ]);
    });

    it('is asked of no hosts that mount nothing, or do not use it', () => {
      const idle = { ...of('i3en.large'), driver: { count: 1, instanceType: 't3.small', mount: 'none' } };
      const fio = { fio: { ...makeFio('8 GiB'), role: 'client' } };
      expect(about({ targets: own(), fleet: idle, workloads: fio }, codes)).toEqual([]);
      const other = { ...of('i3en.large'), other: { count: 1, instanceType: 't3.small' } };
      expect(about({ targets: own(['client']), fleet: other, workloads: fio }, codes)).toEqual([]);
      expect(about({ targets: own(), fleet: other, workloads: fio }, codes)).toHaveLength(1);
    });

    it('is of roles that exist, and is measured by those', () => {
      const fio = { fio: { ...makeFio('8 GiB'), role: 'client' } };
      const other = { ...of('i3en.large'), other: { count: 1, instanceType: 'i3en.large' } };
      expect(about({ targets: own(['nobody']), fleet: of('i3en.large') }, codes)).toEqual([
        'error targets.own.roles: found nobody; roles in `fleet`: client',
      ]);
      expect(about({ targets: own(['other']), fleet: other, workloads: fio }, codes)).toEqual([
        expect.stringMatching(/^error workloads\.fio\.role: hosts of role client.*or `exclude` these configurations/),
      ]);
    });
  });

  describe('beside another role', () => {
    const two = { many: { count: 3, instanceType: 'c5n.2xlarge' }, solo: { count: 1, instanceType: 'c5n.2xlarge' } };
    const targets = { lustre: persistent(), disk: { ...EBS, sizeGiB: 100, roles: ['solo'] } };
    const on = (role: string, size = '8 GiB'): object => ({ w: { ...makeFio(size), role } });

    it('is not measured by hosts that do not have it', () => {
      expect(about({ targets, fleet: two, workloads: on('many') })).toEqual([
        'error workloads.w.role: hosts of role many lack the disk `disk`, which belongs to `solo` ' +
          '(`targets.disk.roles`). Use the same role in both, or `exclude` these configurations',
      ]);
      expect(about({ targets, fleet: two, workloads: on('solo') })).toEqual([]);
    });

    it('may be left out for a workload of others', () => {
      const workloads = { ...on('many'), own: { ...makeFio('8 GiB'), role: 'solo' } };
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
