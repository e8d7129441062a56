import { adjustToShortestMonth, MONTH_SECONDS, priceMonthlyAmounts } from '../../lib/pricing/months';
import cases from './months.cases.json';

const BOOK = cases.book;
const storage = { item: 'storage, 100 GiB', service: 's', dimension: 'storage', amount: 100, of: 'storage' } as const;

describe('priceMonthlyAmounts', () => {
  it('charges the elapsed share of a month of 730 hours', () => {
    expect(MONTH_SECONDS).toBe(2_628_000);
    expect(priceMonthlyAmounts([storage], MONTH_SECONDS / 4, BOOK)).toEqual(cases.partOfMonth);
  });

  it('charges by the second, without a minimum', () => {
    const [line] = priceMonthlyAmounts([storage], 1, BOOK).lines;
    expect(line?.usd).toBeCloseTo(50 / 2_628_000, 15);
  });

  it('returns no line for an amount of 0', () => {
    expect(priceMonthlyAmounts([{ ...storage, amount: 0 }], 60, BOOK)).toEqual({ lines: [], unknown: [] });
  });

  it('lists service and dimension as unknown when the book has no price', () => {
    const iops = { ...storage, item: 'operations', dimension: 'iops', amount: 5 };
    expect(priceMonthlyAmounts([storage, iops], 60, BOOK)).toMatchObject({ lines: [{}], unknown: ['s iops'] });
  });
});

describe('adjustToShortestMonth', () => {
  const hours = (from: string, until: string): number =>
    (adjustToShortestMonth(BOOK, Date.parse(from), Date.parse(until)).monthSeconds ?? 0) / 3600;

  it.each(cases.lengths as [string, string, string, number][])(
    'uses the shortest month of the run, at most 730 hours: %s (%s to %s: %s h)',
    (_name, from, until, month) => {
      expect(hours(from, until)).toBe(month);
    },
  );

  it('charges more for the same hour in a shorter month', () => {
    const february = adjustToShortestMonth(BOOK, Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 2));
    const priceStorage = (book: typeof BOOK): number => priceMonthlyAmounts([storage], 3600, book).lines[0]?.usd ?? 0;
    expect(priceStorage(february as typeof BOOK)).toBeCloseTo(50 / 672, 12);
    expect(priceStorage(BOOK)).toBeCloseTo(50 / 730, 12);
  });
});
