import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { lustreSpec, persistent, makeFio } from '../../real-spec';

const ONTAP = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 512 };
const listImageProblems = (
  client: object,
  targets: object = { zapi: ONTAP },
  codes = ['NotOnImage', 'UnknownType'],
): string[] =>
  readSpecObject(lustreSpec({ targets, fleet: { client: { instanceType: 'c5n.large', ...client } } }))
    .problems.filter(({ code }) => codes.includes(code))
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

describe('image check of hosts (NotOnImage)', () => {
  it.each([
    'al2023',
    'al2023-kernel-6.12',
    'al2023-kernel-6.18',
    'almalinux-9',
    'rhel-8',
    'rhel-9',
    'ubuntu-22.04',
    'ubuntu-24.04',
  ])('accepts %s for NFS mounts', (image) => expect(listImageProblems({ image })).toEqual([]));

  it('refuses rhel-9 for Lustre, and warns for kernels of Amazon Linux 2023 on which the client is unproven', () => {
    const targets = { fast: persistent() };
    expect(listImageProblems({}, targets)).toEqual([]);
    expect(listImageProblems({ image: 'al2023' }, targets)).toEqual([]);
    const newer = listImageProblems({ image: 'al2023-kernel-6.18' }, targets);
    expect(newer).toEqual([expect.stringMatching(/^warning .*sudo modprobe lustre/)]);
    expect(listImageProblems({ image: 'rhel-9' }, targets)).toEqual([
      'error fleet.client.image: Red Hat Enterprise Linux 9 may be unable to mount `fast`: the Lustre client ' +
        'is a kernel module, which fsxbench installs only from the repositories of Amazon Linux 2023. Use ' +
        '`image: al2023`',
    ]);
  });

  it('refuses rhel-9 for EFS with `tls: true`, which needs amazon-efs-utils', () => {
    const targets = { files: { kind: 'efs', throughputMode: 'elastic', storedGiB: 10 } };
    expect(listImageProblems({ image: 'rhel-9' }, targets)).toEqual([]);
    expect(listImageProblems({ mount: { tls: true } }, targets)).toEqual([]);
    expect(listImageProblems({ image: 'al2023-kernel-6.12', mount: { tls: true } }, targets)).toEqual([]);
    expect(listImageProblems({ image: 'rhel-9', mount: { tls: true } }, targets)).toEqual([
      'error fleet.client.image: Red Hat Enterprise Linux 9 may be unable to mount `files`: with `tls: true` ' +
        "it needs AWS's mount helper amazon-efs-utils, which comes from the repositories of Amazon Linux 2023. " +
        'Use `image: al2023`, or plain NFS',
    ]);
  });

  it('ignores the image of a role that mounts nothing', () => {
    const spec = lustreSpec({
      targets: { fast: persistent() },
      fleet: {
        client: { instanceType: 'c5n.large' },
        other: { instanceType: 'c5n.large', image: 'rhel-9', mount: 'none' },
      },
    });
    expect(readSpecObject(spec).problems.filter(({ code }) => code === 'NotOnImage')).toEqual([]);
  });

  it('warns for CephFS on almalinux-9, which may lack ceph-common', () => {
    const ceph = {
      ceph: { kind: 'external-ceph', protocol: 'cephfs', monitors: ['10.0.0.1'], path: '/bench', user: 'bench' },
    };
    expect(listImageProblems({ image: 'ubuntu-24.04' }, ceph)).toEqual([]);
    expect(listImageProblems({ image: 'almalinux-9' }, ceph)).toEqual([
      'warning fleet.client.image: AlmaLinux 9 may be unable to mount `ceph`: the image or its repositories ' +
        'may lack the package `ceph-common` and the kernel modules. Ubuntu has them: `image: ubuntu-24.04`',
    ]);
  });

  it('suggests `rhel-9` for the misspelt image `rhel9` (BadValue)', () => {
    expect(listImageProblems({ image: 'rhel9' }, { zapi: ONTAP }, ['BadValue'])).toEqual([
      expect.stringMatching(/^error fleet\.client\.image: found 'rhel9'; did you mean `rhel-9`\?/),
    ]);
  });
});

