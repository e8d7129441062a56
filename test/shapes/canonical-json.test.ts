import { canonicalize, sha256, cacheJson } from '../../lib/shapes/canonical-json';

describe('canonicalize', () => {
  it('ignores the order of object members, and keeps the order of lists', () => {
    expect(canonicalize({ b: { d: [1, 2], c: 3 }, a: 1 })).toBe('{"a":1,"b":{"c":3,"d":[1,2]}}');
    expect(canonicalize([undefined, null, { a: undefined, 'ä"': '\n', c: true }])).toBe(
      '[null,null,{"c":true,"ä\\"":"\\n"}]',
    );
    expect(canonicalize({ list: [2, 1] })).not.toBe(canonicalize({ list: [1, 2] }));
  });
});

describe('cacheJson', () => {
  it('returns the same object, without a change of its canonical text', () => {
    const hosts = { b: 1, a: [] };
    expect(cacheJson(hosts)).toBe(hosts);
    expect(canonicalize({ of: [hosts, cacheJson(hosts)], none: {} })).toBe(
      '{"none":{},"of":[{"a":[],"b":1},{"a":[],"b":1}]}',
    );
  });
});

describe('sha256', () => {
  it('hashes the concatenation of its parts, like `printf äb | sha256sum`', () => {
    expect(sha256('ä', 'b')).toBe(sha256('äb'));
    expect(sha256('äb')).toBe('72d5766a1401875c79e86c9824e3b673b42abcee8b5c6360fed9f27cbe5e4c9d');
  });
});
