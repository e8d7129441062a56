import { buildPriceBook, PRICED_REGIONS } from '../../lib/pricing/aws';
import { findHostPrice, HOST_REGIONS } from '../../lib/pricing/host-prices';
import { priceHosts } from '../../lib/pricing/hosts';
import { findPrice, listPrices } from '../../lib/pricing/price-book';

const usd = (region: string, dimension: string): number | undefined => findHostPrice(region, dimension)?.usd;

describe('findHostPrice', () => {
  it.each([
    ['us-east-1', 'c7i.2xlarge', 0.357],
    ['us-east-1', 'c8gn.2xlarge', 0.474],
    ['us-east-1', 'm9g.2xlarge', 0.39136],
    ['us-east-1', 'm5.xlarge', 0.192],
    ['us-west-2', 'm5.xlarge', 0.192],
    ['ap-northeast-1', 'm5.xlarge', 0.248],
    // It changed in us-east-1 after the older source was read, so other Regions have none.
    ['us-east-1', 'm6g.metal', 2.6112],
    ['us-west-2', 'm6g.metal', undefined],
    ['eu-west-1', 'm5.xlarge', undefined],
    ['us-east-1', 'constructor', undefined],
  ])('returns in %s for %s: %s USD an hour', (region, type, price) => {
    expect(usd(region, `${type}.linux.ondemand`)).toBe(price);
  });

  it('adds the amount per vCPU of RHEL, and knows no other system', () => {
    expect(usd('us-east-1', 'm5.xlarge.rhel.ondemand')).toBe(0.2496);
    expect(usd('us-east-1', 'm7i.48xlarge.rhel.ondemand')).toBeUndefined();
    expect(usd('us-east-1', 'm5.xlarge.windows.ondemand')).toBeUndefined();
  });
});

describe('price book', () => {
  const read = { service: 'ec2', region: 'us-east-1', unit: 'instance-hour', source: 'a file, 2026-11-28' } as const;
  const dimension = 'm5.xlarge.linux.ondemand';

  it('finds prices from AWS files first, then those by hand, then those of types', () => {
    const updated = buildPriceBook('us-east-1', true, [{ ...read, dimension, usd: 0.5 }]);
    expect(findPrice(updated, 'ec2', dimension)?.usd).toBe(0.5);
    expect(listPrices(updated).filter((one) => one.dimension === dimension)).toHaveLength(1);
    const tokyo = buildPriceBook('ap-northeast-1');
    expect(findPrice(tokyo, 'ec2', 'm5.2xlarge.linux.ondemand')?.source).toContain('2026-09-10');
    expect(findPrice(tokyo, 'ec2', 'm5.xlarge.linux.ondemand')?.source).toContain('2025-05-28');
    expect(findPrice(tokyo, 'efs', dimension)).toBeUndefined();
  });

  it('prices hosts of a type without a row by hand, and names types without a price', () => {
    const groups = ['m5.xlarge', 'z9.large'].map((instanceType) => ({ instanceType, count: 2 }));
    const { lines, unknown } = priceHosts(groups, 3600, buildPriceBook('us-east-1', false));
    expect(lines[0]).toMatchObject({ item: 'm5.xlarge, 2 hosts', usd: 0.384 });
    expect(unknown).toEqual(['z9.large']);
  });

  it('has columns for exactly the Regions whose storage has prices', () => {
    expect([...HOST_REGIONS].sort()).toEqual(PRICED_REGIONS);
  });
});
