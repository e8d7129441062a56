import { MONTH_SECONDS, provisionedPrices } from '../../lib/pricing/provisioned';

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
const storage = { item: 'storage, 100 GiB', dimension: 'storage', amount: 100 };

describe('provisioned amounts', () => {
  it('cost their part of a month of 730 hours', () => {
    expect(MONTH_SECONDS).toBe(2_628_000);
    expect(provisionedPrices('s', [storage], MONTH_SECONDS / 4, BOOK)).toEqual({
      lines: [
        {
          item: 'storage, 100 GiB',
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
    const [line] = provisionedPrices('s', [storage], 1, BOOK).lines;
    expect(line?.usd).toBeCloseTo(50 / 2_628_000, 15);
  });

  it('cost nothing where there is nothing', () => {
    expect(provisionedPrices('s', [{ ...storage, amount: 0 }], 60, BOOK)).toEqual({ lines: [], unknown: [] });
  });

  it('come back by service and dimension where they have no price', () => {
    const iops = { item: 'operations', dimension: 'iops', amount: 5 };
    expect(provisionedPrices('s', [storage, iops], 60, BOOK)).toMatchObject({ lines: [{}], unknown: ['s iops'] });
  });
});
