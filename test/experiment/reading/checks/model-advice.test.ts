import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { makeFio, lustreSpec } from '../../real-spec';
import cases from './model-advice.cases.json';

const GP3 = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 100 };
const ONTAP = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 2048 };
/** Its servers have 32 GB of memory. */
const SMALL_ONTAP = { ...ONTAP, throughputMBps: 512 };

/** What some advice says of a spec; errors too. */
function listAdvice(codes: readonly string[], spec: Readonly<Record<string, unknown>>): string[] {
  return readSpecObject(lustreSpec({ factors: {}, ...spec }))
    .problems.filter(({ code, severity }) => codes.includes(code) || severity === 'error')
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}

describe('ThresholdUnreachable', () => {
  const listUnreachable = (
    decide: object,
    targets: object = { small: GP3, large: { ...GP3, iops: 6000 } },
    fio: object = {},
  ) =>
    listAdvice(['ThresholdUnreachable'], {
      targets,
      fleet: { client: { count: 1, instanceType: 'c5n.18xlarge' } },
      workloads: { fio: { ...makeFio('1 GiB'), rw: 'randread', bs: '4k', iodepth: 32, numjobs: 4, ...fio } },
      decide,
    });

  it('is reported with the estimate of the fastest competing target', () => {
    expect(listUnreachable({ metric: 'iops', atLeast: '20k ops/s', prefer: 'cheapest' })).toEqual([
      'ThresholdUnreachable decide.atLeast: `atLeast` is 20,000 IOPS; the fastest target, `large`, is ' +
        'estimated at 6,000 IOPS with this workload. Provision more, or lower `atLeast`',
    ]);
    expect(listUnreachable({ metric: 'iops', atLeast: '6k ops/s', prefer: 'cheapest' })).toEqual([]);
    expect(listUnreachable({ metric: 'iops', atLeast: '6k ops/s', where: { target: 'small' } })).toHaveLength(1);
  });

  it('is reported for bandwidth, for a single operation, and for loads with too few I/Os in flight', () => {
    const mixed = listUnreachable({ metric: 'bandwidth', operation: 'read', atLeast: '500 MB/s' }, undefined, {
      rw: 'rw',
      rwmixread: 50,
      bs: '1m',
    });
    expect(mixed[0]).toMatch(/^ThresholdUnreachable decide\.atLeast: `atLeast` is.*more, or lower `atLeast`/);
    expect(
      listUnreachable({ metric: 'iops', atLeast: '5k ops/s' }, undefined, { iodepth: 1, numjobs: 1 }),
    ).toHaveLength(1);
  });

  it('is not reported when server cache may answer, nor for external storage or latency', () => {
    const nas = cases.nas;
    expect(listUnreachable({ metric: 'iops', atLeast: '20k ops/s' }, { ontap: ONTAP })).toEqual([]);
    expect(listUnreachable({ metric: 'iops', atLeast: '20k ops/s' }, { nas })).toEqual([]);
    expect(listUnreachable({ metric: 'latency_p99', atMost: '1us' })).toEqual([]);
  });

  it('covers the criteria that the answer requires', () => {
    const criteria = { enough: { metric: 'bandwidth', operation: 'read', atLeast: '900 MB/s' } };
    const decide = { metric: 'latency_p99', operation: 'read', atMost: '10ms', require: ['enough'] };
    const advice = listAdvice(['ThresholdUnreachable'], {
      targets: { disk: { kind: 'ebs', volumeType: 'gp3', sizeGiB: 500 } },
      fleet: { client: { count: 1, instanceType: 'c5n.4xlarge' } },
      workloads: { fio: { ...makeFio('8 GiB'), rw: 'randread', bs: '4k', iodepth: 8, numjobs: 2 } },
      criteria,
      decide,
    });
    expect(advice).toEqual([expect.stringMatching(/^ThresholdUnreachable criteria\.enough\.atLeast: /)]);
  });
});

