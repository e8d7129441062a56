import { createHash } from 'node:crypto';
import { Expression } from '../../../../lib/asl/interpreter/jsonata/expression';
import { viewOf } from './views';

async function evaluate(source: string): Promise<unknown> {
  return new Expression(source).evaluate(viewOf({}));
}

describe('functions of Step Functions', () => {
  it.each([
    ['$partition([1..5], 2)', [[1, 2], [3, 4], [5]]],
    ['$partition([0], 1)', [[0]]],
    ['$partition([1..5], 2.9)', [[1, 2], [3, 4], [5]]],
    ['$partition([1], 0)', undefined],
    ['$partition([], 1)', undefined],
    ['$range(0, 9, 3)', [0, 3, 6, 9]],
    ['$range(1, 9, 9)', 1],
    ['$range(5, 1, -2)', [5, 3, 1]],
    ['$range(1, 3)', undefined],
    ['$range(3, 1, 1)', undefined],
    ['$parse("-0")', 0],
    ['$parse("{\\"a\\": [1]}")', { a: [1] }],
    ['$uuid()', 'a-uuid'],
    ['$random()', 0.25],
    ['$now()', '2026-01-02T03:04:05.678Z'],
    ['$now("[Y0001]-[M01]")', '2026-01'],
    ['$millis()', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
    ['$shuffle([1, 2, 3])', [2, 3, 1]],
    ['$pad("foo", 5)', 'foo  '],
    ['$pad("foo", -5, "#")', '##foo'],
    ['$pad("foo", 8, "ab")', 'fooababa'],
    ['$pad("😂", 3, "é")', '😂éé'],
    ['$pad("foo", 2)', 'foo'],
    ['$pad("foo", 4, "")', 'foo '],
    ['$pad($none, 5)', undefined],
    ['"foo" ~> $pad(-4)', ' foo'],
    ['$join(["a", "b"])', 'ab'],
    ['$join(["a", "b", "c"], ", ")', 'a, b, c'],
    ['$join("a", "-")', 'a'],
    ['$join([], "-")', ''],
    ['$join($none)', undefined],
  ])('%s', async (source, value) => {
    expect(await evaluate(source)).toEqual(value);
  });

  it.each([
    ['MD5', 'md5'],
    ['SHA-1', 'sha1'],
    ['SHA-256', 'sha256'],
    ['SHA-384', 'sha384'],
    ['SHA-512', 'sha512'],
  ])('$hash with %s', async (name, algorithm) => {
    const digest = createHash(algorithm).update('text', 'utf8').digest('hex');
    expect(await evaluate(`$hash("text", "${name}")`)).toBe(digest);
  });

  it('refuses an algorithm that it does not know', async () => {
    await expect(evaluate('$hash("text", "CRC")')).rejects.toThrow('$hash knows MD5, SHA-1');
  });

  it('gives the same random number for the same seed', async () => {
    const [first, again, other] = [
      await evaluate('$random(7)'),
      await evaluate('$random(7)'),
      await evaluate('$random(8)'),
    ];
    expect(first).toBe(again);
    expect(first).not.toBe(other);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThan(1);
  });
});
