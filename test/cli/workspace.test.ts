import { readFileSync } from 'node:fs';
import { pickPrices } from '../../lib/cli/workspace';
import { PRICED_REGIONS } from '../../lib/pricing/aws';

it.each(['README.md', 'docs/deploy.md'])('%s names every Region that has prices', (page) => {
  const text = readFileSync(page, 'utf8');
  for (const region of PRICED_REGIONS) expect(text).toContain(region);
});

describe('pickPrices', () => {
  it('takes the option before the variable, and us-east-1 without either', () => {
    expect(pickPrices('ap-northeast-1', { AWS_REGION: 'us-east-1' }).region).toBe('ap-northeast-1');
    expect(pickPrices(undefined, { AWS_REGION: 'ap-northeast-1' }).region).toBe('ap-northeast-1');
    expect(pickPrices(undefined, {}).region).toBe('us-east-1');
    expect(pickPrices(undefined, {}).prices.length).toBeGreaterThan(0);
  });

  it('passes over a variable without prices, but not over an option', () => {
    expect(pickPrices(undefined, { AWS_REGION: 'xx-nowhere-1' }).region).toBe('us-east-1');
    expect(() => pickPrices('xx-nowhere-1', {})).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/xx-nowhere-1.*us-east-1/) as string }) as Error,
    );
  });
});
