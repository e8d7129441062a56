import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { makeFio, lustreSpec, persistent } from '../../real-spec';

const about = (changes: Record<string, unknown>): string[] =>
  readSpecObject(lustreSpec(changes))
    .problems.filter(({ code }) => code === 'DataTooLarge')
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

describe('data that hosts lay out', () => {
  it('must fit on the target, all hosts and jobs together', () => {
    expect(about({ workloads: { fio: makeFio('400 GiB') } })).toEqual([
      'error workloads.fio.size: the hosts lay out 1.56 TiB (2 client x 800 GiB); target `scratch` holds 1.17 ' +
        'TiB. To stay below 90%, lay out at most 540 GiB for each host (a smaller `size`), use fewer ' +
        'hosts, or provision more storage',
    ]);
  });

  it('includes databases of loads, their logs, and databases and copies of phases', () => {
    const load = { kind: 'database', databases: 2, size: '100 GiB' };
    const workloads = { load, phases: { ...load, phases: ['create', 'copy'] } };
    expect(about({ workloads })).toEqual([
      expect.stringMatching(/^error workloads\.phases\.size: the hosts lay out 1\.17 TiB \(2 client x 600\.5 GiB\)/),
    ]);
  });

  it('should leave a tenth free', () => {
    expect(about({ workloads: { fio: makeFio('270 GiB') } })).toEqual([]);
    expect(about({ workloads: { fio: makeFio('271 GiB') } })).toEqual([
      expect.stringMatching(/^warning workloads\.fio\.size: the hosts lay out.*hosts, or provision more storage/),
    ]);
    expect(about({ workloads: { fio: makeFio('300 GiB') } })).toEqual([expect.stringMatching(/^warning /)]);
    expect(about({ workloads: { fio: makeFio('301 GiB') } })).toEqual([expect.stringMatching(/^error /)]);
  });

  it('fits on the disks that each host comes with', () => {
    const targets = { own: { kind: 'instance-store' } };
    const fleet = { client: { count: 4, instanceType: 'i3en.large' } };
    expect(about({ targets, fleet, workloads: { fio: makeFio('500 GiB') } })).toEqual([]);
    expect(about({ targets, fleet, workloads: { fio: makeFio('600 GiB') } })).toEqual([
      'error workloads.fio.size: each host of role client lays out 1.17 TiB on its local disks; ' +
        'each host of type i3en.large holds 1.14 TiB. To stay below 90%, lay out at most 1.02 TiB for each host ' +
        '(a smaller `size`), use fewer hosts, or provision more storage',
    ]);
  });

  it('of a role that the fleet lacks is not counted: that the role is missing is said', () => {
    const { problems } = readSpecObject(lustreSpec({ workloads: { fio: { ...makeFio('400 GiB'), role: 'clients' } } }));
    expect(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['MissingRole']);
  });

  it('is the largest file of each job, whichever workload asks for it', () => {
    const workloads = { small: makeFio('1 GiB'), large: makeFio('400 GiB'), other: makeFio('300 GiB') };
    expect(about({ workloads })).toEqual([
      expect.stringMatching(/^error workloads\.large\.size: .*2 client x 800 GiB/),
    ]);
  });

  it('is told once for each workload, not for each target', () => {
    const targets = { a: persistent(), b: persistent({ perUnitMBps: 250 }), large: persistent({ storageGiB: 9600 }) };
    expect(about({ targets, workloads: { fio: makeFio('400 GiB') } })).toEqual([
      expect.stringContaining('target `a` holds 1.17 TiB'),
    ]);
    expect(about({ targets: { large: targets.large }, workloads: { fio: makeFio('400 GiB') } })).toEqual([]);
  });

  it('must fit into the smallest stage', () => {
    const stages = { large: { storageGiB: 4800 }, small: { storageGiB: 2400 } };
    const workloads = { fio: makeFio('700 GiB') };
    expect(about({ targets: { zfs: persistent({ stages }) }, workloads })).toEqual([
      expect.stringContaining('target `zfs` holds 2.34 TiB'),
    ]);
  });

  it('must fit on what ONTAP leaves of its storage and of each volume', () => {
    const ontap = (volumes: object) => ({
      kind: 'fsx-ontap',
      deploymentType: 'SINGLE_AZ_1',
      storageGiB: 1024,
      throughputMBps: 512,
      volumes,
    });
    const of = (volumes: object, size: string, mount: object = {}): string[] =>
      about({
        targets: { filer: ontap(volumes) },
        fleet: { client: { count: 2, instanceType: 'c5n.2xlarge', mount } },
        workloads: { fio: makeFio(size) },
      });
    // 2 hosts x 2 jobs x 220 GiB = 880 of 860 GiB: as large as the storage is sold, they did not fit on it.
    expect(of({ count: 2, sizeGiB: 1024 }, '220 GiB')).toEqual([
      'error workloads.fio.size: the hosts lay out 880 GiB (2 client x 440 GiB); target `filer` holds 860.16 ' +
        'GiB. To stay below 90%, lay out at most 387.07 GiB for each host (a smaller `size`), use ' +
        'fewer hosts, or provision more storage',
    ]);
    // Jobs take both volumes in turn: 200 GiB on each, of 190.
    expect(of({ count: 2, sizeGiB: 200 }, '100 GiB')).toEqual([expect.stringMatching(/holds 380 GiB/)]);
    expect(of({ count: 2, sizeGiB: 300 }, '100 GiB')).toEqual([]);
    // Both jobs of both hosts on one of them.
    expect(of({ count: 2, sizeGiB: 300 }, '100 GiB', { volumes: 1 })).toEqual([
      'error workloads.fio.size: the hosts lay out 400 GiB on the volume of target `filer`; it holds 285 GiB. ' +
        'To stay below 90%, lay out at most 128.25 GiB for each host (a smaller `size`), use fewer ' +
        'hosts, or provision more storage',
    ]);
    // Three volumes, four files: the second one has two of them.
    expect(of({ count: 3, sizeGiB: 200 }, '100 GiB')).toEqual([
      expect.stringMatching(
        /^error .* lay out 200 GiB on the fullest of 3 volumes of target `filer`; it holds 190 GiB/,
      ),
    ]);
  });

  it('must fit into the quota of the volume that a host takes', () => {
    const zfs = (quotaGiB: number) => ({
      kind: 'fsx-openzfs',
      deploymentType: 'SINGLE_AZ_HA_2',
      storageGiB: 4096,
      throughputMBps: 640,
      volumes: { count: 4, quotaGiB },
    });
    const of = (quotaGiB: number): string[] =>
      about({ targets: { zfs: zfs(quotaGiB) }, workloads: { fio: makeFio('100 GiB') } });
    // Two hosts, four volumes of 150 GiB: 600 in all for 400, and each host has 200 on its own one.
    expect(of(150)).toEqual([
      expect.stringMatching(/^error .* lay out 200 GiB on the fullest of 4 volumes of target `zfs`; it holds 150 GiB/),
    ]);
    expect(of(300)).toEqual([]);
  });

  it('is what trials write and remove, too: of all processes together, whatever hosts they run on', () => {
    const ior = { kind: 'ior', ranks: 8, blockSize: '200 GiB', transferSize: '1 MiB' };
    expect(about({ workloads: { ior } })).toEqual([
      expect.stringMatching(/^error workloads\.ior\.blockSize: the hosts lay out 1\.56 TiB \(2 client x 800 GiB\)/),
    ]);
    const mdtest = { kind: 'mdtest', ranks: 8, filesPerRank: 20_000, fileSize: '10 MiB' };
    expect(about({ workloads: { mdtest } })).toEqual([
      expect.stringMatching(/^error workloads\.mdtest\.filesPerRank: the hosts lay out 1\.53 TiB/),
    ]);
  });

  it('is not counted where files are made by the trials, nor on a directory of this machine', () => {
    expect(about({ workloads: { fio: { kind: 'fio', ioengine: 'filecreate', nrfiles: 1000 } } })).toEqual([]);
    const targets = { here: { kind: 'directory', path: '/data' } };
    expect(about({ targets, workloads: { fio: makeFio('400 TiB') } })).toEqual([]);
  });
});

