import { createHash } from 'node:crypto';
import { Expression } from '../../../../lib/asl/interpreter/jsonata/expression';
import { viewOf } from './views';
import cases from './functions.cases.json';

async function evaluate(source: string): Promise<unknown> {
  return new Expression(source).evaluate(viewOf({}));
}

describe('functions of Step Functions', () => {
  it.each(cases.values as [string, unknown][])('%s', async (source, value) => {
    expect(await evaluate(source)).toEqual(value ?? undefined);
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
