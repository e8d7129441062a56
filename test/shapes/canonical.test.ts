import { canonical } from '../../lib/shapes/canonical';

describe('canonical', () => {
  it('is the same whatever the order of members, and keeps the order of lists', () => {
    expect(canonical({ b: { d: [1, 2], c: 3 }, a: 1 })).toBe('{"a":1,"b":{"c":3,"d":[1,2]}}');
    expect(canonical({ list: [2, 1] })).not.toBe(canonical({ list: [1, 2] }));
  });
});