describe('files and directories', () => {
  const disk = (fileSystem: string, sizeGiB: number, workload: object) =>
    about({
      targets: { disk: { kind: 'ebs', volumeType: 'gp3', sizeGiB, fileSystem } },
      fleet: { client: { instanceType: 'c5n.large' } },
      workloads: { names: workload },
    });
  const metadata = { kind: 'metadata', ranks: 16, filesPerRank: 250_000 };

  it('must not outnumber the inodes that mkfs.ext4 plans: one for 16 KiB', () => {
    expect(disk('ext4', 20, metadata)).toEqual([
      'error workloads.names.filesPerRank: the hosts create 4,000,000 files and directories (1 client x 4,000,000); ' +
        'target `disk` has 1,310,720 inodes. To fit, create at most 1,310,720 files and directories for each host (a ' +
        'smaller `filesPerRank`), use fewer hosts, or provision more storage',
    ]);
    expect(disk('ext4', 70, metadata)).toEqual([]);
    expect(disk('xfs', 20, metadata)).toEqual([]);
  });

  it.each([
    ['fio files of all jobs', { kind: 'fio', ioengine: 'filecreate', numjobs: 4, nrfiles: 400_000 }, 'nrfiles'],
    [
      'the files and directories of a tree',
      { kind: 'tree-copy', files: 1_400_000, size: '1 GiB', dirs: 9000 },
      'files',
    ],
    [
      'mdtest files of one iteration',
      { kind: 'mdtest', ranks: 4, filesPerRank: 400_000, iterations: 3 },
      'filesPerRank',
    ],
  ])('counts %s', (_what, workload, setting) => {
    expect(disk('ext4', 20, workload)).toEqual([expect.stringContaining(`error workloads.names.${setting}: `)]);
    expect(disk('ext4', 40, workload)).toEqual([]);
  });

  it('must fit on the volume of ONTAP that hosts use: one for 32 KiB of its size', () => {
    const of = (sizeGiB: number) =>
      about({
        targets: {
          filer: {
            kind: 'fsx-ontap',
            deploymentType: 'SINGLE_AZ_1',
            storageGiB: 1024,
            throughputMBps: 512,
            volumes: { count: 1, sizeGiB },
          },
        },
        workloads: { names: metadata },
      });
    expect(of(100)).toEqual([
      expect.stringContaining(
        'create 4,000,000 files and directories on the volume of target `filer`; it has 3,276,800',
      ),
    ]);
    expect(of(200)).toEqual([]);
  });
});

