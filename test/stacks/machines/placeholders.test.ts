import { checkPlaceholders, listPlaceholders, pickSubstitutions } from '../../../lib/stacks/machines/placeholders';

describe('placeholders', () => {
  it('are found inside texts and expressions, each once', () => {
    expect(listPlaceholders('{"a": "${B}", "c": "{% \'${A}-\' & $x & \'${B}\' %}"}')).toEqual(['A', 'B']);
  });

  it('get the values that are asked for, and no others', () => {
    expect(pickSubstitutions('"${A}"', { A: '1', B: '2' })).toEqual({ A: '1' });
  });

  it('without a value are told all at once, with their files', () => {
    const check = (): void => checkPlaceholders({ rig: '"${A} ${B}"', results: '"${C}"' }, ['B']);
    expect(check).toThrow('placeholders of machine files without a value in their stack:');
    expect(check).toThrow('state-machines/rig.asl.yaml: ${A}');
    expect(check).toThrow('state-machines/results.asl.yaml: ${C}');
    expect(check).not.toThrow('${B}');
  });
});
