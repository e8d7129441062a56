import { byKey, keyProblem, wholeSeconds } from '../../../../lib/twin/cloud/s3/store';

describe('keyProblem', () => {
  it.each(['a', 'executions/x/e1/raw/r1/t0001/a1/client-0/measure/raw/fio.json', 'a/b c/d', 'a/b...c'])(
    'takes %s',
    (key) => {
      expect(keyProblem(key)).toBeUndefined();
    },
  );

  it.each(['', '/a', 'a/', 'a//b', '..', 'a/../b', './a', 'a/.hidden', 'a\\b', 'a\u0000b', 'a\nb', 'x'.repeat(1025)])(
    'refuses %j',
    (key) => {
      expect(keyProblem(key)).toEqual(expect.any(String));
    },
  );

  it('refuses a part that no file system takes', () => {
    expect(keyProblem(`a/${'b'.repeat(255)}`)).toBeUndefined();
    expect(keyProblem(`a/${'b'.repeat(256)}`)).toContain('255 bytes');
  });
});

describe('byKey', () => {
  it('orders by code units, as S3 does: capitals first, slash before digits', () => {
    const keys = ['b', 'a/1', 'a0', 'B', 'a'].map((key) => ({ key }));
    expect(keys.sort(byKey).map(({ key }) => key)).toEqual(['B', 'a', 'a/1', 'a0', 'b']);
  });
});

describe('wholeSeconds', () => {
  it('drops the fraction', () => {
    expect(wholeSeconds(1999)).toBe(1000);
  });
});
