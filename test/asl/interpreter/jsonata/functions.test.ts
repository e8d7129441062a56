import { createHash } from 'node:crypto';
import { Expression } from '../../../../lib/asl/interpreter/jsonata/expression';
import { makeView } from './views';
import cases from './functions.cases.json';

async function evaluate(source: string): Promise<unknown> {
  return new Expression(source).evaluate(makeView({}));
}

describe('JSONata functions of Step Functions', () => {
  it.each(cases.values as [string, unknown][])('evaluates %s as AWS does', async (source, value) => {
    expect(await evaluate(source)).toEqual(value ?? undefined);
  });

  it.each([
    ['MD5', 'md5'],
    ['SHA-1', 'sha1'],
    ['SHA-256', 'sha256'],
    ['SHA-384', 'sha384'],
    ['SHA-512', 'sha512'],
  ])('computes $hash with %s', async (name, algorithm) => {
    const digest = createHash(algorithm).update('text', 'utf8').digest('hex');
    expect(await evaluate(`$hash("text", "${name}")`)).toBe(digest);
  });

  it.each(cases.failures)('throws the error of AWS for %s', async (source, text) => {
    await expect(evaluate(source)).rejects.toThrow(`threw an error during evaluation${text}`);
  });
});
