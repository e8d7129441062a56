import { formatCell } from '../../../lib/experiment/design/cells';
import { expandSpec } from '../../../lib/experiment/design/expand';
import { KINDS } from '../../../lib/experiment/kinds';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../fake-kinds';
import cases from './cells.cases.json';

function expandChanges(changes: Record<string, unknown> = {}) {
  const { spec, problems } = readSpecObject(rawSpec(changes), FAKE);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return expandSpec(spec, FAKE);
}
/** Cells of kinds that are registered. */
function expandToCells(raw: object) {
  const { spec, problems } = readSpecObject(raw, KINDS);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return expandSpec(spec, KINDS).cells;
}
const listCellIds = (changes: Record<string, unknown>): string[] =>
  expandChanges(changes).cells.map(({ cellId }) => cellId);
const one = { factors: { mode: ['read'], size: [1] } };

describe('expandSpec to cells', () => {
  it('includes the parsed parameters of the workload kind and the labels of varying factors', () => {
    const [cell] = expandChanges().cells;
    expect(cell).toMatchObject(cases.cell);
    expect(cell?.cellId).toMatch(/^[0-9a-f]{12}$/);
    expect(expandChanges().cells).toHaveLength(6);
  });

  it('derives cell ids from the configuration alone, independent of names, order and written-out defaults', () => {
    const [id] = listCellIds(one);
    expect(listCellIds({ ...one, experiment: 'other', question: 'Why?', design: { replicates: 7 } })).toEqual([id]);
    // Names of target, workload and factors; a default that is written out; the order of settings.
    expect(
      listCellIds({
        factors: { way: ['read'], s: [1] },
        targets: { there: { path: '/here', kind: 'folder' } },
        workloads: { load: { measure: 10, size: '$s', kind: 'load', mode: '$way' } },
        decide: { metric: 'rate' },
      }),
    ).toEqual([id]);
    expect(listCellIds({ ...one, fleet: { client: { count: 3 } } })).not.toEqual([id]);
    expect(listCellIds({ ...one, targets: { here: { kind: 'folder', path: '/there' } } })).not.toEqual([id]);
    expect(listCellIds({ factors: { mode: ['read'], size: [2] } })).not.toEqual([id]);
  });

  it('merges equal cells, with the advice EqualCells when their levels differ', () => {
    const targets = { a: { kind: 'folder', path: '/x' }, b: { kind: 'folder', path: '/x' } };
    const { cells, problems } = expandChanges({ ...one, targets, decide: { metric: 'rate' } });
    expect(cells.map(({ levels }) => levels)).toEqual([{ target: 'a', mode: 'read', size: '1' }]);
    expect(problems).toEqual([expect.objectContaining({ severity: 'advice', code: 'EqualCells' })]);
    expect(problems[0]?.message).toContain('target=b mode=read size=1 equals target=a mode=read size=1');
  });

  it('ignores factors that the settings of a workload do not reference', () => {
    const workloads = {
      w: { kind: 'load', mode: '$mode', size: '$size' },
      fixed: { kind: 'load', mode: '$mode', size: 50 },
    };
    const { cells, problems } = expandChanges({ workloads });
    expect(problems).toEqual([]);
    expect(cells.filter(({ workload }) => workload === 'fixed').map(formatCell)).toEqual([
      'workload=fixed mode=read',
      'workload=fixed mode=write',
    ]);
    expect(cells).toHaveLength(6 + 2);
  });

  it('creates a cell for each stage, and omits the stage label for a target without stages', () => {
    const targets = {
      big: { kind: 'cloud', throughputMBps: 1, stages: { one: {}, two: { throughputMBps: 2 } } },
      plain: { kind: 'cloud' },
    };
    const fleet = { client: { count: 1, instanceType: 'c5n.large' } };
    const { cells } = expandChanges({ ...one, targets, fleet });
    expect(
      cells.map(({ levels, targetConfig }) => [levels['target'], levels['stage'], targetConfig['throughputMBps']]),
    ).toEqual([
      ['big', 'one', 1],
      ['big', 'two', 2],
      ['plain', undefined, undefined],
    ]);
  });

  it('varies target settings and host count by factor references', () => {
    const { cells } = expandChanges({
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

describe('ranksPerHost', () => {
  it('multiplies by the host count, and makes the same cell as the equal total in `ranks`', () => {
    const idsBy = (ranks: object) =>
      expandToCells({
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

describe('expandSpec for a Kafka study with stages', () => {
  const kafka = cases.kafka;

  it('returns ten cells, and a decision threshold in bytes per second', () => {
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
