import pc from 'picocolors';
import { formatEndLines } from '../../lib/report/terminal-text';
import { renderReport } from '../../lib/report/render';
import { summarize } from '../../lib/results/summary';
import { includeSuspects } from '../../lib/results/suspect-values';
import { execution, type Options } from './fixture';

const BUSY = [{ level: 'suspect', code: 'HostBusy', text: 'client-0: others' }] as const;
const UNSTEADY = [{ level: 'suspect', code: 'Unsteady', text: 'y' }] as const;
const FACTORS = { target: ['disk', 'memory'], bs: ['4k'] };
const summaryOf = (suspect: (trial: number) => boolean, more: Options = {}) =>
  summarize(execution({ factors: FACTORS, reasons: (trial) => (suspect(trial) ? BUSY : []), ...more }));
const linesOf = (summary: ReturnType<typeof summaryOf>) =>
  formatEndLines(summary, { colours: pc.createColors(false), reportPath: 'r', columns: 200 });

describe('trials that are all suspect', () => {
  it('are what there is no answer for, and are shown', () => {
    const summary = summaryOf(() => true);
    const lines = linesOf(summary);
    expect(lines[0]).toBe('No result: 0 of 6 trials are valid (HostBusy 6).');
    expect(lines.filter((line) => /\(suspect: [\d.]+k? ops\/s\).* 0$/.test(line))).toHaveLength(2);
    const page = renderReport(summary);
    expect(page).toMatch(/title="of excluded trials"[^>]*>\s*<i class="out">\([\d.]+k\)/);
    expect(page).toContain('excluded: HostBusy');
  });

  it('are named where nothing was to be decided', () => {
    const { answer } = summaryOf(() => true, { decide: null });
    expect(answer.headline).toBe('No result: 0 of 6 trials are valid (HostBusy 6).');
  });
});

describe('some suspect trials', () => {
  it('are named where they count, suspect only for how they came out', () => {
    const { answer } = summaryOf(() => false, { reasons: () => UNSTEADY });
    expect([...answer.cautions, ...answer.details].join()).toContain(
      'Counted despite warnings: 3 of 3 trials of disk (Unsteady) and 3 of 3 of memory (Unsteady).',
    );
  });

  it('make a typical value of those that count and themselves, without broken ones', () => {
    const values = [
      { trial: 'a', value: 1, counted: true },
      { trial: 'b', value: 5, counted: false, suspect: true as const },
      { trial: 'c', value: 900, counted: false },
    ];
    expect(includeSuspects({ values })).toEqual({ value: expect.closeTo(Math.sqrt(5), 9) as number, n: 2 });
    expect(includeSuspects({ values: values.slice(2) })).toBeNull();
  });
});
