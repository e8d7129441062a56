import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { makeFio, lustreSpec, persistent } from '../../real-spec';

const makeOntap = (volumes: object) => ({
  kind: 'fsx-ontap',
  deploymentType: 'SINGLE_AZ_1',
  storageGiB: 1024,
  throughputMBps: 512,
  volumes,
});
const listTooLarge = (changes: Record<string, unknown>): string[] =>
  readSpecObject(lustreSpec(changes))
    .problems.filter(({ code }) => code === 'DataTooLarge')
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

describe('size check of data layouts (DataTooLarge)', () => {
  it('refuses data of all hosts and jobs together that exceed the target', () => {
    expect(listTooLarge({ workloads: { fio: makeFio('400 GiB') } })).toEqual([
      'error workloads.fio.size: the hosts lay out 1.56 TiB (2 client x 800 GiB); target `scratch` holds 1.17 ' +
        'TiB. To stay below 90%, lay out at most 540 GiB for each host (a smaller `size`), use fewer ' +
        'hosts, or provision more storage',
    ]);
  });

  it('includes databases of loads with their logs, and databases and copied files of phases', () => {
    const load = { kind: 'database', databases: 2, size: '100 GiB' };
    const workloads = { load, phases: { ...load, phases: ['create', 'copy'] } };
    expect(listTooLarge({ workloads })).toEqual([
      expect.stringMatching(/^error workloads\.phases\.size: the hosts lay out 1\.17 TiB \(2 client x 600\.5 GiB\)/),
    ]);
  });

  it('warns when less than 10 % of the target would stay free', () => {
    expect(listTooLarge({ workloads: { fio: makeFio('270 GiB') } })).toEqual([]);
    expect(listTooLarge({ workloads: { fio: makeFio('271 GiB') } })).toEqual([
      expect.stringMatching(/^warning workloads\.fio\.size: the hosts lay out.*hosts, or provision more storage/),
    ]);
    expect(listTooLarge({ workloads: { fio: makeFio('300 GiB') } })).toEqual([expect.stringMatching(/^warning /)]);
    expect(listTooLarge({ workloads: { fio: makeFio('301 GiB') } })).toEqual([expect.stringMatching(/^error /)]);
  });

  it('refuses more data of a host than its instance store holds', () => {
    const targets = { own: { kind: 'instance-store' } };
    const fleet = { client: { count: 4, instanceType: 'i3en.large' } };
    expect(listTooLarge({ targets, fleet, workloads: { fio: makeFio('500 GiB') } })).toEqual([]);
    expect(listTooLarge({ targets, fleet, workloads: { fio: makeFio('600 GiB') } })).toEqual([
      'error workloads.fio.size: each host of role client lays out 1.17 TiB on its local disks; ' +
        'each host of type i3en.large holds 1.14 TiB. To stay below 90%, lay out at most 1.02 TiB for each host ' +
        '(a smaller `size`), use fewer hosts, or provision more storage',
    ]);
  });

  it('reports only MissingRole for a workload on a role that the fleet lacks', () => {
    const { problems } = readSpecObject(lustreSpec({ workloads: { fio: { ...makeFio('400 GiB'), role: 'clients' } } }));
    expect(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['MissingRole']);
  });

  it('counts the largest file of each job over all workloads', () => {
    const workloads = { small: makeFio('1 GiB'), large: makeFio('400 GiB'), other: makeFio('300 GiB') };
    expect(listTooLarge({ workloads })).toEqual([
      expect.stringMatching(/^error workloads\.large\.size: .*2 client x 800 GiB/),
    ]);
  });

  it('reports a workload once, not for each target that is too small', () => {
    const targets = { a: persistent(), b: persistent({ perUnitMBps: 250 }), large: persistent({ storageGiB: 9600 }) };
    expect(listTooLarge({ targets, workloads: { fio: makeFio('400 GiB') } })).toEqual([
      expect.stringContaining('target `a` holds 1.17 TiB'),
    ]);
    expect(listTooLarge({ targets: { large: targets.large }, workloads: { fio: makeFio('400 GiB') } })).toEqual([]);
  });

  it('refuses data that exceed the smallest stage of the target', () => {
    const stages = { large: { storageGiB: 4800 }, small: { storageGiB: 2400 } };
    const workloads = { fio: makeFio('700 GiB') };
    expect(listTooLarge({ targets: { zfs: persistent({ stages }) }, workloads })).toEqual([
      expect.stringContaining('target `zfs` holds 2.34 TiB'),
    ]);
  });

  it('refuses data that exceed the usable part of ONTAP storage or any volume that hosts mount', () => {
    const checkOntap = (volumes: object, size: string, mount: object = {}): string[] =>
      listTooLarge({
        targets: { filer: makeOntap(volumes) },
        fleet: { client: { count: 2, instanceType: 'c5n.2xlarge', mount } },
        workloads: { fio: makeFio(size) },
      });
    // 2 hosts x 2 jobs x 220 GiB = 880 of 860 GiB: as large as the storage is sold, they did not fit on it.
    expect(checkOntap({ count: 2, sizeGiB: 1024 }, '220 GiB')).toEqual([
      'error workloads.fio.size: the hosts lay out 880 GiB (2 client x 440 GiB); target `filer` holds 860.16 ' +
        'GiB. To stay below 90%, lay out at most 387.07 GiB for each host (a smaller `size`), use ' +
        'fewer hosts, or provision more storage',
    ]);
    // Jobs take both volumes in turn: 200 GiB on each, of 190.
    expect(checkOntap({ count: 2, sizeGiB: 200 }, '100 GiB')).toEqual([expect.stringMatching(/holds 380 GiB/)]);
    expect(checkOntap({ count: 2, sizeGiB: 300 }, '100 GiB')).toEqual([]);
    // Both jobs of both hosts on one of them.
    expect(checkOntap({ count: 2, sizeGiB: 300 }, '100 GiB', { volumes: 1 })).toEqual([
      'error workloads.fio.size: the hosts lay out 400 GiB on the volume of target `filer`; it holds 285 GiB. ' +
        'To stay below 90%, lay out at most 128.25 GiB for each host (a smaller `size`), use fewer ' +
        'hosts, or provision more storage',
    ]);
    // Three volumes, four files: the second one has two of them.
    expect(checkOntap({ count: 3, sizeGiB: 200 }, '100 GiB')).toEqual([
      expect.stringMatching(
        /^error .* lay out 200 GiB on the fullest of 3 volumes of target `filer`; it holds 190 GiB/,
      ),
    ]);
  });

  it('refuses data of a host that exceed the quota of its OpenZFS volume', () => {
    const zfs = (quotaGiB: number) => ({
      kind: 'fsx-openzfs',
      deploymentType: 'SINGLE_AZ_HA_2',
      storageGiB: 4096,
      throughputMBps: 640,
      volumes: { count: 4, quotaGiB },
    });
    const checkQuota = (quotaGiB: number): string[] =>
      listTooLarge({ targets: { zfs: zfs(quotaGiB) }, workloads: { fio: makeFio('100 GiB') } });
    // Two hosts, four volumes of 150 GiB: 600 in all for 400, and each host has 200 on its own one.
    expect(checkQuota(150)).toEqual([
      expect.stringMatching(/^error .* lay out 200 GiB on the fullest of 4 volumes of target `zfs`; it holds 150 GiB/),
    ]);
    expect(checkQuota(300)).toEqual([]);
  });

  it('includes what ior and mdtest trials write and remove, for all processes together', () => {
    const ior = { kind: 'ior', ranks: 8, blockSize: '200 GiB', transferSize: '1 MiB' };
    expect(listTooLarge({ workloads: { ior } })).toEqual([
      expect.stringMatching(/^error workloads\.ior\.blockSize: the hosts lay out 1\.56 TiB \(2 client x 800 GiB\)/),
    ]);
    const mdtest = { kind: 'mdtest', ranks: 8, filesPerRank: 20_000, fileSize: '10 MiB' };
    expect(listTooLarge({ workloads: { mdtest } })).toEqual([
      expect.stringMatching(/^error workloads\.mdtest\.filesPerRank: the hosts lay out 1\.53 TiB/),
    ]);
  });

  it('ignores files created by trials of fio filecreate, and local directories', () => {
    expect(listTooLarge({ workloads: { fio: { kind: 'fio', ioengine: 'filecreate', nrfiles: 1000 } } })).toEqual([]);
    const targets = { here: { kind: 'directory', path: '/data' } };
    expect(listTooLarge({ targets, workloads: { fio: makeFio('400 TiB') } })).toEqual([]);
  });
});

