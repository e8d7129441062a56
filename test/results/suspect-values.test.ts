import pc from 'picocolors';
import { formatEndLines } from '../../lib/report/terminal-text';
import { renderReport } from '../../lib/report/render';
import { summarize } from '../../lib/results/summary';
import { includeSuspects } from '../../lib/results/suspect-values';
import { execution, type Options } from './fixture';

const BUSY = [{ level: 'suspect', code: 'HostBusy', text: 'client-0: others' }] as const;
const UNSTEADY = [{ level: 'suspect', code: 'Unsteady', text: 'y' }] as const;
const FACTORS = { target: ['disk', 'memory'], bs: ['4k'] };
const summarizeSuspects = (suspect: (trial: number) => boolean, more: Options = {}) =>
  summarize(execution({ factors: FACTORS, reasons: (trial) => (suspect(trial) ? BUSY : []), ...more }));
const formatLines = (summary: ReturnType<typeof summarizeSuspects>) =>
  formatEndLines(summary, { colours: pc.createColors(false), reportPath: 'r', columns: 200 });

describe('an execution whose trials are all SUSPECT', () => {
  it('reports "No result" with the reason, and shows the excluded values', () => {
    const summary = summarizeSuspects(() => true);
    const lines = formatLines(summary);
    expect(lines[0]).toBe('No result: 0 of 6 trials are valid (HostBusy 6).');
    expect(lines.filter((line) => /\(suspect: [\d.]+k? ops\/s\).* 0$/.test(line))).toHaveLength(2);
    const page = renderReport(summary);
    expect(page).toMatch(/title="of excluded trials"[^>]*>\s*<i class="out">\([\d.]+k\)/);
    expect(page).toContain('excluded: HostBusy');
  });

  it('reports "No result" also without decide', () => {
    const { answer } = summarizeSuspects(() => true, { decide: null });
    expect(answer.headline).toBe('No result: 0 of 6 trials are valid (HostBusy 6).');
  });
});

describe('an execution with some SUSPECT trials', () => {
  it('cautions about trials that count although SUSPECT (Unsteady)', () => {
    const { answer } = summarizeSuspects(() => false, { reasons: () => UNSTEADY });
    expect([...answer.cautions, ...answer.details].join()).toContain(
      'Counted despite warnings: 3 of 3 trials of disk (Unsteady) and 3 of 3 of memory (Unsteady).',
    );
  });

  it('computes a typical value that includes suspect trials, but not invalid ones', () => {
    const values = [
      { trial: 'a', value: 1, counted: true },
      { trial: 'b', value: 5, counted: false, suspect: true as const },
      { trial: 'c', value: 900, counted: false },
    ];
    expect(includeSuspects({ values })).toEqual({ value: expect.closeTo(Math.sqrt(5), 9) as number, n: 2 });
    expect(includeSuspects({ values: values.slice(2) })).toBeNull();
  });
});
