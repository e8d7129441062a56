import { readFileSync } from 'node:fs';
import { describeOtherRegion, pickPrices } from '../../lib/cli/workspace';
import { PRICED_REGIONS } from '../../lib/pricing/aws';

it.each(['README.md', 'docs/deploy.md'])('lists in %s every Region that has prices', (page) => {
  const text = readFileSync(page, 'utf8');
  for (const region of PRICED_REGIONS) expect(text).toContain(region);
});

describe('pickPrices', () => {
  it('prefers --region over AWS_REGION, and uses us-east-1 without both', () => {
    expect(pickPrices('ap-northeast-1', { AWS_REGION: 'us-east-1' }).region).toBe('ap-northeast-1');
    expect(pickPrices(undefined, { AWS_REGION: 'ap-northeast-1' }).region).toBe('ap-northeast-1');
    expect(pickPrices(undefined, {}).region).toBe('us-east-1');
    expect(pickPrices(undefined, {}).prices.length).toBeGreaterThan(0);
  });

  it('ignores AWS_REGION without prices, but refuses --region without prices', () => {
    expect(pickPrices(undefined, { AWS_REGION: 'xx-nowhere-1' }).region).toBe('us-east-1');
    expect(() => pickPrices('xx-nowhere-1', {})).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/xx-nowhere-1.*us-east-1/) as string }) as Error,
    );
  });
});

describe('describeOtherRegion', () => {
  const book = pickPrices(undefined, {});

  it('says which prices are used when AWS_REGION has none', () => {
    expect(describeOtherRegion({}, book, { AWS_REGION: 'eu-central-1' })).toMatch(
      /^note: AWS_REGION is eu-central-1, .* for us-east-1\. `npx fsxbench prices update --region eu-central-1`/,
    );
  });

  it.each<readonly [object, string | undefined]>([
    [{}, 'us-east-1'],
    [{}, undefined],
    [{ region: 'us-east-1' }, 'eu-central-1'],
    [{ prices: 'p.json' }, 'eu-central-1'],
  ])('is silent for the options %j and the Region %s', (options, region) => {
    expect(describeOtherRegion(options as never, book, { AWS_REGION: region })).toBe('');
  });
});
