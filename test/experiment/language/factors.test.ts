import { readFactors } from '../../../lib/experiment/language/factors';
import cases from './factors.cases.json';

const codes = (raw: unknown): string[] =>
  readFactors(raw).problems.map(({ code, path }) => `${path.slice(1).join('.')} ${code}`);

describe('readFactors', () => {
  it('labels levels by their value, and mappings by their settings', () => {
    const { factors, problems } = readFactors({ bs: ['4k', 65536], sync: [true], io: [{ bs: '4k', depth: 32 }] });
    expect(problems).toEqual([]);
    expect(factors.map(({ name, levels }) => [name, ...levels.map(({ label }) => label)])).toEqual(cases.labels);
  });

  it('returns empty lists without a `factors` section', () => {
    expect(readFactors(undefined)).toEqual({ factors: [], problems: [] });
  });

  it('reads `$$` at the start of a level as one dollar sign', () => {
    expect(readFactors({ a: ['$$x', 'y$$'] }).factors[0]?.levels.map(({ label }) => label)).toEqual(['$x', 'y$$']);
  });

  it('reports every malformed level, and keeps the valid ones with their index', () => {
    const raw = { op: ['read', null, ['x'], {}, { a: { b: 1 } }, '$bs', 'read', 'write'] };
    expect(codes(raw)).toEqual(cases.allProblems);
    const [factor] = readFactors(raw).factors;
    expect(factor?.broken).toBe(true);
    expect(factor?.levels.map(({ label, index }) => [label, index])).toEqual([
      ['read', 0],
      ['write', 7],
    ]);
  });

  it('refuses 4 and "4" as levels of one factor, since their labels are equal (DuplicateLevel)', () => {
    expect(codes({ n: [4, '4'] })).toEqual(['n.1 DuplicateLevel']);
  });

  it.each(
    cases.refusedFactors as [string[] | { target?: string[]; '5th'?: string[]; bs?: string | string[] }, string][],
  )('refuses the factors %j with %s', (raw, expected) => {
    expect(codes(raw)).toEqual([expected]);
  });
});