describe('inode check of files and directories', () => {
  const disk = (fileSystem: string, sizeGiB: number, workload: object) =>
    listTooLarge({
      targets: { disk: { kind: 'ebs', volumeType: 'gp3', sizeGiB, fileSystem } },
      fleet: { client: { instanceType: 'c5n.large' } },
      workloads: { names: workload },
    });
  const metadata = { kind: 'metadata', ranks: 16, filesPerRank: 250_000 };

  it('refuses more files than ext4 inodes (one per 16 KiB) on EBS, and accepts them on XFS', () => {
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
  ])('counts as inodes %s', (_what, workload, setting) => {
    expect(disk('ext4', 20, workload)).toEqual([expect.stringContaining(`error workloads.names.${setting}: `)]);
    expect(disk('ext4', 40, workload)).toEqual([]);
  });

  it('refuses more files than an ONTAP volume has inodes, one per 32 KiB', () => {
    const checkInodes = (sizeGiB: number) =>
      listTooLarge({
        targets: { filer: makeOntap({ count: 1, sizeGiB }) },
        workloads: { names: metadata },
      });
    expect(checkInodes(100)).toEqual([
      expect.stringContaining(
        'create 4,000,000 files and directories on the volume of target `filer`; it has 3,276,800',
      ),
    ]);
    expect(checkInodes(200)).toEqual([]);
  });
});

