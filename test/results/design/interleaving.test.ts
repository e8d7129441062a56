import { type TrialPlace, mapInterleaving, judgeInterleaving } from '../../../lib/results/design/interleaving';

/** `a r1 1 c1`: cell, rig, period, copy. */
const parsePlaces = (...lines: readonly string[]): readonly TrialPlace[] =>
  lines.map((line) => {
    const [cell = '', rig = '', period, copy = ''] = line.split(' ');
    return { cell, rig, period: Number(period), copy: `${rig}/${copy}` };
  });
const mapLines = (...lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(mapInterleaving(parsePlaces(...lines)));

describe('mapInterleaving', () => {
  it('returns interleaved for cells that alternate with all others on one rig, with one or several instances', () => {
    expect(mapLines('a r1 1 c1', 'b r1 1 c2')).toEqual({ a: 'interleaved', b: 'interleaved' });
    expect(mapLines('a r1 1 c1', 'b r1 1 c1', 'a r2 1 c1', 'b r2 1 c1')).toEqual({
      a: 'interleaved',
      b: 'interleaved',
    });
  });

  it('returns sequential for cells with separate rigs or periods', () => {
    expect(mapLines('a r1 1 c1', 'b r1 1 c1', 'c r2 1 c1')).toEqual({
      a: 'sequential',
      b: 'sequential',
      c: 'sequential',
    });
    expect(mapLines('a r1 1 c1', 'b r1 2 c1')).toEqual({ a: 'sequential', b: 'sequential' });
  });

  it('returns mixed for cells that alternate with some cells and run apart from others', () => {
    const lines = ['a r1 1 c1', 'b r1 1 c2', 'c r2 1 c1'];
    expect(mapLines(...lines)).toEqual({ a: 'mixed', b: 'mixed', c: 'sequential' });
    expect(judgeInterleaving(parsePlaces(...lines))).toBe('mixed');
  });

  it('returns interleaved for a cell that alternates with a rival in every period of its rig', () => {
    const lines = ['a1 r1 1 c1', 'b r1 1 c2', 'a2 r1 2 c1', 'b r1 2 c2'];
    expect(mapLines(...lines)).toEqual({ a1: 'mixed', a2: 'mixed', b: 'interleaved' });
  });
});

describe('judgeInterleaving', () => {
  it('returns null for fewer than two cells', () => {
    expect(judgeInterleaving([])).toBeNull();
    expect(judgeInterleaving(parsePlaces('a r1 1 c1', 'a r2 1 c1'))).toBeNull();
  });

  it('returns interleaved or sequential when all cells are', () => {
    expect(judgeInterleaving(parsePlaces('a r1 1 c1', 'b r1 1 c2'))).toBe('interleaved');
    expect(judgeInterleaving(parsePlaces('a r1 1 c1', 'b r2 1 c1'))).toBe('sequential');
  });
});
