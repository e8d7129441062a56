import { formatCell } from '../../../lib/experiment/design/cells';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { KINDS } from '../../../lib/experiment/kinds';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../fake-kinds';
import cases from './cells.cases.json';

function expanded(changes: Record<string, unknown> = {}) {
  const { spec, problems } = readSpecObject(rawSpec(changes), FAKE);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return expandSpec(spec, FAKE);
}
/** Cells of kinds that are registered. */
function expandedSpec(raw: object) {
  const { spec, problems } = readSpecObject(raw, KINDS);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return expandSpec(spec, KINDS).cells;
}
const idsOf = (changes: Record<string, unknown>): string[] => expanded(changes).cells.map(({ cellId }) => cellId);
const one = { factors: { mode: ['read'], size: [1] } };

describe('cells', () => {
  it('carry their parameters as the kind understands them, and the labels of what varies', () => {
    const [cell] = expanded().cells;
    expect(cell).toMatchObject(cases.cell);
    expect(cell?.cellId).toMatch(/^[0-9a-f]{12}$/);
    expect(expanded().cells).toHaveLength(6);
  });

  it('have ids that depend on the configuration alone', () => {
    const [id] = idsOf(one);
    expect(idsOf({ ...one, experiment: 'other', question: 'Why?', design: { replicates: 7 } })).toEqual([id]);
    // Names of target, workload and factors; a default that is written out; the order of settings.
    expect(
      idsOf({
        factors: { way: ['read'], s: [1] },
        targets: { there: { path: '/here', kind: 'folder' } },
        workloads: { load: { measure: 10, size: '$s', kind: 'load', mode: '$way' } },
        decide: { metric: 'rate' },
      }),
    ).toEqual([id]);
    expect(idsOf({ ...one, fleet: { client: { count: 3 } } })).not.toEqual([id]);
    expect(idsOf({ ...one, targets: { here: { kind: 'folder', path: '/there' } } })).not.toEqual([id]);
    expect(idsOf({ factors: { mode: ['read'], size: [2] } })).not.toEqual([id]);
  });

  it('that are equal are merged, with advice where their levels look different', () => {
    const targets = { a: { kind: 'folder', path: '/x' }, b: { kind: 'folder', path: '/x' } };
    const { cells, problems } = expanded({ ...one, targets, decide: { metric: 'rate' } });
    expect(cells.map(({ levels }) => levels)).toEqual([{ target: 'a', mode: 'read', size: '1' }]);
    expect(problems).toEqual([expect.objectContaining({ severity: 'advice', code: 'EqualCells' })]);
    expect(problems[0]?.message).toContain('target=b mode=read size=1 equals target=a mode=read size=1');
  });

  it('do not vary with factors that their settings do not refer to', () => {
    const workloads = {
      w: { kind: 'load', mode: '$mode', size: '$size' },
      fixed: { kind: 'load', mode: '$mode', size: 50 },
    };
    const { cells, problems } = expanded({ workloads });
    expect(problems).toEqual([]);
    expect(cells.filter(({ workload }) => workload === 'fixed').map(formatCell)).toEqual([
      'workload=fixed mode=read',
      'workload=fixed mode=write',
    ]);
    expect(cells).toHaveLength(6 + 2);
  });

  it('differ by stage; a target without stages has no label for it', () => {
    const targets = {
      big: { kind: 'cloud', throughputMBps: 1, stages: { one: {}, two: { throughputMBps: 2 } } },
      plain: { kind: 'cloud' },
    };
    const fleet = { client: { count: 1, instanceType: 'c5n.large' } };
    const { cells } = expanded({ ...one, targets, fleet });
    expect(
      cells.map(({ levels, targetConfig }) => [levels['target'], levels['stage'], targetConfig['throughputMBps']]),
    ).toEqual([
      ['big', 'one', 1],
      ['big', 'two', 2],
      ['plain', undefined, undefined],
    ]);
  });

  it('may vary target and fleet by reference', () => {
    const { cells } = expanded({
      factors: { mode: ['read'], size: [1], hosts: [1, 4], path: ['/a', '/b'] },
      targets: { here: { kind: 'folder', path: '$path' } },
      fleet: { client: { count: '$hosts' } },
    });
    expect(cells.map(({ fleet, targetConfig }) => [fleet['client']?.count, targetConfig['path']])).toEqual(
      cases.stages,
    );
    expect(new Set(cells.map(({ fleetKey, variantKey }) => fleetKey + variantKey)).size).toBe(4);
  });
});

describe('processes of each host', () => {
  it('are those of all hosts of a cell, equal to as many that are written so', () => {
    const idsBy = (ranks: object) =>
      expandedSpec({
        experiment: 'x',
        factors: { hosts: [3, 5] },
        targets: { fs: { kind: 'external-nfs', address: '10.0.0.1', export: '/x', folder: 'bench' } },
        fleet: { client: { count: '$hosts', instanceType: 'c5n.large' } },
        workloads: { names: { kind: 'mdtest', filesPerRank: 1000, ...ranks } },
      }).map(({ cellId, params }) => [cellId, params['ranks'], params['ranksPerHost']]);
    const each = idsBy({ ranksPerHost: 4 });
    expect(each.map(([, ...ranks]) => ranks)).toEqual([
      [12, undefined],
      [20, undefined],
    ]);
    // As many that are written out make the same cell.
    expect(idsBy({ ranks: 15 }).map(([id]) => id)).not.toContain(each[0]?.[0]);
    expect(idsBy({ ranks: 60 })[0]?.[0]).toBe(idsBy({ ranksPerHost: 20 })[0]?.[0]);
  });
});

describe('a study of Kafka on a file system that is changed in place', () => {
  const kafka = cases.kafka;

  it('has ten cells, and a threshold in bytes per second', () => {
    const { spec, problems } = readSpecObject(kafka, FAKE);
    expect(problems).toEqual([]);
    const { cells, decide } = expandSpec(spec ?? readSpecObject(rawSpec(), FAKE).spec ?? fail(), FAKE);
    expect(cells.map(formatCell)).toHaveLength(2 * 4 + 2);
    expect(decide).toEqual(cases.decision);
  });
});

function fail(): never {
  throw new Error('no spec');
}
