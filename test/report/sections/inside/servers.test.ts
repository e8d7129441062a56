import { pageOf } from '../../../../lib/report/page/context';
import { renderReport } from '../../../../lib/report/render';
import { seriesSection } from '../../../../lib/report/sections/inside/series';
import { serversSection } from '../../../../lib/report/sections/inside/servers';
import { summarize } from '../../../../lib/results/summary';
import type { SeriesLine } from '../../../../lib/shapes/series';
import { execution } from '../../../results/fixture';

const LATE = { level: 'suspect' as const, code: 'HostBusy', text: 'busy' };
const input = execution({ reasons: (trial) => (trial === 1 ? [LATE] : []) });
const words = (better: 'higher' | 'lower', text: string) =>
  ({ unit: '%', better, words: text, column: false, overHosts: 'mean' }) as const;
const summary = summarize({
  ...input,
  plan: {
    ...input.plan,
    metrics: {
      ...input.plan.metrics,
      server_cpu: words('lower', 'CPU in use'),
      server_network: words('lower', 'network in use'),
      server_credits: words('higher', 'credits left'),
    },
  },
});
/** The first trial that does not count, and the first two of its cell that do. */
const [out, first, second] = summary.trials.filter(({ cell }) => cell === summary.trials[0]?.cell);
const line = (metric: string, values: readonly number[], more: Partial<SeriesLine> = {}): SeriesLine => ({
  trial: first?.trial ?? '',
  attempt: 1,
  metric,
  operation: null,
  unit: '%',
  host: null,
  from: 0,
  step: 60,
  values,
  simulated: false,
  ...more,
});
const section = (...lines: readonly SeriesLine[]): string => serversSection(pageOf(summary), lines).text;

describe('the section on what servers told', () => {
  it('is none where no server told of a share, nor one of a trial that counts', () => {
    expect(section()).toBe('');
    expect(section(line('server_read', [1, 2, 3], { unit: 'bytes/s' }))).toBe('');
    expect(section(line('busy', [60, 60, 60]))).toBe('');
    expect(section(line('server_cpu', [60, 60, 60], { host: 'client-0' }))).toBe('');
    expect(section(line('server_cpu', [60, 60, 60], { trial: out?.trial ?? '' }))).toBe('');
    expect(section(line('server_cpu', [60, 60, 60], { attempt: 2 }))).toBe('');
  });

  it('draws a line for each metric that says something, of the first trial that counts; all stand in the table', () => {
    const text = section(
      line('server_cpu', [30, 55, 40]),
      line('server_network', [30, 49, 40]),
      line('server_credits', [90, 70, 50]),
      line('server_cpu', [99, 99, 99], { trial: second?.trial ?? '' }),
    );
    expect(text.match(/<svg /g)).toHaveLength(1);
    expect(text.match(/stroke="var\(--c\d\)"/g)).toHaveLength(2);
    expect(text.match(/<li>/g)).toHaveLength(2);
    expect(text).toContain(
      `<td>${first?.trial}</td><td>network in use</td><td class="num">30.0 %</td><td class="num">40.0 %</td>` +
        '<td class="num">49.0 %</td>',
    );
    expect(text).not.toContain('99.0 %');
  });

  it('draws no panel in which nothing is near a limit', () => {
    const text = section(line('server_cpu', [10, 20, 30]));
    expect(text).not.toContain('<svg ');
    expect(text).toContain('<td>CPU in use</td><td class="num">10.0 %</td>');
  });

  it('says what is drawn where one line needs no legend', () => {
    const text = section(line('server_cpu', [60, 60, 60]));
    expect(text).toContain('or of which half or less was\nleft: CPU in use.</p>');
    expect(text).not.toContain('class="legend"');
  });

  it('stands in the report, and is not taken for what hosts measured', () => {
    const series = [line('server_cpu', [60, 60, 60])];
    expect(renderReport(summary, { series })).toContain('<h2>What the servers told</h2>');
    expect(seriesSection(pageOf(summary), series).text).toBe('');
  });
});
