import { adjustToShortestMonth, MONTH_SECONDS, priceMonthlyAmounts } from '../../lib/pricing/months';
import cases from './months.cases.json';

const BOOK = cases.book;
const storage = { item: 'storage, 100 GiB', service: 's', dimension: 'storage', amount: 100, of: 'storage' } as const;

describe('provisioned amounts', () => {
  it('cost their part of a month of 730 hours', () => {
    expect(MONTH_SECONDS).toBe(2_628_000);
    expect(priceMonthlyAmounts([storage], MONTH_SECONDS / 4, BOOK)).toEqual(cases.partOfMonth);
  });

  it('cost by the second, without a minimum', () => {
    const [line] = priceMonthlyAmounts([storage], 1, BOOK).lines;
    expect(line?.usd).toBeCloseTo(50 / 2_628_000, 15);
  });

  it('cost nothing where there is nothing', () => {
    expect(priceMonthlyAmounts([{ ...storage, amount: 0 }], 60, BOOK)).toEqual({ lines: [], unknown: [] });
  });

  it('come back by service and dimension where they have no price', () => {
    const iops = { ...storage, item: 'operations', dimension: 'iops', amount: 5 };
    expect(priceMonthlyAmounts([storage, iops], 60, BOOK)).toMatchObject({ lines: [{}], unknown: ['s iops'] });
  });
});

describe('adjustToShortestMonth', () => {
  const hours = (from: string, until: string): number =>
    (adjustToShortestMonth(BOOK, Date.parse(from), Date.parse(until)).monthSeconds ?? 0) / 3600;

  it.each(cases.lengths as [string, string, string, number][])('%s', (_name, from, until, month) => {
    expect(hours(from, until)).toBe(month);
  });

  it('makes the same hour dearer in a short month', () => {
    const february = adjustToShortestMonth(BOOK, Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 2));
    const usd = (book: typeof BOOK): number => priceMonthlyAmounts([storage], 3600, book).lines[0]?.usd ?? 0;
    expect(usd(february as typeof BOOK)).toBeCloseTo(50 / 672, 12);
    expect(usd(BOOK)).toBeCloseTo(50 / 730, 12);
  });
});
