import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { expandSpec, type ExpandedSpec } from '../../../lib/experiment/design/expand';
import { ensure } from '../../../lib/shapes/errors';
import { KINDS } from '../../../lib/experiment/kinds';

const expand = (asked: string, targets = 'disk: { kind: ebs, volumeType: gp3, sizeGiB: $size }'): ExpandedSpec => {
  const text = `experiment: asked
targets: { ${targets} }
factors: { size: [10, 20], rw: [randread, randwrite] }
fleet: { client: { instanceType: c5n.large } }
workloads:
  data: { kind: fio, rw: $rw, bs: 4k, size: 64 MiB, ramp_time: 1s, runtime: 4s }
  tree: { kind: tree-copy, files: 3000, size: 10 MiB }
${asked}
`;
  return expandSpec(ensure(readSpec(text, 'spec.yaml').spec, 'a spec'), KINDS);
};
const listReplicates = ({ cells }: ExpandedSpec): string[] =>
  [
    ...new Set(cells.map(({ workload, levels, replicates }) => `${workload} ${levels['rw'] ?? '-'} ${replicates}`)),
  ].sort();

describe('expandSpec: replicates', () => {
  it('plans 4 for workloads without the metric, and for values that `decide.where` does not name', () => {
    expect(listReplicates(expand('decide: { metric: iops, where: { rw: randread } }'))).toEqual([
      'data randread 6',
      'data randwrite 4',
      'tree - 4',
    ]);
  });

  it.each([
    ['all without a question', 'design: { replicates: 6 }', ['data randread 6', 'data randwrite 6', 'tree - 6']],
    [
      'those of `otherReplicates`',
      'design: { replicates: 7, otherReplicates: 5 }\ndecide: { metric: elapsed_synced }',
      ['data randread 5', 'data randwrite 5', 'tree - 7'],
    ],
    [
      'no more than `replicates`',
      'design: { replicates: 3 }\ndecide: { metric: elapsed_synced }',
      ['data randread 3', 'data randwrite 3', 'tree - 3'],
    ],
    [
      'all for the reference of `noWorse`',
      'design: { reference: { size: 10 } }\ndecide: { metric: iops, where: { size: 20, rw: randread }, noWorse: 10% }',
      ['data randread 6', 'data randwrite 4', 'tree - 4'],
    ],
  ])('plans %s', (_, asked, expected) => {
    expect(listReplicates(expand(asked))).toEqual(expected);
  });
});

describe('expandSpec: looks', () => {
  const LIMIT = 'decide: { metric: iops, where: { rw: randread }, atLeast: 1k }';

  it('allows looks for a threshold with the cheapest configuration in one rig', () => {
    expect(expand(LIMIT).looks).toBe(true);
  });

  it.each([
    ['no threshold', 'decide: { metric: iops, where: { rw: randread } }'],
    ['another preference', LIMIT.replace('atLeast', 'prefer: highest, atLeast')],
    ['`earlyStop: false`', `${LIMIT}\ndesign: { earlyStop: false }`],
    ['4 replicates', `${LIMIT}\ndesign: { replicates: 4 }`],
    ['7 replicates', `${LIMIT}\ndesign: { replicates: 7 }`],
    ['several blocks', `${LIMIT}\ndesign: { blocks: 2, replicates: 6 }`],
    ['separate rigs', `${LIMIT}\ndesign: { comparison: sequential }`],
    ['no question', ''],
    ['a single configuration', LIMIT.replace('rw: randread', 'rw: randread, size: 10')],
  ])('refuses looks with %s', (_, asked) => {
    expect(expand(asked).looks).toBe(false);
  });

  it('refuses looks with stages', () => {
    const staged = 'disk: { kind: ebs, volumeType: gp3, sizeGiB: $size, stages: { low: {}, high: { sizeGiB: 30 } } }';
    expect(expand(LIMIT, staged).looks).toBe(false);
  });
});
