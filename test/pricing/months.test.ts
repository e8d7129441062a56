import { billedIn, MONTH_SECONDS, monthlyPrices } from '../../lib/pricing/months';

const BOOK = {
  region: 'eu-west-1',
  prices: [
    {
      service: 's',
      dimension: 'storage',
      region: 'eu-west-1',
      unit: 'GiB-month',
      usd: 0.5,
      source: 'list of 2026-01-01',
    },
    { service: 'other', dimension: 'iops', region: 'eu-west-1', unit: 'IOPS-month', usd: 1, source: 'list' },
  ],
};
const storage = { item: 'storage, 100 GiB', service: 's', dimension: 'storage', amount: 100, of: 'storage' } as const;

describe('provisioned amounts', () => {
  it('cost their part of a month of 730 hours', () => {
    expect(MONTH_SECONDS).toBe(2_628_000);
    expect(monthlyPrices([storage], MONTH_SECONDS / 4, BOOK)).toEqual({
      lines: [
        {
          item: 'storage, 100 GiB',
          of: 'storage',
          quantity: 25,
          unit: 'GiB-month',
          usdPerUnit: 0.5,
          usd: 12.5,
          source: 'list of 2026-01-01',
        },
      ],
      unknown: [],
    });
  });

  it('cost by the second, without a minimum', () => {
    const [line] = monthlyPrices([storage], 1, BOOK).lines;
    expect(line?.usd).toBeCloseTo(50 / 2_628_000, 15);
  });

  it('cost nothing where there is nothing', () => {
    expect(monthlyPrices([{ ...storage, amount: 0 }], 60, BOOK)).toEqual({ lines: [], unknown: [] });
  });

  it('come back by service and dimension where they have no price', () => {
    const iops = { ...storage, item: 'operations', dimension: 'iops', amount: 5 };
    expect(monthlyPrices([storage, iops], 60, BOOK)).toMatchObject({ lines: [{}], unknown: ['s iops'] });
  });
});

describe('billedIn', () => {
  const hours = (from: string, until: string): number =>
    (billedIn(BOOK, Date.parse(from), Date.parse(until)).monthSeconds ?? 0) / 3600;

  it.each([
    ['February', '2026-02-10T00:00:00Z', '2026-02-10T01:00:00Z', 672],
    ['February of a leap year', '2028-02-28T00:00:00Z', '2028-02-29T23:00:00Z', 696],
    ['April', '2026-04-10T00:00:00Z', '2026-04-10T01:00:00Z', 720],
    ['January: no less than an average month', '2026-01-10T00:00:00Z', '2026-01-10T01:00:00Z', 730],
    ['January into February', '2026-01-31T22:00:00Z', '2026-02-01T02:00:00Z', 672],
    ['to the last moment of January', '2026-01-31T22:00:00Z', '2026-01-31T23:59:59.999Z', 730],
    ['December into January', '2026-12-31T22:00:00Z', '2027-01-01T02:00:00Z', 730],
    ['November into December', '2026-11-30T22:00:00Z', '2026-12-01T02:00:00Z', 720],
  ])('%s', (_name, from, until, month) => {
    expect(hours(from, until)).toBe(month);
  });

  it('makes the same hour dearer in a short month', () => {
    const february = billedIn(BOOK, Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 2));
    const usd = (book: typeof BOOK): number => monthlyPrices([storage], 3600, book).lines[0]?.usd ?? 0;
    expect(usd(february as typeof BOOK)).toBeCloseTo(50 / 672, 12);
    expect(usd(BOOK)).toBeCloseTo(50 / 730, 12);
  });
});
