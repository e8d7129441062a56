import { bottleneckOf, type BottleneckInput } from '../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../lib/results/measures';
import type { HeldRates } from '../../../lib/shapes/metric';
import { targetOf } from '../../../lib/targets/registry';
import type { Unit } from '../../../lib/shapes/observation';
import type { Reason, RoleUse, TrialRow } from '../../../lib/shapes/verdict';

const GBIT = 1e9 / 8;
const MB = 1e6;
const DATA: readonly HeldRates[] = [
  { of: null, bytes: { metric: 'bandwidth', limit: 'bandwidth' }, operations: { metric: 'iops', limit: 'iops' } },
];
const FILES: readonly HeldRates[] = [
  { of: ['create'], bytes: null, operations: { metric: 'rate', limit: 'metadataCreates' } },
  { of: ['remove'], bytes: null, operations: { metric: 'rate', limit: 'metadataDeletes' } },
];

function measure(metric: string, unit: Unit, centre: number | null, operation: string | null = 'read'): Measure {
  const one = { n: 1, centre, mean: centre, min: centre, max: centre, cv: null, interval: null };
  return {
    metric,
    operation,
    statistic: 'value',
    unit,
    statistics: centre === null ? null : (one as unknown as Measure['statistics']),
    values: [],
  };
}

function use(change: Partial<RoleUse> = {}): RoleUse {
  return { role: 'client', cpu: [0.2, 0.2, 0.2, 0.2], network: [MB, MB, MB, MB], held: 0, ...change };
}

function row(uses: readonly RoleUse[] | undefined, reasons: readonly Reason[] = []): TrialRow {
  return {
    trial: 't0001',
    started: null,
    ended: null,
    reasons,
    ...(uses === undefined ? {} : { uses }),
  } as unknown as TrialRow;
}

/** A quiet cell of four c5n.9xlarge (50 Gbit/s), half of whose storage is used. */
function cell(change: Partial<BottleneckInput> = {}): BottleneckInput {
  return {
    rows: [row([use()])],
    measures: [measure('bandwidth', 'bytes/s', 500 * MB), measure('iops', 'ops/s', 5000)],
    entitled: { bandwidth: 1000 * MB, iops: 20_000 },
    held: DATA,
    roles: [{ role: 'client', instanceType: 'c5n.9xlarge' }],
    local: false,
    ...change,
  };
}
const rates = (bytes: number, operations = 5000): readonly Measure[] => [
  measure('bandwidth', 'bytes/s', bytes),
  measure('iops', 'ops/s', operations),
];
const GIVEN = { metric: 'iops', rate: 8000, least: 0.95, by: 'rate' } as const;
const ON = (instanceType: string): BottleneckInput['roles'] => [{ role: 'client', instanceType }];
const network = (gbits: number, held: number | null = 0, hosts = 4): RoleUse =>
  use({ network: Array.from({ length: hosts }, () => gbits * GBIT), held });