describe('size check of Kafka messages', () => {
  const checkKafka = (sizeGiB: number, kafka: object) =>
    listTooLarge({
      targets: { store: { kind: 'ebs', volumeType: 'gp3', sizeGiB, roles: ['broker'] } },
      fleet: {
        broker: { instanceType: 'm7i.large', mount: {} },
        worker: { instanceType: 'c5n.2xlarge', mount: 'none' },
      },
      workloads: { load: { kind: 'kafka', testDurationMinutes: 40, warmupDurationMinutes: 5, ...kafka } },
    });

  it('warns when retention deletes messages during the test, with the time that the rest covers', () => {
    const load = { messageSize: '16 KiB', producerRate: 3000, partitionsPerTopic: 12 };
    expect(checkKafka(50, load)).toEqual([
      'warning workloads.load.partitionsPerTopic: the load writes 123.6 GiB in 45m. The brokers keep at most 25 GiB ' +
        'of messages (half of the space, 512 GiB at most), those of the last 9m 6s, and delete older ones. To keep ' +
        'all, shorten the test, lower the rate, or provision more storage',
    ]);
    expect(checkKafka(300, load)).toEqual([]);
    expect(checkKafka(50, { ...load, producerRate: 'max' })).toEqual([]);
    // However large the storage is.
    expect(checkKafka(16_000, { ...load, producerRate: 30_000 })).toEqual([
      expect.stringMatching(/writes 1\.21 TiB in 45m\. The brokers keep at most 512 GiB of .* of the last 18m 38s/),
    ]);
  });

  it('warns by the disks of all brokers together, and names the workload that writes most', () => {
    const fleet = {
      broker: { count: 3, instanceType: 'i3en.2xlarge' },
      worker: { instanceType: 'c5n.2xlarge', mount: 'none' },
    };
    const targets = { own: { kind: 'instance-store', roles: ['broker'] } };
    const load = { kind: 'kafka', messageSize: '16 KiB', testDurationMinutes: 30 };
    const workloads = { peak: { ...load, producerRate: 'max' }, soak: { ...load, producerRate: 10_000 } };
    expect(listTooLarge({ targets, fleet, workloads })).toEqual([]);
    const longer = { ...workloads, soak: { ...workloads.soak, testDurationMinutes: 120 } };
    expect(listTooLarge({ targets, fleet, workloads: longer })).toEqual([
      expect.stringMatching(/^warning workloads\.soak\..*: the load writes 1\.08 TiB in 2h 1m\. .* at most 512 GiB/),
    ]);
  });

  it('refuses storage that is too small for the minimum of each partition or for the arrival until deletion', () => {
    expect(checkKafka(50, { topics: 40, partitionsPerTopic: 200, producerRate: 100 })).toEqual([
      expect.stringMatching(/^error workloads\.load\.partitionsPerTopic: the hosts lay out /),
    ]);
    expect(checkKafka(2, { producerRate: 'max' })).toEqual([
      expect.stringMatching(/^error workloads\.load\.producerRate/),
    ]);
    expect(checkKafka(2, { producerRate: 100 })).toEqual([]);
  });
});