describe('instance type check of hosts (UnknownType)', () => {
  it.each([
    ['c9x.4xlarge', 'm5.4xlarge'],
    ['c9x.odd', 'm5.2xlarge'],
  ])('warns that %s is treated as %s, and that its limits are unknown', (instanceType, assumed) => {
    expect(listImageProblems({ instanceType })).toEqual([
      `warning fleet.client.instanceType: ${instanceType} is missing in the tables of this version. Estimates and ` +
        `rehearsals treat its network, CPU and memory as those of ${assumed}. Whether its limits decided a result ` +
        'stays unknown',
    ]);
    expect(listImageProblems({ instanceType: 'c7gn.large' })).toEqual([]);
  });
});

describe('host count check (IdleHosts)', () => {
  it('refuses fewer ranks than hosts', () => {
    const storm = (ranks: number) => ({
      workloads: { storm: { kind: 'metadata', ranks } },
      decide: { metric: 'file_create' },
    });
    const listIdleHosts = (ranks: number) =>
      readSpecObject(lustreSpec(storm(ranks))).problems.flatMap(({ code, path, message }) =>
        code === 'IdleHosts' ? [`${path.join('.')}: ${message}`] : [],
      );
    expect(listIdleHosts(2)).toEqual([]);
    expect(listIdleHosts(1)).toEqual([
      'workloads.storm.ranks: found 1; allowed: 2 or more, as each host needs at least one process',
    ]);
  });
});

describe('hosts of one mdtest job', () => {
  const listErrors = (spec: object) =>
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

  it('shares one file tree, so several hosts with instance stores are refused (NotShared)', () => {
    expect(listErrors(own(1))).toEqual([]);
    const names = { workloads: { names: { kind: 'metadata', ranks: 8 } } };
    expect(listErrors({ ...own(2), ...names })).toEqual([expect.stringContaining('NotShared workloads.names.role')]);
    expect(listErrors(own(2))).toEqual([
      'NotShared workloads.job.role: all processes of `mdtest` share one file tree, but each of 2 hosts has ' +
        'its own `instance-store`. Use `count: 1`, or storage that all hosts mount',
    ]);
  });

  it('uses one volume, so a mount of several volumes is refused (NotShared)', () => {
    const targets = { zapi: { ...ONTAP, volumes: { count: 2 } } };
    const fleet = (volumes: unknown) => ({ client: { count: 2, instanceType: 'c5n.large', mount: { volumes } } });
    expect(listErrors({ targets, fleet: fleet(1) })).toEqual([]);
    expect(listErrors({ targets, fleet: fleet('all') })).toEqual([
      'NotShared workloads.job.role: all processes of `mdtest` share one file tree on one volume, but hosts ' +
        'mount several. Its figures would be compared with all volumes. Mount one: `mount: { volumes: 1 }`',
    ]);
  });

  it('needs hosts created together, so managed hosts are refused (NotOnManaged)', () => {
    const there = { targets: { here: { kind: 'directory', path: '/mnt/here' } } };
    expect(listErrors({ ...there, fleet: { client: { count: 2, managed: { tag: { fsxbench: 'client' } } } } })).toEqual(
      [
        'NotOnManaged workloads.job.role: one host starts the processes of `mdtest` on all others, which needs ' +
          'hosts that are created together. On managed hosts use `fio`, `metadata`, `tree-copy` or `command`',
      ],
    );
  });

  it('needs a multiple of the host count as `ranks`', () => {
    const lustre = lustreSpec({
      targets: { fast: persistent() },
      fleet: { client: { count: 3, instanceType: 'c5n.large' } },
    });
    const { workloads: _, decide: __, factors: ___, ...rest } = lustre;
    expect(listErrors(rest)).toEqual([
      'BadValue workloads.job.ranks: found 8; allowed: multiples of 3, so that each host has the ' +
        'same number of processes, or `ranksPerHost`',
    ]);
  });
});