describe('the line of a cell whose limit is known', () => {
  const cases: readonly (readonly [what: string, change: Partial<BottleneckInput>, line: string])[] = [
    [
      'throughput that is paid for',
      { measures: rates(980 * MB) },
      'throughput: 980 MB/s of 1.00 GB/s provisioned (98 %)',
    ],
    [
      'operations that are paid for',
      { measures: rates(80 * MB, 19_600) },
      'operations: 19.6k ops/s of 20.0k ops/s provisioned (98 %)',
    ],
    [
      'file creates that are paid for; deletes are farther away',
      {
        held: FILES,
        entitled: { metadataCreates: 24_000, metadataDeletes: 12_000 },
        measures: [measure('rate', 'ops/s', 23_100, 'create'), measure('rate', 'ops/s', 6000, 'remove')],
      },
      'metadata: 23,100 of 24,000 creates/s provisioned (96 %)',
    ],
    [
      'creates and deletes, each in its phase: the nearer one first',
      {
        held: FILES,
        entitled: { metadataCreates: 24_000, metadataDeletes: 12_000 },
        measures: [measure('rate', 'ops/s', 22_000, 'create'), measure('rate', 'ops/s', 11_900, 'remove')],
      },
      'metadata: 11,900 of 12,000 deletes/s provisioned (99 %); ' +
        'metadata: 22,000 of 24,000 creates/s provisioned (91 %)',
    ],
    [
      'the network of all hosts, without bursts',
      { rows: [row([network(24.5)])], roles: ON('c5.18xlarge') },
      'client network: 98 % of 25 Gbit/s on 4 of 4 hosts',
    ],
    [
      'the network at its burst rate',
      { rows: [row([network(9.7)])], roles: ON('c5.xlarge') },
      'client network: 97 % of 10 Gbit/s burst on 4 of 4 hosts',
    ],
    [
      'the network at its baseline, as packets that were held back show',
      { rows: [row([network(1.25, 4)])], roles: ON('c5.xlarge') },
      'client network: 100 % of 1.25 Gbit/s baseline on 4 of 4 hosts',
    ],
    [
      'an allowance whose rate nobody counted',
      { rows: [row([use({ network: null, held: 3 })])] },
      'client network: packets held back at an allowance of the instance type on 3 of 4 hosts',
    ],
    [
      'the processors of one host',
      { rows: [row([use({ cpu: [0.97], network: [MB] })])] },
      'host CPU: 97 % busy on 1 of 1 hosts',
    ],
    [
      'the processors of most hosts, and what is paid for: the nearer one first',
      { rows: [row([use({ cpu: [0.99, 0.98, 0.97, 0.4] })])], measures: rates(930 * MB) },
      'host CPU: 97 % busy on 3 of 4 hosts; throughput: 930 MB/s of 1.00 GB/s provisioned (93 %)',
    ],
    [
      'jobs that are busy with themselves, in most trials',
      {
        rows: [
          row([use()], [{ level: 'note', code: 'ClientBound', text: '' }]),
          row([use()], [{ level: 'note', code: 'ClientBound', text: '' }]),
          row([use()]),
        ],
      },
      'client jobs: busy with themselves for more than 90 % of the CPU time that they could use, in 2 of 3 trials',
    ],
    [
      'a mount that lets requests wait on the host',
      { rows: [row([use({ nfs: { operation: 'READ', operations: 9000, queued: 2.5, whole: 4.1 } })])] },
      'client NFS queue: READ waited on the host for 60 % of its 4.10 ms',
    ],
    [
      'what credits give',
      { entitled: { bandwidth: 300 * MB, burst: { bandwidth: 510 * MB } } },
      'throughput: 500 MB/s of 510 MB/s that credits give (98 %)',
    ],
    [
      'what is paid for without credits, as these were used up',
      {
        servers: targetOf('fsx-openzfs')?.serverMetrics ?? [],
        entitled: { iops: 5000, burst: { iops: 40_000 } },
        measures: [...rates(80 * MB, 4900), measure('server_iops_credits', '%', 0.4, null)],
      },
      'operations: 4.90k ops/s of 5.00k ops/s provisioned (98 %); disk operation credits: used up',
    ],
    [
      'the same, by the trials that say so',
      {
        rows: [row([use()], [{ level: 'suspect', code: 'CreditsSpent', text: '' }])],
        entitled: { iops: 5000, burst: { iops: 40_000 } },
        measures: rates(80 * MB, 4900),
      },
      'operations: 4.90k ops/s of 5.00k ops/s provisioned (98 %)',
    ],
    [
      'the disks of a Lustre with credits, and not what it has without them',
      {
        held: [{ of: ['write'], bytes: { metric: 'write_bandwidth', limit: 'bandwidth' }, operations: null }],
        entitled: { bandwidth: 300 * MB, burst: { bandwidth: 600 * MB, network: 1560 * MB } },
        measures: [
          measure('write_bandwidth', 'bytes/s', 612 * MB, 'write'),
          measure('server_file_server_throughput', '%', 206, null),
        ],
      },
      'throughput: 612 MB/s of 600 MB/s that credits give (102 %)',
    ],
    [
      'the network of servers with credits, whose memory answers',
      {
        entitled: { bandwidth: 300 * MB, burst: { bandwidth: 600 * MB, network: 1560 * MB } },
        measures: rates(1500 * MB),
      },
      'throughput: 1.50 GB/s of 1.56 GB/s that the network of its servers carries while credits last, from their ' +
        'memory (96 %)',
    ],
    [
      'a given rate that was kept to, however near to what is paid for that is',
      { load: GIVEN, entitled: { iops: 8500 }, measures: rates(32 * MB, 7990) },
      'load: the given rate of 8.00k ops/s',
    ],
    [
      'a given rate that was missed, as no more is paid for',
      { load: GIVEN, entitled: { iops: 3100 }, measures: rates(12 * MB, 3070) },
      'operations: 3.07k ops/s of 3.10k ops/s provisioned (99 %)',
    ],
    [
      'jobs that pause nearly always',
      { load: { ...GIVEN, least: 0.9, by: 'pauses' }, entitled: { iops: 8000 }, measures: rates(30 * MB, 7600) },
      'load: jobs that pause after each I/O, 95 % of their time',
    ],
    [
      'what is paid for, beside jobs that pause less than that',
      { load: { ...GIVEN, least: 0.9, by: 'pauses' }, entitled: { iops: 7000 }, measures: rates(30 * MB, 6900) },
      'operations: 6.90k ops/s of 7.00k ops/s provisioned (98 %)',
    ],
    [
      'one role of two',
      {
        rows: [row([use({ role: 'broker', cpu: [0.95, 0.95] }), use({ role: 'worker' })])],
        roles: [
          { role: 'broker', instanceType: 'c5n.9xlarge' },
          { role: 'worker', instanceType: 'c5n.9xlarge' },
        ],
      },
      'host CPU (broker): 95 % busy on 2 of 2 hosts',
    ],
    [
      'a mix of reads and writes, which share what is paid for',
      {
        measures: [
          measure('bandwidth', 'bytes/s', 600 * MB, 'read'),
          measure('bandwidth', 'bytes/s', 350 * MB, 'write'),
        ],
      },
      'throughput: 950 MB/s of 1.00 GB/s provisioned (95 %)',
    ],
  ];
  it.each(cases)('%s', (_, change, line) => expect(bottleneckOf(cell(change)).text).toBe(line));
});

