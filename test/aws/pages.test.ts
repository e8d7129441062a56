import { readPages } from '../../lib/aws/pages';

type Page = { nextToken?: string; NextToken?: string; items: string[] };

describe('readPages', () => {
  it.each<[string, Page[], (string | undefined)[]]>([
    [
      'through NextToken, in order',
      [{ NextToken: 'b', items: ['x'] }, { NextToken: 'c', items: ['y'] }, { items: ['z'] }],
      [undefined, 'b', 'c'],
    ],
    ['through nextToken', [{ nextToken: 'b', items: ['x'] }, { items: ['y'] }], [undefined, 'b']],
    ['up to an empty token, as Systems Manager returns it', [{ NextToken: '', items: [] }], [undefined]],
    ['after an empty page that has a token', [{ NextToken: 'b', items: [] }, { items: ['x'] }], [undefined, 'b']],
  ])('reads all pages %s', async (_, answers, tokens) => {
    const asked: (string | undefined)[] = [];
    const pages = await readPages((token) => {
      asked.push(token);
      return Promise.resolve(answers[asked.length - 1] as Page);
    });
    expect([pages, asked]).toEqual([answers, tokens]);
  });

  it('throws the error of a failed page instead of returning the pages before it', async () => {
    const failure = new Error('page two');
    const ask = (token: string | undefined): Promise<{ NextToken?: string }> =>
      token === undefined ? Promise.resolve({ NextToken: 'b' }) : Promise.reject(failure);
    await expect(readPages(ask)).rejects.toBe(failure);
  });
});
