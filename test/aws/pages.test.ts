import { readPages } from '../../lib/aws/pages';

describe('readPages', () => {
  it.each(['NextToken', 'nextToken'] as const)('reads all pages through %s, in order', async (member) => {
    const asked: (string | undefined)[] = [];
    const answers = [{ [member]: 'b', n: 1 }, { [member]: 'c', n: 2 }, { n: 3 }];
    const pages = await readPages((token) => {
      asked.push(token);
      return Promise.resolve(answers[asked.length - 1] as { nextToken?: string; n: number });
    });
    expect(pages.map((page) => page.n)).toEqual([1, 2, 3]);
    expect(asked).toEqual([undefined, 'b', 'c']);
  });

  it('ends at an empty token, as Systems Manager returns it', async () => {
    let asked = 0;
    await readPages(() => {
      asked += 1;
      return Promise.resolve({ NextToken: '' });
    });
    expect(asked).toBe(1);
  });

  it('continues after an empty page that has a token', async () => {
    const pages = await readPages((token) =>
      Promise.resolve(token === undefined ? { NextToken: 'more', items: [] } : { items: ['x'] }),
    );
    expect(pages.flatMap((page) => page.items)).toEqual(['x']);
  });

  it('throws the error of a failed page instead of returning the pages before it', async () => {
    const failure = new Error('page two');
    const ask = (token: string | undefined): Promise<{ NextToken?: string }> =>
      token === undefined ? Promise.resolve({ NextToken: 'b' }) : Promise.reject(failure);
    await expect(readPages(ask)).rejects.toBe(failure);
  });
});