describe('the line of a cell whose limit is not known', () => {
  const cases: readonly (readonly [what: string, change: Partial<BottleneckInput>, line: string])[] = [
    [
      'nothing was at its limit',
      {},
      'not known: nothing that was looked at was at its limit (throughput: 500 MB/s of 1.00 GB/s provisioned (50 %); ' +
        'operations: 5.00k ops/s of 20.0k ops/s provisioned (25 %))',
    ],
    [
      'nearly at its limit is not at it',
      { measures: rates(890 * MB) },
      'not known: nothing that was looked at was at its limit (throughput: 890 MB/s of 1.00 GB/s provisioned (89 %); ' +
        'operations: 5.00k ops/s of 20.0k ops/s provisioned (25 %))',
    ],
    [
      'beyond what is paid for',
      { measures: rates(1500 * MB) },
      'not known: throughput: 150 % of what is provisioned, from credits or from memory; nothing else that was looked ' +
        'at was at its limit (operations: 5.00k ops/s of 20.0k ops/s provisioned (25 %); host CPU: 20 % busy on 4 ' +
        'hosts)',
    ],
    [
      'what it has without credits, and nobody tells whether it had any',
      { entitled: { iops: 3300, burst: { iops: 10_000 } }, measures: rates(13 * MB, 3290), rows: [row(undefined)] },
      'not known: lacking: whether its credits were used up (operations: 3.29k ops/s of 3.30k ops/s provisioned ' +
        '(99 %)), what hosts did (no evidence of theirs)',
    ],
    [
      'what it has without credits, of which some were left',
      {
        servers: targetOf('fsx-openzfs')?.serverMetrics ?? [],
        entitled: { iops: 5000, burst: { iops: 40_000 } },
        measures: [...rates(80 * MB, 4900), measure('server_iops_credits', '%', 80, null)],
      },
      'not known: nothing that was looked at was at its limit (host CPU: 20 % busy on 4 hosts; operations: 4.90k ' +
        'ops/s of 40.0k ops/s that credits give (12 %))',
    ],
    [
      'requests that are worked on for longer than they wait',
      {
        rows: [row([use({ nfs: { operation: 'READ', operations: 9000, queued: 1.9, whole: 4 } })])],
        entitled: {},
        roles: ON('c5n.9xlarge'),
      },
      'not known: nothing that was looked at was at its limit (host CPU: 20 % busy on 4 hosts; client network: 0 % ' +
        'of 50 Gbit/s on 4 hosts); lacking: what the storage is entitled to',
    ],
    ['no trial counts', { rows: [] }, 'not known: no trial counts'],
    [
      'neither hosts nor storage tell anything',
      { rows: [row(undefined)], entitled: {} },
      'not known: lacking: what the storage is entitled to, what hosts did (no evidence of theirs)',
    ],
    [
      'a type of host whose network nobody knows',
      { rows: [row([network(24)])], roles: ON('x9.mystery'), entitled: {} },
      'not known: nothing that was looked at was at its limit (host CPU: 20 % busy on 4 hosts); lacking: what the ' +
        'storage is entitled to, what the network of x9.mystery gives',
    ],
    [
      'a network at its baseline, of which nobody says whether it was held there',
      { rows: [row([network(1.25, null)])], roles: ON('c5.xlarge'), entitled: {} },
      'not known: nothing that was looked at was at its limit (host CPU: 20 % busy on 4 hosts; client network: 12 % ' +
        'of 10 Gbit/s burst on 4 hosts); lacking: what the storage is entitled to, whether hosts were held at the ' +
        'baseline of 1.25 Gbit/s of their network',
    ],
    [
      'one host of many at its limit is not the fleet',
      { rows: [row([use({ cpu: [0.99, 0.2, 0.2, 0.2] })])], entitled: {} },
      'not known: of what was looked at only some hosts were at a limit, half of them at most (host CPU: 20 % busy ' +
        'on the middle one of 4 hosts, at most 99 %); lacking: what the storage is entitled to',
    ],
    [
      'on this machine no network lies between',
      { rows: [row([use({ cpu: [0.5], network: null, held: null })])], entitled: {}, local: true },
      'not known: nothing that was looked at was at its limit (host CPU: 50 % busy on 1 host); lacking: what the ' +
        'storage is entitled to',
    ],
  ];
  it.each(cases)('%s', (_, change, line) => {
    const found = bottleneckOf(cell(change));
    expect(found.text).toBe(line);
    expect(found.reached).toEqual([]);
  });
});

