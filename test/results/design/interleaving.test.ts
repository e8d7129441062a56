import { type TrialPlace, mapInterleaving, judgeInterleaving } from '../../../lib/results/design/interleaving';

/** `a r1 1 c1`: cell, rig, period, copy. */
const places = (...lines: readonly string[]): readonly TrialPlace[] =>
  lines.map((line) => {
    const [cell = '', rig = '', period, copy = ''] = line.split(' ');
    return { cell, rig, period: Number(period), copy: `${rig}/${copy}` };
  });
const told = (...lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(mapInterleaving(places(...lines)));

describe('turnsOf', () => {
  it('calls interleaved what took turns with all others on one rig, be it one copy or several', () => {
    expect(told('a r1 1 c1', 'b r1 1 c2')).toEqual({ a: 'interleaved', b: 'interleaved' });
    expect(told('a r1 1 c1', 'b r1 1 c1', 'a r2 1 c1', 'b r2 1 c1')).toEqual({ a: 'interleaved', b: 'interleaved' });
  });

  it('calls cells sequential that had own rigs or periods, although some alternated there', () => {
    expect(told('a r1 1 c1', 'b r1 1 c1', 'c r2 1 c1')).toEqual({
      a: 'sequential',
      b: 'sequential',
      c: 'sequential',
    });
    expect(told('a r1 1 c1', 'b r1 2 c1')).toEqual({ a: 'sequential', b: 'sequential' });
  });

  it('calls mixed what took turns with rivals of its rig, and not with those of another one', () => {
    const lines = ['a r1 1 c1', 'b r1 1 c2', 'c r2 1 c1'];
    expect(told(...lines)).toEqual({ a: 'mixed', b: 'mixed', c: 'sequential' });
    expect(judgeInterleaving(places(...lines))).toBe('mixed');
  });

  it('sees a cell that stood beside every stage of its rival', () => {
    const lines = ['a1 r1 1 c1', 'b r1 1 c2', 'a2 r1 2 c1', 'b r1 2 c2'];
    expect(told(...lines)).toEqual({ a1: 'mixed', a2: 'mixed', b: 'interleaved' });
  });
});

describe('judgeInterleaving', () => {
  it('is nothing where there are no two cells', () => {
    expect(judgeInterleaving([])).toBeNull();
    expect(judgeInterleaving(places('a r1 1 c1', 'a r2 1 c1'))).toBeNull();
  });

  it('is what all of them were', () => {
    expect(judgeInterleaving(places('a r1 1 c1', 'b r1 1 c2'))).toBe('interleaved');
    expect(judgeInterleaving(places('a r1 1 c1', 'b r2 1 c1'))).toBe('sequential');
  });
});
