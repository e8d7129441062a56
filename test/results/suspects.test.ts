import pc from 'picocolors';
import { endText } from '../../lib/report/text';
import { renderReport } from '../../lib/report/render';
import { summarize } from '../../lib/results/summary';
import { withSuspects } from '../../lib/results/suspects';
import { execution, type Options } from './fixture';

const BUSY = [{ level: 'suspect', code: 'HostBusy', text: 'client-0: others' }] as const;
const UNSTEADY = [{ level: 'suspect', code: 'Unsteady', text: 'y' }] as const;
const FACTORS = { target: ['disk', 'memory'], bs: ['4k'] };
const summaryOf = (suspect: (trial: number) => boolean, more: Options = {}) =>
  summarize(execution({ factors: FACTORS, reasons: (trial) => (suspect(trial) ? BUSY : []), ...more }));
const linesOf = (summary: ReturnType<typeof summaryOf>) =>
  endText(summary, { colours: pc.createColors(false), reportPath: 'r', columns: 200 });

describe('trials that are all suspect', () => {
  it('are what there is no answer for, and are shown', () => {
    const summary = summaryOf(() => true);
    const lines = linesOf(summary);
    expect(lines[0]).toBe('No result: 0 of 6 trials are valid (HostBusy 6).');
    expect(lines.filter((line) => /\(suspect: [\d.]+k? ops\/s\).* 0$/.test(line))).toHaveLength(2);
    expect(summary.answer.details.join()).toMatch(
      /6 suspect trials were left out; with them the typical IOPS would be disk/,
    );
    const page = renderReport(summary);
    expect(page).toMatch(/<td class="num out" data-v="" title="of excluded trials">\([\d.]+k ops\/s\)/);
    expect(page).toContain('excluded: HostBusy');
  });

  it('are named where nothing was to be decided', () => {
    const { answer } = summaryOf(() => true, { decide: null });
    expect(answer.headline).toBe('No question set (decide): 2 configurations, 0 of 6 trials are valid (HostBusy 6).');
  });
});

describe('some suspect trials', () => {
  it('are told of with the typical values that they would make', () => {
    const summary = summaryOf((trial) => trial === 1);
    const [note] = summary.answer.details.filter((one) => one.includes('suspect'));
    expect(note).toMatch(/^1 suspect trial was left out; with it the typical IOPS would be disk, read: /);
    expect(note).toMatch(/: \S+ ops\/s in place of \S+ ops\/s, n = 3\.$/);
  });

  it('are none where every trial counts, or is suspect only for how it came out', () => {
    expect(summaryOf(() => false).answer.details.join()).not.toContain('suspect');
    const { answer } = summaryOf(() => false, { reasons: () => UNSTEADY });
    expect(answer.details.join()).not.toContain('suspect trial');
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
    expect(withSuspects({ values })).toEqual({ value: expect.closeTo(Math.sqrt(5), 9) as number, n: 2 });
    expect(withSuspects({ values: values.slice(2) })).toBeNull();
  });
});