it('gives shares of other limits where the load ended the rate', () => {
  const { reached, below } = bottleneckOf(
    cell({ load: GIVEN, entitled: { iops: 8500 }, measures: rates(32 * MB, 7990) }),
  );
  expect(reached.map(({ resource }) => resource)).toEqual(['load']);
  expect(below[0]?.text).toBe('operations: 7.99k ops/s of 8.50k ops/s provisioned (94 %)');
});

it('takes the middle trial, so that one that was disturbed says nothing of the cell', () => {
  const busy = row([use({ cpu: [0.99] })]);
  const quiet = row([use({ cpu: [0.3] })]);
  expect(bottleneckOf(cell({ rows: [busy, quiet, quiet] })).reached).toEqual([]);
  expect(bottleneckOf(cell({ rows: [busy, busy, quiet] })).reached.map(({ resource }) => resource)).toEqual([
    'host CPU',
  ]);
});

describe('what servers told', () => {
  const servers = targetOf('fsx-ontap')?.serverMetrics ?? [];
  const told = (name: string, centre: number): Measure => measure(name, '%', centre, null);
  const line = (...more: readonly Measure[]): string =>
    bottleneckOf(cell({ servers, measures: [...rates(500 * MB), ...more] })).text;

  it('is a limit as others are, the nearest first', () => {
    expect(line(told('server_network', 93), told('server_cpu', 97.5))).toBe(
      'file server CPU: 97 % in use; file server network: 93 % in use',
    );
  });

  it('is a limit where credits are used up', () => {
    expect(line(told('server_iops_credits', 0.4))).toBe('disk operation credits: used up');
    expect(line(told('server_iops_credits', 40))).toMatch(/^not known: /);
  });

  it('was looked at where it was below its limit', () => {
    expect(line(told('server_cpu', 60))).toMatch(
      /^not known: .*at its limit \(file server CPU: 60 % in use; throughput/,
    );
  });

  it('was no limit where more was taken than is provisioned: it came from credits', () => {
    expect(line(told('server_network', 180))).toMatch(
      /^not known: file server network: 180 % of what is provisioned, from credits; nothing else .*\(throughput/,
    );
  });

  const lacking = (window: Partial<TrialRow>, serversProblem: string | null): string | undefined =>
    bottleneckOf(cell({ servers, rows: [{ ...row([use()]), ...window }], serversProblem })).lacking.at(-1);
  const LONG = { started: '2026-03-02T09:00:00Z', ended: '2026-03-02T09:03:00Z' };
  const SHORT = { started: '2026-03-02T09:00:01Z', ended: '2026-03-02T09:03:59Z' };

  it('lacks where nobody asked them, and says what is known of why', () => {
    expect(lacking(LONG, null)).toBe('metrics of its servers');
    expect(lacking(LONG, 'AccessDenied')).toBe('metrics of its servers (CloudWatch could not be asked: AccessDenied)');
    expect(lacking(SHORT, 'AccessDenied')).toBe('metrics of its servers (its trials hold no 3 whole minutes)');
  });
});
