import { stringify } from 'yaml';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { formatCell } from '../../../lib/experiment/design/cells';
import { KINDS } from '../../../lib/experiment/kinds';
import { mergeSides } from '../../../lib/experiment/reading/merge-sides';
import { readSpec } from '../../../lib/experiment/reading/read-spec';

const LOAD = { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, size: '16 MiB', ramp_time: '1s', runtime: '4s' };
const BASE = {
  experiment: 'sides',
  targets: { a: { kind: 'directory', path: 'a' }, b: { kind: 'directory', path: 'b' } },
  workloads: { read: LOAD, write: { extends: 'read', rw: 'randwrite' } },
  design: { replicates: 4 },
};
const METRIC = { metric: 'iops', operation: null };
const DEEP = { ...BASE.workloads, read: { ...LOAD, iodepth: 8 } };
const MOVED = { ...BASE.targets, a: { kind: 'directory', path: 'c' } };

function merge(now: object, before: object = BASE, allow?: number) {
  const found = mergeSides({ now: { ...BASE, ...now }, before: { ...BASE, ...before }, metric: METRIC, allow });
  if ('refusals' in found) throw new Error(found.refusals.join('\n'));
  return found;
}

/** Pairs `configuration -> reference` of the merged spec, as the planner reads it. */
function listPairs(now: object, before: object = BASE): readonly string[] {
  const { spec, problems } = readSpec(stringify(merge(now, before).spec), 'merged');
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  const { cells, references } = expandSpec(spec, KINDS);
  const name = (id: string) => formatCell(cells.find(({ cellId }) => cellId === id)!).replace(/\b\w+=/g, '');
  expect(cells).toHaveLength(references.length);
  return references.filter(({ cell, to }) => cell !== to).map(({ cell, to }) => `${name(cell)} -> ${name(to)}`);
}

describe('mergeSides', () => {
  it('pairs a changed workload, and those that extend it, on each target', () => {
    expect(listPairs({ workloads: DEEP })).toEqual([
      'a read -> a read-before',
      'a write -> a write-before',
      'b read -> b read-before',
      'b write -> b write-before',
    ]);
  });

  it('excludes mixtures of both sides, and what is equal on both', () => {
    const own = { ...BASE.workloads, write: { ...LOAD, rw: 'randwrite', iodepth: 8 } };
    expect(listPairs({ workloads: own })).toEqual(['a write -> a write-before', 'b write -> b write-before']);
    expect(listPairs({ workloads: own, targets: MOVED })).toEqual([
      'a read -> a-before read',
      'a write -> a-before write-before',
      'b write -> b write-before',
    ]);
  });

  it('maps names in `include` and `exclude` for the old side, too', () => {
    const design = { exclude: [{ workload: 'read', target: 'b' }] };
    expect(listPairs({ workloads: DEEP, design }, { ...BASE, design })).not.toContain('b read -> b read-before');
    const cross = { cross: ['workload'], include: [{ target: 'b', workload: 'read' }] };
    expect(listPairs({ workloads: DEEP, design: cross }, { ...BASE, design: cross })).toEqual([
      'a read -> a read-before',
      'a write -> a write-before',
      'b read -> b read-before',
    ]);
  });

  it('asks for 10% on shared or existing storage and 25% on created storage, unless `allow` says otherwise', () => {
    const zfs = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_HA_2', storageGiB: 64, throughputMBps: 320 };
    const read = (now: object, before: object, allow?: number) => merge(now, before, allow).spec['decide'];
    expect(read({ workloads: DEEP }, BASE)).toEqual({ metric: 'iops', noWorse: '10%' });
    expect(read({ targets: MOVED }, BASE)).toMatchObject({ noWorse: '10%' });
    const fast = { targets: { zfs: { ...zfs, throughputMBps: 640 } } };
    expect(read(fast, { ...BASE, targets: { zfs } })).toMatchObject({ noWorse: '25%' });
    expect(read(fast, { ...BASE, targets: { zfs } }, 0.3)).toMatchObject({ noWorse: '30%' });
  });

  it('keeps metric, filter and margin of `decide`, takes 10 replicates or more, and lists differences', () => {
    const decide = { metric: 'latency_p99', where: { target: 'a' }, margin: '3%', atMost: '5ms', prefer: 'lowest' };
    const found = merge({ workloads: DEEP, decide, design: { replicates: 14 } });
    expect(found.spec['decide']).toEqual({
      metric: 'latency_p99',
      where: { target: 'a' },
      margin: '3%',
      noWorse: '10%',
    });
    expect(found.spec['design']).toMatchObject({ replicates: 14, comparison: 'interleaved' });
    expect(merge({ workloads: DEEP }).spec['design']).toMatchObject({ replicates: 10 });
    expect(found.differences).toEqual([
      'workload read: iodepth 8 (before: 4)',
      'workload write: iodepth 8 (before: 4)',
    ]);
  });

  it('mounts the old target like the new one', () => {
    const fleet = { client: { mount: { each: { a: { nconnect: 4 } } } } };
    expect(merge({ targets: MOVED, fleet }, { ...BASE, fleet }).spec['fleet']).toEqual({
      client: { mount: { each: { a: { nconnect: 4 }, 'a-before': { nconnect: 4 } } } },
    });
  });

  it('does not compare what is on one side only', () => {
    const found = merge({ workloads: { ...DEEP, more: { ...LOAD, bs: '8k' } } });
    expect(found.differences).toContain('workload more is on one side only, so it is not compared');
    expect(listPairs({ workloads: { ...DEEP, more: { ...LOAD, bs: '8k' } } })).toHaveLength(4);
  });

  it.each([
    ['equal sides', {}, {}, /^nothing to compare: workloads and targets are equal\. .* use `history`$/],
    ['other factors', { factors: { x: [1] } }, {}, /^`factors` differs\. Only workloads and targets may: use one/],
    ['another fleet', { fleet: { client: { count: 2 } } }, {}, /^`fleet` differs\./],
    ['another design', { design: { blocks: 3 } }, {}, /^`design` differs\./],
    [
      'one factor at a time',
      { workloads: DEEP, design: { oneAtATime: true } },
      { design: { oneAtATime: true } },
      /`design\.oneAtATime` has no pairs/,
    ],
    [
      'a name that is taken',
      { workloads: { ...DEEP, 'read-before': LOAD } },
      {},
      /^workload `read-before` exists already/,
    ],
    [
      'workloads that the design omits',
      { workloads: DEEP, design: { cross: ['target'] } },
      { design: { cross: ['target'] } },
      /^`design\.cross` omits `workload`/,
    ],
  ])('refuses %s', (_, now, before, message) => {
    expect(() => merge(now, { ...BASE, ...before })).toThrow(message);
  });
});
