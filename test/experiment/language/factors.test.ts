import { readFactors } from '../../../lib/experiment/language/factors';
import cases from './factors.cases.json';

const codes = (raw: unknown): string[] =>
  readFactors(raw).problems.map(({ code, path }) => `${path.slice(1).join('.')} ${code}`);

describe('readFactors', () => {
  it('names levels by their value, and mappings by their settings', () => {
    const { factors, problems } = readFactors({ bs: ['4k', 65536], sync: [true], io: [{ bs: '4k', depth: 32 }] });
    expect(problems).toEqual([]);
    expect(factors.map(({ name, levels }) => [name, ...levels.map(({ label }) => label)])).toEqual(cases.labels);
  });

  it('takes no factors at all', () => {
    expect(readFactors(undefined)).toEqual({ factors: [], problems: [] });
  });

  it('writes a dollar for two', () => {
    expect(readFactors({ a: ['$$x', 'y$$'] }).factors[0]?.levels.map(({ label }) => label)).toEqual(['$x', 'y$$']);
  });

  it('reports every wrong level, and keeps the right ones with their places', () => {
    const raw = { op: ['read', null, ['x'], {}, { a: { b: 1 } }, '$bs', 'read', 'write'] };
    expect(codes(raw)).toEqual(cases.allProblems);
    const [factor] = readFactors(raw).factors;
    expect(factor?.broken).toBe(true);
    expect(factor?.levels.map(({ label, index }) => [label, index])).toEqual([
      ['read', 0],
      ['write', 7],
    ]);
  });

  it('takes 4 and "4" for the same level: nobody could name them apart', () => {
    expect(codes({ n: [4, '4'] })).toEqual(['n.1 DuplicateLevel']);
  });

  it.each(
    cases.refusedFactors as [string[] | { target?: string[]; '5th'?: string[]; bs?: string | string[] }, string][],
  )('refuses %j', (raw, expected) => {
    expect(codes(raw)).toEqual([expected]);
  });
});
