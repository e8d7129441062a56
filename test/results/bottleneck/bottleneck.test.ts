import { bottleneckOf, type BottleneckInput } from '../../../lib/results/bottleneck/bottleneck';
import { cell, FILES, MB, measure, network, ON, rates, row, use } from './a-cell';

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
      'not known: throughput: 150 % of what is provisioned, from credits or from memory; nothing else that was ' +
        'looked at was at its limit (operations: 5.00k ops/s of 20.0k ops/s provisioned (25 %); ' +
        'host CPU: 20 % busy on 4 ' +
        'hosts)',
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

it('takes the middle trial, so that one that was disturbed says nothing of the cell', () => {
  const busy = row([use({ cpu: [0.99] })]);
  const quiet = row([use({ cpu: [0.3] })]);
  expect(bottleneckOf(cell({ rows: [busy, quiet, quiet] })).reached).toEqual([]);
  expect(bottleneckOf(cell({ rows: [busy, busy, quiet] })).reached.map(({ resource }) => resource)).toEqual([
    'host CPU',
  ]);
});
