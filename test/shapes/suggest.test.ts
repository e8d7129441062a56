import { formatAllowed, editDistance, joinNames, findNearest } from '../../lib/shapes/suggest';

describe('editDistance', () => {
  it.each([
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['dept', 'depth', 1],
    ['dpeth', 'depth', 1],
    ['Depth', 'depth', 0],
  ])('computes for %p and %p the distance %p', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
    expect(editDistance(b, a)).toBe(expected);
  });
});

describe('findNearest', () => {
  it('finds names with typing errors or missing parts, and returns undefined when none is near', () => {
    // The same word in other letters comes before one that ends like it.
    expect(findNearest('Read', ['randread', 'read'])).toBe('read');
    expect(findNearest('replicats', ['replicates', 'reference'])).toBe('replicates');
    expect(findNearest('instance', ['instance-store'])).toBe('instance-store');
    expect(findNearest('jobs', ['iodepth', 'numjobs', 'nrfiles'])).toBe('numjobs');
    expect(findNearest('depth', ['iodepth', 'direct'])).toBe('iodepth');
    expect(findNearest('bz', ['op', 'bs'])).toBe('bs');
    expect(findNearest('size', ['op', 'bs'])).toBeUndefined();
    // A key of earlier versions.
    expect(findNearest('entitled', ['path', 'provisioned'])).toBe('provisioned');
    expect(findNearest('entitled', ['path'])).toBeUndefined();
    expect(findNearest('xy', ['ab'])).toBeUndefined();
  });
});

describe('formatAllowed', () => {
  it('suggests the nearest name, and lists at most 20 allowed names', () => {
    expect(formatAllowed('iop', ['iops', 'bandwidth'])).toBe('did you mean `iops`? Allowed: `iops`, `bandwidth`');
    expect(formatAllowed('zzz', ['a'])).toBe('allowed: `a`');
    expect(joinNames(Array.from({ length: 22 }, (_, n) => `n${n}`))).toMatch(/`n19` and 2 more$/);
    expect(joinNames([])).toBe('nothing');
  });
});
