import { buildPriceBook, PRICED_REGIONS } from '../../lib/pricing/aws';
import { priceHosts } from '../../lib/pricing/hosts';
import { findPrice, formatPriceDates, isAssumedPrice, listPrices } from '../../lib/pricing/price-book';
import cases from './aws.cases.json';

const usd = (region: string, service: string, dimension: string): number | undefined =>
  findPrice(buildPriceBook(region), service, dimension)?.usd;

describe('buildPriceBook', () => {
  it.each(cases.regions as [string, string, number, number][])(
    'returns the list price of %s %s in us-east-1, us-east-2, us-west-2 and ap-northeast-1',
    (service, dimension, america, tokyo) => {
      expect(usd('us-east-1', service, dimension)).toBe(america);
      expect(usd('us-east-2', service, dimension)).toBe(america);
      expect(usd('us-west-2', service, dimension)).toBe(america);
      expect(usd('ap-northeast-1', service, dimension)).toBe(tokyo);
    },
  );

  it('has a confidence, a dated source and an amount above 0 for every price', () => {
    expect(listPrices(buildPriceBook('us-east-1')).length).toBeGreaterThan(2000);
    for (const region of PRICED_REGIONS)
      for (const price of listPrices(buildPriceBook(region))) {
        expect(price.region).toBe(region);
        expect(price.source).toMatch(/20\d\d(-\d\d-\d\d)?$|20\d\d-\d\d-\d\d[:;,]|early 2026|, as it has been/);
        expect(['high', 'medium', 'low']).toContain(price.confidence);
        expect(price.usd).toBeGreaterThan(0);
      }
    expect(findPrice(buildPriceBook('us-east-1'), 'fsx-lustre', 'storage.ssd.SCRATCH_2')?.confidence).toBe('high');
    expect(findPrice(buildPriceBook('ap-northeast-1'), 'ec2', 'c5n.2xlarge.linux.ondemand')?.confidence).toBe('high');
    expect(findPrice(buildPriceBook('ap-northeast-1'), 'ec2', 'm7i.2xlarge.linux.ondemand')?.confidence).toBe('medium');
    expect(findPrice(buildPriceBook('us-east-1'), 'fsx-lustre', 'storage.hdd.PERSISTENT_1.12')?.note).toContain('HDD');
  });

  it('has a source that readers can look up for each price, or marks the price as assumed', () => {
    const citable = /github\.com\/|https?:\/\/|aws\.amazon\.com|AWS Price List/;
    for (const region of PRICED_REGIONS)
      for (const price of listPrices(buildPriceBook(region))) {
        expect([price.dimension, isAssumedPrice(price)]).toEqual([price.dimension, price.confidence === 'low']);
        if (!isAssumedPrice(price) && /^(ebs|efs|fsx)/.test(price.service)) expect(price.source).toMatch(citable);
      }
  });

  it('assumes no price of gp2, gp3, io2 and SSD of FSx', () => {
    const assumed = PRICED_REGIONS.flatMap((region) => listPrices(buildPriceBook(region))).filter(isAssumedPrice);
    const names = assumed.map(({ service, dimension }) => `${service} ${dimension}`);
    expect(
      names.filter((name) => /^ebs|^fsx-\S+ (storage\.(ssd|hdd)|throughput|ssd_iops|metadata)/.test(name)),
    ).toEqual([]);
  });

  it('prices each volume type of EBS in each Region', () => {
    const namesOf = (region: string): string[] =>
      listPrices(buildPriceBook(region)).flatMap(({ service, dimension }) => (service === 'ebs' ? [dimension] : []));
    const all = namesOf('us-east-1').toSorted();
    expect(all).toContain('gp2.storage');
    for (const region of PRICED_REGIONS) expect([region, namesOf(region).toSorted()]).toEqual([region, all]);
  });

  it('names the items whose prices are assumed, each once', () => {
    const lines = ['a', 'b', 'b'].map((item) => ({
      item,
      source: item === 'a' ? 'x, 2026-11-01' : 'assumed, 2026-11-02',
    }));
    expect(formatPriceDates(lines, 'us-east-1')).toBe(
      'list prices of us-east-1, dated 2026-11-01 to 2026-11-02; assumed, without a source: b',
    );
  });

  it('has each dimension once per Region', () => {
    for (const region of PRICED_REGIONS) {
      const names = listPrices(buildPriceBook(region)).map(({ service, dimension }) => `${service} ${dimension}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('returns no prices for a Region without a price table (eu-west-1)', () => {
    expect(PRICED_REGIONS).toEqual(['ap-northeast-1', 'us-east-1', 'us-east-2', 'us-west-2']);
    expect(buildPriceBook('eu-west-1')).toEqual({ region: 'eu-west-1', prices: [] });
  });

  it('prices 200 hosts with their public addresses and root volumes', () => {
    const { lines } = priceHosts([{ instanceType: 'c5n.large', count: 200 }], 3600, buildPriceBook('us-east-1'));
    expect(lines.map(({ item, usd }) => [item, Number(usd.toFixed(4))])).toEqual([
      ['c5n.large, 200 hosts', 21.6],
      ['public addresses, 200 hosts', 1],
      ['root volumes, 200 hosts', Number(((200 * 8 * 0.08) / 730).toFixed(4))],
    ]);
  });

  it('has prices of public IPv4 and gp3 in every Region, and omits public IPv4 when hosts have none', () => {
    const items = (region: string, publicAddresses?: boolean): string[] =>
      priceHosts([], 60, buildPriceBook(region, publicAddresses)).lines.map(({ item }) => item);
    for (const region of PRICED_REGIONS) {
      const book = buildPriceBook(region);
      expect(findPrice(book, 'vpc', 'public_ipv4.in_use')?.usd).toBe(0.005);
      expect(findPrice(book, 'ebs', 'gp3.storage')?.usd).toBeGreaterThan(0);
      expect(findPrice(buildPriceBook(region, false), 'vpc', 'public_ipv4.in_use')).toBeUndefined();
    }
    expect(items('us-east-1')).toEqual([]);
  });
});