it('warns of a rate above the sustained network throughput of a host (RateAboveNetwork)', () => {
  const listRateWarnings = (rate: number) =>
    listAdvice(['RateAboveNetwork'], {
      targets: { ontap: ONTAP },
      fleet: { client: { count: 1, instanceType: 'c5n.large' } },
      workloads: { mail: { kind: 'database', size: '16 GiB', rate } },
      decide: { metric: 'iops', operation: 'db' },
    });
  expect(listRateWarnings(2000)).toEqual([]);
  expect(listRateWarnings(40_000)).toEqual([
    'RateAboveNetwork workloads.mail: the highest rate sends 1.46 GiB/s from each host, but the network of c5n.large ' +
      'sustains 357.63 MiB/s: it cannot be reached for long. Lower the rate, or use more or larger hosts',
  ]);
});

it('counts random blocks on st1 and sc1 by IOPS, not by provisioned throughput (LoadBelowTarget)', () => {
  const listDiskAdvice = (volumeType: string, fio: object, volumes = 1) =>
    listAdvice(['LoadBelowTarget'], {
      targets: { log: { kind: 'ebs', volumeType, sizeGiB: 2000, volumes } },
      fleet: { client: { count: 1, instanceType: 'c5n.4xlarge' } },
      workloads: { fio: { ...makeFio('16 GiB'), ...fio } },
    });
  expect(listDiskAdvice('st1', { rw: 'randread', bs: '16k', iodepth: 16, numjobs: 1 })).toEqual([]);
  expect(listDiskAdvice('sc1', { rw: 'randwrite', bs: '4k', iodepth: 2, numjobs: 1 })).toEqual([]);
  expect(listDiskAdvice('st1', { rw: 'randread', bs: '4k', iodepth: 1, numjobs: 1 }, 4)).toEqual([
    expect.stringContaining('`log` is provisioned for 2,000 IOPS (7.81 MiB/s)'),
  ]);
});

describe('LoadBelowTarget and HostsBelowTarget', () => {
  const listLoadAdvice = (fio: object, client: object = {}, more: object = {}) =>
    listAdvice(['LoadBelowTarget', 'HostsBelowTarget'], {
      targets: { ontap: { ...ONTAP, diskIops: 20_000 } },
      fleet: { client: { count: 1, instanceType: 'c5n.large', ...client } },
      workloads: { fio: { ...makeFio('1 GiB'), ...fio } },
      ...more,
    });
  const few = { rw: 'randread', bs: '4k', iodepth: 1, numjobs: 1 };

  it('advises how much to raise the I/Os in flight to reach the provisioned IOPS', () => {
    // A read takes 500 us, and 4 KiB at 3 Gbit/s another 11.
    expect(listLoadAdvice(few)).toEqual([
      'LoadBelowTarget workloads.fio: 1 host of role `client` can offer at most 1,957 IOPS (7.65 MiB/s) ' +
        'with this workload, but `ontap` is provisioned for 20,000 IOPS (78.13 MiB/s). Raise the I/Os in ' +
        'flight 10× (queue depth, jobs or hosts)',
    ]);
    expect(listLoadAdvice({ ...few, iodepth: 16, numjobs: 4 })).toEqual([]);
  });

  it('advises more hosts when their network is slower than the target', () => {
    expect(listLoadAdvice({ rw: 'read', bs: '1m', iodepth: 16, numjobs: 4 })).toEqual(cases.hostsBelowTarget);
    expect(listLoadAdvice({ rw: 'read', bs: '1m', iodepth: 16, numjobs: 4 }, { count: 8 })).toEqual([]);
  });

  it('ignores a sweep in which one level reaches the target', () => {
    expect(listLoadAdvice({ ...few, iodepth: '$depth', numjobs: 4 }, {}, { factors: { depth: [1, 64] } })).toEqual([]);
    expect(listLoadAdvice({ ...few, iodepth: '$depth' }, {}, { factors: { depth: [1, 2] } })).toHaveLength(1);
  });

  it('ignores a load that is low on purpose: a fixed rate, a covered threshold, a question about a latency', () => {
    const ask = (decide: object, more: object = {}) => listLoadAdvice({ ...few, ...more }, {}, { decide });
    expect(ask({ metric: 'iops', operation: 'read', atLeast: '1500 ops/s' })).toEqual([]);
    expect(ask({ metric: 'latency_p99', operation: 'read', atMost: '2ms' })).toEqual([]);
    expect(ask({ metric: 'iops', operation: 'read' }, { rate_iops: 500 })).toEqual([]);
    expect(ask({ metric: 'iops', operation: 'read', atLeast: '3000 ops/s' })).toHaveLength(1);
  });

  it('advises more hosts, not larger ones, when the protocol limits each', () => {
    const [advice = ''] = listLoadAdvice(
      { rw: 'read', bs: '1m', iodepth: 16, numjobs: 4 },
      { instanceType: 'c6in.4xlarge' },
      { targets: { ontap: { kind: 'efs', throughputMode: 'provisioned', provisionedMiBps: 3000, storedGiB: 100 } } },
    );
    expect(advice).toMatch(
      /^HostsBelowTarget .*the protocol lets 1 host of role `client` move .*larger hosts move no more$/,
    );
  });

  it('ignores unknown instance types, and buffered I/O (direct: false)', () => {
    expect(listLoadAdvice(few, { instanceType: 'x9z.large' })).toEqual([]);
    expect(listLoadAdvice({ ...few, direct: false })).toEqual([]);
  });
});

