import { MONTH_SECONDS, monthlyPrices } from '../../lib/pricing/months';

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
