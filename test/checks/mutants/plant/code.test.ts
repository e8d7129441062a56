import { codesOf, matchesIn, spliced, unquoted } from '../../../../checks/mutants/plant/code';
import { MACHINE } from '../machines';

describe('code', () => {
  it('finds each expression once, with the state that it belongs to', () => {
    const found = codesOf(MACHINE).map(({ state, at }) => `${state} ${at}`);
    expect(found).toContain('Make Arguments/ClientToken');
    expect(found).toContain('Enough Choices/0/Condition');
    expect(found).toContain('Fence Catch/1/Output/error');
    expect(found.filter((one) => one.startsWith('Each'))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
  });

  it('looks outside of quotes', () => {
    expect(unquoted(`$a = 'b = "c"' & "d\\"="`)).toBe(`$a =${' '.repeat(11)}& ${' '.repeat(6)}`);
    expect(matchesIn(`'=' = "="`, /=/g)).toEqual([{ index: 4, found: '=' }]);
  });

  it('replaces in place', () => {
    expect(spliced('a = b', 2, 1, '!=')).toBe('a != b');
  });
});