const EBS = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 640 };
const listDiskProblems = (changes: Record<string, unknown>, codes = ['DiskOfOneHost', 'DiskOfOthers']): string[] =>
  readSpecObject(lustreSpec(changes))
    .problems.filter(({ code }) => codes.includes(code))
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);
const fleet = (count: number): object => ({ client: { count, instanceType: 'c5n.2xlarge' } });

describe('disk of a host as a target', () => {
  it('accepts an EBS volume of a single host', () => {
    expect(listDiskProblems({ targets: { disk: EBS }, fleet: fleet(1) })).toEqual([]);
  });

  it('refuses an EBS volume of three hosts (DiskOfOneHost)', () => {
    expect(listDiskProblems({ targets: { disk: EBS }, fleet: fleet(3) })).toEqual([
      expect.stringMatching(/^error targets\.disk\.roles: found client, with 3.*at several times the price/),
    ]);
  });

  it('refuses a role that the fleet lacks', () => {
    expect(listDiskProblems({ targets: { disk: { ...EBS, roles: ['broker'] } }, fleet: fleet(1) })).toEqual([
      'error targets.disk.roles: found broker; roles in `fleet`: client',
    ]);
  });

  describe('instance store', () => {
    const codes = ['DiskOfOneHost', 'DiskOfOthers', 'NoOwnDisks', 'UnknownOwnDisks'];
    const own = (roles?: readonly string[]): object => ({
      own: { kind: 'instance-store', ...(roles ? { roles } : {}) },
    });
    const of = (instanceType: string, count = 3): object => ({ client: { count, instanceType } });

    it('accepts several hosts of types with local NVMe disks', () => {
      expect(listDiskProblems({ targets: own(), fleet: of('i3en.2xlarge') }, codes)).toEqual([]);
      expect(listDiskProblems({ targets: own(['client']), fleet: of('i4i.large') }, codes)).toEqual([]);
    });

    it('refuses c5n.2xlarge, which has no instance store', () => {
      expect(listDiskProblems({ targets: own(), fleet: of('c5n.2xlarge') }, codes)).toEqual([
        'error fleet.client.instanceType: found c5n.2xlarge, which has no instance store; `instance-store` ' +
          'needs a type with local NVMe disks, e.g. i3en.large, i3en.xlarge, i3en.2xlarge',
      ]);
    });

    it('warns for a type whose local disks are unknown', () => {
      expect(listDiskProblems({ targets: own(), fleet: of('d3.xlarge') }, codes)).toEqual([
        'warning fleet.client.instanceType: the local disks of d3.xlarge are unknown here: its hosts look for ' +
          'disks, and fail if they find none. The EC2 instance types guide lists the types with instance store ' +
          'volumes',
      ]);
    });

    it('ignores types without local disks for roles that do not mount or use it', () => {
      const idle = { ...of('i3en.large'), driver: { count: 1, instanceType: 't3.small', mount: 'none' } };
      const fio = { fio: { ...makeFio('8 GiB'), role: 'client' } };
      expect(listDiskProblems({ targets: own(), fleet: idle, workloads: fio }, codes)).toEqual([]);
      const other = { ...of('i3en.large'), other: { count: 1, instanceType: 't3.small' } };
      expect(listDiskProblems({ targets: own(['client']), fleet: other, workloads: fio }, codes)).toEqual([]);
      expect(listDiskProblems({ targets: own(), fleet: other, workloads: fio }, codes)).toHaveLength(1);
    });

    it('refuses roles that the fleet lacks, and workloads on roles without the disk', () => {
      const fio = { fio: { ...makeFio('8 GiB'), role: 'client' } };
      const other = { ...of('i3en.large'), other: { count: 1, instanceType: 'i3en.large' } };
      expect(listDiskProblems({ targets: own(['nobody']), fleet: of('i3en.large') }, codes)).toEqual([
        'error targets.own.roles: found nobody; roles in `fleet`: client',
      ]);
      expect(listDiskProblems({ targets: own(['other']), fleet: other, workloads: fio }, codes)).toEqual([
        expect.stringMatching(/^error workloads\.fio\.role: hosts of role client.*or `exclude` these configurations/),
      ]);
    });
  });

  describe('EBS volume of one of two roles', () => {
    const two = { many: { count: 3, instanceType: 'c5n.2xlarge' }, solo: { count: 1, instanceType: 'c5n.2xlarge' } };
    const targets = { lustre: persistent(), disk: { ...EBS, sizeGiB: 100, roles: ['solo'] } };
    const on = (role: string, size = '8 GiB'): object => ({ w: { ...makeFio(size), role } });

    it('refuses a workload on a role that lacks the disk', () => {
      expect(listDiskProblems({ targets, fleet: two, workloads: on('many') })).toEqual([
        'error workloads.w.role: hosts of role many lack the disk `disk`, which belongs to `solo` ' +
          '(`targets.disk.roles`). Use the same role in both, or `exclude` these configurations',
      ]);
      expect(listDiskProblems({ targets, fleet: two, workloads: on('solo') })).toEqual([]);
    });

    it('accepts a workload of another role when the cell is excluded', () => {
      const workloads = { ...on('many'), own: { ...makeFio('8 GiB'), role: 'solo' } };
      const exclude = [{ target: 'disk', workload: 'w' }];
      const decide = { metric: 'bandwidth' };
      expect(listDiskProblems({ targets, fleet: two, workloads, decide, design: { exclude } })).toEqual([]);
      expect(listDiskProblems({ targets, fleet: two, workloads, decide })).toHaveLength(1);
    });

    it('counts only data of the role with the disk for DataTooLarge', () => {
      const large = ['DataTooLarge'];
      expect(listDiskProblems({ targets, fleet: two, workloads: on('many', '20 GiB') }, large)).toEqual([]);
      expect(listDiskProblems({ targets, fleet: two, workloads: on('solo', '60 GiB') }, large)).toHaveLength(1);
    });
  });
});

