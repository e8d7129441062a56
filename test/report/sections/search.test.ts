import { renderReport } from '../../../lib/report/render';
import { summarize } from '../../../lib/results/summary';
import type { SeriesLine } from '../../../lib/shapes/series';
import { makeSearchSummary } from '../../results/search/search-summary';

const WORST = { name: 'smooth', metric: 'latency_mean', operation: 'read', atMost: 9000, everySeconds: 1 };

/** Text of the section, without tags. */
const readSection = (page: string): string => {
  const [section = ''] = /<section id="search">.*?<\/section>/s.exec(page) ?? [];
  return section
    .replace(/<svg.*?<\/svg>/gs, ' picture ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ');
};

/** Constant latency of every trial in `input`. */
const makeSeries = (input: ReturnType<typeof makeSearchSummary>): readonly SeriesLine[] =>
  input.observations.map(({ trial, attempt, simulated }): SeriesLine => {
    const metric = { host: null, metric: 'latency_mean', operation: 'read', unit: 'us' } as const;
    return { ...metric, from: 0, step: 1, values: [1000, 1100, 1000], trial, attempt, simulated };
  });

it('shows passes per value, the highest passing value, and the criterion that the next value failed', () => {
  const text = readSection(renderReport(summarize(makeSearchSummary((target) => (target === 'a' ? 4000 : 900)))));
  expect(text).toContain('Highest rate that meets the criteria');
  expect(text).toContain('quick (read mean latency at most 2 ms)');
  expect(text).toContain('a – – – ✓ 4/4 ✗ 0/4 ✗ 0/4 – 4000 quick b ✓ 4/4 ✗ 0/4 – ✗ 0/4 – – – 500 quick');
  expect(text).toContain('b 4 4000 ✗ (quick 3.00 ms) → 1000 ✗ (quick 3.00 ms) → 500 ✓');
});

it('shows in the table the steps of the search in place of intervals and ratios', () => {
  const page = renderReport(summarize(makeSearchSummary((target) => (target === 'a' ? 4000 : 1e9))));
  expect(page).toMatch(/<th scope="col" class="num">Limit between<\/th>/);
  expect(page).not.toContain('90% interval</abbr>');
  expect(page).not.toContain('÷ reference');
  expect(page).toMatch(/<td class="num"[^>]*>from [\d.]+k?<\/td>/);
});

it('counts a reason that several jobs of a trial have', () => {
  const late = Array.from({ length: 8 }, () => ({ level: 'suspect', code: 'RateNotReached', text: 'x' }) as const);
  const input = makeSearchSummary(() => 4000);
  const rows = input.rows.map((row) =>
    row.attempt > 0 ? { ...row, verdict: 'SUSPECT' as const, reasons: late } : row,
  );
  const text = readSection(renderReport(summarize({ ...input, rows })));
  expect(text).toContain('RateNotReached ×8');
  expect(text).not.toContain('RateNotReached, RateNotReached');
});

it('shows the criteria of all searches, unfinished replicates, and the series with its limit', () => {
  const lost = (trial: string) =>
    trial === 't1' ? [{ level: 'invalid', code: 'HostLost', text: 'host-0 ended' } as const] : [];
  const base = makeSearchSummary(() => 4000, {}, lost);
  const searches = base.plan.searches!.map((one, index) => (index === 0 ? one : { ...one, criteria: [WORST] }));
  const series = makeSeries(base);
  const text = readSection(renderReport(summarize({ ...base, plan: { ...base.plan, searches }, series }), { series }));
  expect(text).toContain('smooth (read mean latency at most 9 ms in every window of 1 s)');
  expect(text).toMatch(/4000 \? \(HostLost\)/);
  expect(text).toMatch(/over time.* picture /);
});