describe('ReadsOfMemory', () => {
  const listReadAdvice = (load: object, count = 2, more: object = {}) =>
    listAdvice(['ReadsOfMemory'], {
      targets: { ontap: SMALL_ONTAP },
      fleet: { client: { count, instanceType: 'c5n.large' } },
      workloads: { load },
      ...more,
    });
  const fio = (more: object) => ({ ...makeFio('1 GiB'), rw: 'randread', ...more });

  it('advises larger files when server caches hold all that the hosts read', () => {
    expect(listReadAdvice(fio({ size: '3 GiB', numjobs: 4 }))).toEqual([
      expect.stringMatching(/^ReadsOfMemory workloads\.load: all hosts read at.*the disks\. Lay out larger files/),
    ]);
  });

  it('ignores larger files, write-only loads and buffered I/O', () => {
    expect(listReadAdvice(fio({ size: '4 GiB', numjobs: 4 }))).toEqual([]);
    expect(listReadAdvice(fio({ size: '3 GiB', numjobs: 4 }), 3)).toEqual([]);
    expect(listReadAdvice(fio({ rw: 'randwrite' }))).toEqual([]);
    expect(listReadAdvice(fio({ direct: false }))).toEqual([]);
  });

  it('advises once per sweep, with the number of affected configurations', () => {
    const sweep = { factors: { size: ['1 GiB', '10 GiB', '100 GiB'] } };
    expect(listReadAdvice(fio({ size: '$size', numjobs: 2 }), 1, sweep)).toEqual([
      expect.stringContaining(
        'ReadsOfMemory workloads.load: all hosts read at most 20 GiB in 2 of 3 configurations, and server caches ' +
          'of `ontap` hold 29.8 GiB. Reads would measure the cache, not the disks. Lay out larger files',
      ),
    ]);
  });

  it('counts the data of a job shared by all hosts once, not per host', () => {
    const decide = { decide: { metric: 'read_bandwidth' } };
    const ior = { kind: 'ior', ranks: 4, blockSize: '7 GiB', repetitions: 1 };
    expect(listReadAdvice(ior, 4, decide)[0]).toContain(
      'ReadsOfMemory workloads.load: all hosts read at most 28 GiB, and server caches of `ontap` hold 29.8 GiB. ' +
        'Reads would measure the cache, not the disks. Lay out larger files',
    );
    // One host's memory may answer: that is said of the trials.
    expect(listReadAdvice({ ...ior, reorderTasks: false }, 4, decide)).toEqual([]);
  });
});