describe('messages of Kafka', () => {
  const told = (sizeGiB: number, kafka: object) =>
    about({
      targets: { store: { kind: 'ebs', volumeType: 'gp3', sizeGiB, roles: ['broker'] } },
      fleet: {
        broker: { instanceType: 'm7i.large', mount: {} },
        worker: { instanceType: 'c5n.2xlarge', mount: 'none' },
      },
      workloads: { load: { kind: 'kafka', testDurationMinutes: 40, warmupDurationMinutes: 5, ...kafka } },
    });

  it('that retention deletes are said, with the time that the rest covers', () => {
    const load = { messageSize: '16 KiB', producerRate: 3000, partitionsPerTopic: 12 };
    expect(told(50, load)).toEqual([
      'warning workloads.load.partitionsPerTopic: the load writes 123.6 GiB in 45m. The brokers keep at most 25 GiB ' +
        'of messages (half of the space, 512 GiB at most), those of the last 9m 6s, and delete older ones. To keep ' +
        'all, shorten the test, lower the rate, or provision more storage',
    ]);
    expect(told(300, load)).toEqual([]);
    expect(told(50, { ...load, producerRate: 'max' })).toEqual([]);
    // However large the storage is.
    expect(told(16_000, { ...load, producerRate: 30_000 })).toEqual([
      expect.stringMatching(/writes 1\.21 TiB in 45m\. The brokers keep at most 512 GiB of .* of the last 18m 38s/),
    ]);
  });

  it('are compared with the disks of all brokers, and blamed on the workload that writes most', () => {
    const fleet = {
      broker: { count: 3, instanceType: 'i3en.2xlarge' },
      worker: { instanceType: 'c5n.2xlarge', mount: 'none' },
    };
    const targets = { own: { kind: 'instance-store', roles: ['broker'] } };
    const load = { kind: 'kafka', messageSize: '16 KiB', testDurationMinutes: 30 };
    const workloads = { peak: { ...load, producerRate: 'max' }, soak: { ...load, producerRate: 10_000 } };
    expect(about({ targets, fleet, workloads })).toEqual([]);
    const longer = { ...workloads, soak: { ...workloads.soak, testDurationMinutes: 120 } };
    expect(about({ targets, fleet, workloads: longer })).toEqual([
      expect.stringMatching(/^warning workloads\.soak\..*: the load writes 1\.08 TiB in 2h 1m\. .* at most 512 GiB/),
    ]);
  });

  it('need space for the least that each partition keeps, and for what arrives before deletions', () => {
    expect(told(50, { topics: 40, partitionsPerTopic: 200, producerRate: 100 })).toEqual([
      expect.stringMatching(/^error workloads\.load\.partitionsPerTopic: the hosts lay out /),
    ]);
    expect(told(2, { producerRate: 'max' })).toEqual([expect.stringMatching(/^error workloads\.load\.producerRate/)]);
    expect(told(2, { producerRate: 100 })).toEqual([]);
  });
});
