import { sortLevels, pickColourFactor, listFacets, listFactors } from '../../lib/report/facets';
import { summarize } from '../../lib/results/summary';
import { execution } from '../results/fixture';

const summarizeFactors = (factors: Record<string, readonly string[]>) => {
  const summary = summarize(execution({ factors, replicates: 1 }));
  return { summary, factors: listFactors(summary) };
};
const listPlots = (facets: ReturnType<typeof listFacets>) =>
  facets.map(({ axis, series, panels }) => [axis?.name, series?.name, listNames(panels)]);
const listNames = (factors: readonly { name: string }[]) => factors.map(({ name }) => name);

describe('listFacets', () => {
  it('plots over block size with a line per depth, and over depth with a line per block size', () => {
    const { factors } = summarizeFactors({
      target: ['disk', 'memory'],
      op: ['read', 'write'],
      bs: ['4k', '64k', '1m'],
      depth: ['1', '4', '16', '64'],
    });
    expect(listPlots(listFacets(factors))).toEqual([
      ['depth', 'bs', ['target', 'op']],
      ['bs', 'depth', ['target', 'op']],
    ]);
  });

  it('colors targets when the levels with an order are too few for lines', () => {
    const { factors } = summarizeFactors({
      target: ['disk', 'memory'],
      op: ['randread', 'randwrite'],
      bs: ['4k', '64k'],
    });
    expect(listPlots(listFacets(factors))).toEqual([['bs', 'target', ['op']]]);
    expect(pickColourFactor(factors)?.name).toBe('target');
  });

  it('returns an empty list when levels have no order', () => {
    expect(listFacets(summarizeFactors({ target: ['a', 'b'], op: ['x', 'y', 'z'] }).factors)).toEqual([]);
    expect(listFacets(summarizeFactors({ target: ['a'] }).factors)).toEqual([]);
  });

  it('sorts quantities by size instead of alphabetically, and detects them from level names', () => {
    const { factors } = summarizeFactors({
      target: ['a', 'b'],
      bs: ['64k', '4k', '1m', '512'],
      wait: ['1m', '30s'],
      mix: ['4k', 'any'],
    });
    const [, bs, wait, mix] = factors;
    expect(sortLevels(bs!)).toEqual(['512', '4k', '64k', '1m']);
    expect(sortLevels(wait!)).toEqual(['30s', '1m']);
    expect(mix).toMatchObject({ ordered: false });
    expect(sortLevels(mix!)).toEqual(['4k', 'any']);
  });
});
