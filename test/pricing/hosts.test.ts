import { priceHosts } from '../../lib/pricing/hosts';
import { NO_PRICES, findPrice } from '../../lib/pricing/price-book';
import cases from './hosts.cases.json';

const price = (type: string, usd: number, region = 'eu-west-1') => ({
  service: 'ec2',
  dimension: `${type}.linux.ondemand`,
  region,
  unit: 'instance-hour',
  usd,
  source: 'list of 2026-01-01',
});
const book = {
  region: 'eu-west-1',
  prices: [
    price('a.large', 9, 'us-east-1'),
    price('a.large', 0.5),
    price('b.large', 2),
    { ...price('', 0.08), service: 'ebs', dimension: 'gp3.storage', unit: 'GiB-month' },
  ],
};

describe('priceHosts', () => {
  it("makes one line per instance type, with the price of the book's Region", () => {
    const { lines, unknown } = priceHosts(
      [
        { instanceType: 'a.large', count: 1 },
        { instanceType: 'b.large', count: 1 },
        { instanceType: 'a.large', count: 2 },
      ],
      1800,
      book,
    );
    expect(unknown).toEqual([]);
    expect(lines.filter(({ item }) => !item.startsWith('root volumes'))).toEqual(cases.lines);
  });

  it('charges RHEL hosts at RHEL prices, and root volumes at the size of each image', () => {
    const linux = book.prices.filter(({ dimension }) => dimension === 'a.large.linux.ondemand');
    const rhel = linux.map((price) => ({ ...price, dimension: 'a.large.rhel.ondemand', usd: 0.75 }));
    const groups = [
      { instanceType: 'a.large', count: 1 },
      { instanceType: 'a.large', count: 2, image: 'rhel-9' as const },
      { instanceType: 'a.large', count: 1, image: 'ubuntu-24.04' as const },
    ];
    const { lines } = priceHosts(groups, 3600, { ...book, prices: [...book.prices, ...rhel] });
    expect(lines.map(({ item, quantity, usd }) => [item, quantity, usd]).slice(0, 2)).toEqual([
      ['a.large, 2 hosts', 2, 1],
      ['a.large with RHEL, 2 hosts', 2, 1.5],
    ]);
    const roots = (some: typeof groups): number =>
      priceHosts(some, 3600, book).lines.find(({ item }) => item.startsWith('root volumes'))?.quantity ?? 0;
    expect(roots(groups) / roots(groups.slice(0, 1))).toBeCloseTo((8 + 2 * 10 + 10) / 8, 6);
    expect(priceHosts(groups, 3600, book).unknown).toEqual(['a.large.rhel.ondemand']);
  });

  it('bills at least one minute', () => {
    expect(priceHosts([{ instanceType: 'b.large', count: 1 }], 1, book).lines[0]?.usd).toBeCloseTo(2 / 60, 10);
  });

  it('lists instance types and dimensions without a price as unknown', () => {
    expect(priceHosts([{ instanceType: 'c.large', count: 1 }], 60, book).unknown).toEqual(['c.large']);
    const machinesOnly = { ...book, prices: book.prices.filter(({ service }) => service === 'ec2') };
    expect(priceHosts([{ instanceType: 'a.large', count: 1 }], 60, machinesOnly).unknown).toEqual(['ebs gp3.storage']);
    expect(findPrice(NO_PRICES, 'ec2', 'a.large.linux.ondemand')).toBeUndefined();
  });
});
