import { pageOf } from '../../../../lib/report/page/context';
import { renderReport } from '../../../../lib/report/render';
import { distributionsSection, pool } from '../../../../lib/report/sections/inside/distributions';
import { summarize } from '../../../../lib/results/summary';
import type { DistributionLine } from '../../../../lib/shapes/distribution';
import { execution } from '../../../results/fixture';

const BAD = { level: 'invalid' as const, code: 'HostLost', text: 'gone' };
const summary = summarize(execution({ reasons: (trial) => (trial === 2 ? [BAD] : []) }));
const operation = summary.cells[0]?.measures.find(({ metric }) => metric === 'latency_p50')?.operation ?? null;
const line = (trial: string, counts: readonly number[], more: Partial<DistributionLine> = {}): DistributionLine => ({
  trial,
  attempt: 1,
  of: 'latency',
  operation,
  unit: 'us',
  first: 16,
  counts,
  simulated: false,
  ...more,
});
const section = (...lines: readonly DistributionLine[]): string => distributionsSection(pageOf(summary), lines).text;

describe('the pool over trials', () => {
  it('weighs trials alike, however many operations each had', () => {
    const pooled = pool([
      { first: 10, counts: [1000, 3000] },
      { first: 11, counts: [1, 3] },
    ]);
    expect(pooled).toEqual({ first: 10, shares: [0.125, 0.5, 0.375] });
  });
});

describe('the section on distributions', () => {
  it('is none without distributions of trials that count', () => {
    expect(section()).toBe('');
    expect(section(line('t9999', [500]))).toBe('');
    const out = summary.trials.find((trial) => trial.out !== null)?.trial ?? '';
    expect(out).not.toBe('');
    expect(section(line(out, [500]))).toBe('');
    expect(section(line('t0001', [500], { attempt: 2 }))).toBe('');
    expect(section(line('t0001', [500], { operation: 'chmod' }))).toBe('');
    expect(section(line('t0001', [0, 0]))).toBe('');
    expect(renderReport(summary)).not.toContain('id="distributions"');
  });

  it('draws what trials left, says what it is and gives the numbers', () => {
    const text = section(line('t0001', [100, 0, 0, 300]));
    expect(text.match(/<svg /g)).toHaveLength(1);
    expect(text).toContain('aria-label="share of operations by latency');
    expect(text).toContain('merged over all hosts');
    expect(text).toContain('each with the same weight');
    expect(text).toContain('<td class="num">1</td><td class="num">400</td><td class="num">100 µs</td>');
    expect(text).toContain('75');
    expect(text).not.toContain('Modelled');
    expect(section(line('t0001', [400], { simulated: true }))).toContain('Modelled, not measured.');
    expect(renderReport(summary, { distributions: [line('t0001', [400])] })).toContain('<h2>Distributions</h2>');
  });

  it('does not draw fewer than a hundred operations, and says so', () => {
    const text = section(line('t0001', [40, 59]));
    expect(text).not.toContain('<svg ');
    expect(text).toContain('Not drawn: 1 with fewer than 100 operations');
  });
});
