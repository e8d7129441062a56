import { replacePlaceholders } from '../../../lib/asl/interpreter/loader';

describe('replacePlaceholders', () => {
  it('replaces every placeholder inside texts, but not in member names', () => {
    const missing = new Set<string>();
    const value = { '${A}': ['${A}-${B}-${A}', 1, null, { c: '${A}' }] };
    expect(replacePlaceholders(value, { A: 'x"$&', B: '' }, missing)).toEqual({
      '${A}': ['x"$&--x"$&', 1, null, { c: 'x"$&' }],
    });
    expect(missing.size).toBe(0);
  });

  it('collects placeholders without a value', () => {
    const missing = new Set<string>();
    replacePlaceholders(['${A} ${B}', '${toString}'], { A: '' }, missing);
    expect([...missing]).toEqual(['B', 'toString']);
  });
});
