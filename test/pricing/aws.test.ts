import { bookOf, PRICED_REGIONS } from '../../lib/pricing/aws';
import { hostPrices } from '../../lib/pricing/hosts';
import { priceOf } from '../../lib/pricing/price-book';

const usd = (region: string, service: string, dimension: string): number | undefined =>
  priceOf(bookOf(region), service, dimension)?.usd;

describe('the price book of AWS', () => {
  it.each([
    ['fsx-lustre', 'storage.ssd.SCRATCH_2', 0.14, 0.164],
    ['fsx-lustre', 'storage.ssd.PERSISTENT_1.100', 0.19, 0.234],
    ['fsx-lustre', 'storage.ssd.PERSISTENT_2.125', 0.145, 0.188],
    ['fsx-lustre', 'storage.ssd.PERSISTENT_2.1000', 0.6, 0.848],
    ['fsx-lustre', 'metadata_iops_above_automatic_default.PERSISTENT_2', 0.055, 0.069],
    ['fsx-lustre', 'throughput.INTELLIGENT_TIERING', 0.52, 0.656],
    ['fsx-openzfs', 'storage.ssd.MULTI_AZ_1', 0.18, 0.216],
    ['fsx-openzfs', 'throughput.SINGLE_AZ_2', 0.26, 0.35],
    ['fsx-openzfs', 'throughput.SINGLE_AZ_HA_2', 0.52, 0.7],
    ['fsx-openzfs', 'ssd_iops_above_3_per_gib.SINGLE_AZ_1', 0.006, 0.0068],
    ['ec2', 'c5n.2xlarge.linux.ondemand', 0.432, 0.544],
    ['ec2', 'm5.2xlarge.linux.ondemand', 0.384, 0.496],
  ])('has %s %s in the Regions', (service, dimension, america, tokyo) => {
    expect(usd('us-east-1', service, dimension)).toBe(america);
    expect(usd('us-west-2', service, dimension)).toBe(america);
    expect(usd('ap-northeast-1', service, dimension)).toBe(tokyo);
  });

  it('says how sure each price is, where it comes from and of which day', () => {
    const { prices } = bookOf('us-east-1');
    expect(prices.length).toBeGreaterThan(80);
    for (const region of PRICED_REGIONS)
      for (const price of bookOf(region).prices) {
        expect(price.region).toBe(region);
        expect(price.source).toMatch(/20\d\d(-\d\d-\d\d)?$|20\d\d-\d\d-\d\d[:;,]|early 2026|, as it has been/);
        expect(['high', 'medium', 'low']).toContain(price.confidence);
        expect(price.usd).toBeGreaterThan(0);
      }
    expect(priceOf(bookOf('us-east-1'), 'fsx-lustre', 'storage.ssd.SCRATCH_2')?.confidence).toBe('high');
    expect(priceOf(bookOf('ap-northeast-1'), 'ec2', 'c5n.2xlarge.linux.ondemand')?.confidence).toBe('low');
    expect(priceOf(bookOf('us-east-1'), 'fsx-lustre', 'storage.hdd.PERSISTENT_1.12')?.note).toContain('HDD');
  });

  it('has each dimension once in a Region', () => {
    for (const region of PRICED_REGIONS) {
      const names = bookOf(region).prices.map(({ service, dimension }) => `${service} ${dimension}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('has nothing for Regions of which nothing is known', () => {
    expect(PRICED_REGIONS).toEqual(['ap-northeast-1', 'us-east-1', 'us-west-2']);
    expect(bookOf('eu-west-1')).toEqual({ region: 'eu-west-1', prices: [] });
  });

  it('prices a fleet', () => {
    const { lines } = hostPrices([{ instanceType: 'c5n.large', count: 200 }], 3600, bookOf('us-east-1'));
    expect(lines.map(({ item, usd }) => [item, Number(usd.toFixed(4))])).toEqual([
      ['c5n.large, 200 hosts', 21.6],
      ['public addresses, 200 hosts', 1],
      ['root volumes, 200 hosts', Number(((200 * 8 * 0.08) / 730).toFixed(4))],
    ]);
  });

  it('has in every Region what comes with each host, and no addresses where the network gives none', () => {
    const items = (region: string, publicAddresses?: boolean): string[] =>
      hostPrices([], 60, bookOf(region, publicAddresses)).lines.map(({ item }) => item);
    for (const region of PRICED_REGIONS) {
      const book = bookOf(region);
      expect(priceOf(book, 'vpc', 'public_ipv4.in_use')?.usd).toBe(0.005);
      expect(priceOf(book, 'ebs', 'gp3.storage')?.usd).toBeGreaterThan(0);
      expect(priceOf(bookOf(region, false), 'vpc', 'public_ipv4.in_use')).toBeUndefined();
    }
    expect(items('us-east-1')).toEqual([]);
  });
});
