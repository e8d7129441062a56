/** Credits, what servers told, and loads that ask for no more. */
import { bottleneckOf, type BottleneckInput } from '../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../lib/results/measures';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { serverMetricsOf } from '../../../lib/shapes/server-metrics';
import { cell, GIVEN, MB, measure, ON, rates, row, use } from './a-cell';

/** A volume of gp3 on an m5.large: 650 Mbit/s to it at all times, and all that the volume gives while credits last. */
const SMALL: Partial<BottleneckInput> = {
  servers: serverMetricsOf('ebs'),
  entitled: { bandwidth: 81.25 * MB, iops: 3000, burst: { bandwidth: 131.072 * MB } },
  roles: ON('m5.large'),
};
type Case = readonly [what: string, change: Partial<BottleneckInput>, line: string];

describe('credits, and loads that ask for no more', () => {
  const cases: readonly Case[] = [
    [
      'what is paid for without credits, as these were used up',
      {
        servers: serverMetricsOf('fsx-openzfs'),
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
        held: [
          {
            of: ['write'],
            bytes: { metric: 'write_bandwidth', limit: 'bandwidth', moves: 'written' },
            operations: null,
          },
        ],
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
  ];
  it.each(cases)('name the limit: %s', (_, change, line) => expect(bottleneckOf(cell(change)).text).toBe(line));

  const unknown: readonly Case[] = [
    [
      'what it has without credits, and nobody tells whether it had any',
      { entitled: { iops: 3300, burst: { iops: 10_000 } }, measures: rates(13 * MB, 3290), rows: [row(undefined)] },
      'not known: lacking: whether its credits were used up (operations: 3.29k ops/s of 3.30k ops/s provisioned ' +
        '(99 %)), what hosts did (no evidence of theirs)',
    ],
    [
      'the baseline of a small host, whose trials are too short for its credits to be told',
      { ...SMALL, measures: rates(80 * MB, 900), rows: [row(undefined)] },
      'not known: nothing that was looked at was at its limit (operations: 900 ops/s of 3.00k ops/s provisioned ' +
        '(30 %)); lacking: whether its credits were used up (throughput: 80.0 MB/s of 81.3 MB/s provisioned (98 %)), ' +
        'what hosts did (no evidence of theirs), metrics of its servers (its trials hold no 3 whole minutes)',
    ],
    [
      'what it has without credits, of which some were left',
      {
        servers: serverMetricsOf('fsx-openzfs'),
        entitled: { iops: 5000, burst: { iops: 40_000 } },
        measures: [...rates(80 * MB, 4900), measure('server_iops_credits', '%', 80, null)],
      },
      'not known: nothing that was looked at was at its limit (host CPU: 20 % busy on 4 hosts; operations: 4.90k ' +
        'ops/s of 40.0k ops/s that credits give (12 %))',
    ],
  ];
  it.each(unknown)('leave it open: %s', (_, change, line) => {
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

describe('what servers told', () => {
  const servers = serverMetricsOf('fsx-ontap');
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