const EFA = { ...persistent(), storageGiB: 4800, perUnitMBps: 1000, efa: true };
const listNoEfa = (fleet: object, targets: object = { fast: EFA }): string[] =>
  readSpecObject(lustreSpec({ targets, fleet }))
    .problems.filter(({ code }) => code === 'NoEfa')
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

describe('EFA check of hosts (NoEfa)', () => {
  it('accepts c6in.32xlarge, which has an EFA adapter', () => {
    expect(listNoEfa({ client: { count: 2, instanceType: 'c6in.32xlarge' } })).toEqual([]);
  });

  it('refuses c5n.18xlarge for a Lustre target with EFA, and suggests other types', () => {
    expect(listNoEfa({ client: { count: 2, instanceType: 'c5n.18xlarge' } })).toEqual([
      'error fleet.client.instanceType: found c5n.18xlarge; hosts reach `fast` by the Elastic Fabric Adapter ' +
        '(`efa: true`): Lustre does not support adapters of c5n: it needs Nitro 4 or later, except trn2; use ' +
        'c6in.32xlarge, c7gn.16xlarge or m7i.48xlarge',
    ]);
  });

  it('warns when the instance type is unknown', () => {
    expect(listNoEfa({ client: { count: 2, instanceType: 'c9x.48xlarge' } })).toEqual([
      expect.stringMatching(/^warning fleet\.client\.instanceType: found.*c7gn\.16xlarge or m7i\.48xlarge/),
    ]);
  });

  it('accepts types without EFA for roles with `mount: none`, and for targets without EFA', () => {
    const idle = { count: 1, instanceType: 'c5n.large', mount: 'none' };
    expect(listNoEfa({ client: { count: 2, instanceType: 'c6in.32xlarge' }, idle })).toEqual([]);
    expect(listNoEfa({ client: { count: 2, instanceType: 'c5n.large' } }, { slow: persistent() })).toEqual([]);
  });
});
