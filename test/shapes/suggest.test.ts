import { allowedNames, distance, listed, nearest } from '../../lib/shapes/suggest';

describe('distance', () => {
  it.each([
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['dept', 'depth', 1],
    ['dpeth', 'depth', 1],
    ['Depth', 'depth', 0],
  ])('of %p and %p is %p', (a, b, expected) => {
    expect(distance(a, b)).toBe(expected);
    expect(distance(b, a)).toBe(expected);
  });
});

describe('nearest', () => {
  it('finds slips and shortened names, and nothing where nothing is near', () => {
    // The same word in other letters comes before one that ends like it.
    expect(nearest('Read', ['randread', 'read'])).toBe('read');
    expect(nearest('replicats', ['replicates', 'reference'])).toBe('replicates');
    expect(nearest('instance', ['instance-store'])).toBe('instance-store');
    expect(nearest('jobs', ['iodepth', 'numjobs', 'nrfiles'])).toBe('numjobs');
    expect(nearest('depth', ['iodepth', 'direct'])).toBe('iodepth');
    expect(nearest('bz', ['op', 'bs'])).toBe('bs');
    expect(nearest('size', ['op', 'bs'])).toBeUndefined();
    // A key of earlier versions.
    expect(nearest('entitled', ['path', 'provisioned'])).toBe('provisioned');
    expect(nearest('entitled', ['path'])).toBeUndefined();
    expect(nearest('xy', ['ab'])).toBeUndefined();
  });
});

describe('allowedNames', () => {
  it('lists what is allowed, at most twenty', () => {
    expect(allowedNames('iop', ['iops', 'bandwidth'])).toBe('did you mean `iops`? Allowed: `iops`, `bandwidth`');
    expect(allowedNames('zzz', ['a'])).toBe('allowed: `a`');
    expect(listed(Array.from({ length: 22 }, (_, n) => `n${n}`))).toMatch(/`n19` and 2 more$/);
    expect(listed([])).toBe('nothing');
  });
});
