import { checkPlaceholders, listPlaceholders, pickSubstitutions } from '../../../lib/stacks/machines/placeholders';

describe('listPlaceholders, pickSubstitutions and checkPlaceholders', () => {
  it('finds each placeholder inside texts and expressions once', () => {
    expect(listPlaceholders('{"a": "${B}", "c": "{% \'${A}-\' & $x & \'${B}\' %}"}')).toEqual(['A', 'B']);
  });

  it('picks only the values that the text uses', () => {
    expect(pickSubstitutions('"${A}"', { A: '1', B: '2' })).toEqual({ A: '1' });
  });

  it('throws an error that lists all placeholders without a value, with their files', () => {
    const check = (): void => checkPlaceholders({ rig: '"${A} ${B}"', results: '"${C}"' }, ['B']);
    expect(check).toThrow('placeholders of machine files without a value in their stack:');
    expect(check).toThrow('state-machines/rig.asl.yaml: ${A}');
    expect(check).toThrow('state-machines/results.asl.yaml: ${C}');
    expect(check).not.toThrow('${B}');
  });
});
