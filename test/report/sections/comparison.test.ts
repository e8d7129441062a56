import { pageOf } from '../../../lib/report/page/context';
import { comparisonSection } from '../../../lib/report/sections/comparison';
import { type Summary, summarize } from '../../../lib/results/summary';
import { execution, type Options } from '../../results/fixture';

const summaryOf = (options: Options = {}) => summarize(execution(options));
const section = (summary: Summary) =>
  comparisonSection(pageOf(summary))
    .text.replace(/<abbr[^>]*>|<\/abbr>/g, '')
    .replace(/\s+/g, ' ');
/** The same trials, as if one fleet had measured both targets by turns. */
const interleaved = (summary: Summary): Summary => ({
  ...summary,
  comparison: 'interleaved',
  rigs: summary.rigs.map((one, index) => ({ ...one, rig: 'r1', copy: `c${index + 1}` })),
  trials: summary.trials.map((trial) => ({
    ...trial,
    rig: 'r1',
    copy: `r1/c${summary.rigs.findIndex(({ rig }) => rig === trial.rig) + 1}`,
  })),
});

describe('the section on comparison', () => {
  it('is none where one copy was measured', () => {
    expect(section(summaryOf({ factors: { target: ['disk'], bs: ['4k', '8k'] } }))).toBe('');
  });

  it('says of targets with a rig each that their hours and hosts differ too', () => {
    const text = section({ ...summaryOf(), comparison: 'sequential' });
    expect(text).toContain('<b>Sequential</b>: 2 copies on 2 rigs; each target had a rig');
    expect(text).toContain('Whether a difference between targets is one of their hour or of their hosts.');
    expect(text).toContain('How another copy of the same settings would do');
    expect(text).not.toContain('<h3>Periods');
    expect(text).not.toContain('<h3>Blocks');
  });

  it('says of rivals that took turns what that proves, and what one copy of each does not', () => {
    const text = section(interleaved(summaryOf()));
    expect(text).toContain('<b>Interleaved</b>: 2 copies on 1 rig; in every round the same hosts');
    expect(text).toContain('it does not look like a difference between them');
    expect(text).not.toContain('one of their hour');
    expect(text).toContain('How another copy of the same settings would do');
    expect(text).toContain('How two folders of one disk differ');
  });

  it('names copies with their trials, and what became of one that was given up', () => {
    const whole = interleaved(summaryOf());
    const outcomes = [
      {
        rig: 'r1',
        status: 'SUCCEEDED' as const,
        reason: null,
        marks: [],
        failed: [{ copy: 'c2', code: 'MountFailed', text: 'no route' }],
      },
    ];
    const text = section({ ...whole, outcomes });
    expect(text).toContain('<td>r1/c1</td><td>disk <span class="sub">directory</span></td><td class="num">1</td>');
    expect(text).toContain('<span class="INVALID">MountFailed</span> no route');
    expect(text).toContain('given up</th>');
    expect(section(whole)).not.toContain('given up</th>');
  });

  it('shows medians of each block, and how far they lie apart', () => {
    const text = section(summaryOf({ blocks: 2 }));
    expect(text).toContain('<h3>Blocks</h3>');
    expect(text).toMatch(/block 1<\/th><th scope="col" class="num">block 2<\/th><th scope="col" class="num">apart by/);
    expect(text).toMatch(/<td class="num">[\d.,]+k? ops\/s<small>n = 3<\/small><\/td><td class="num">[\d.]+ %<\/td>/);
    expect(text).not.toContain('How another copy');
  });

  it('shows which stages stood beside each other, where they changed', () => {
    const whole = interleaved(summaryOf());
    const trials = whole.trials.map((trial, index) => ({
      ...trial,
      period: index < 12 ? 1 : 2,
      stage: trial.copy === 'r1/c1' ? 'small' : null,
    }));
    const text = section({ ...whole, trials });
    expect(text).toContain('<h3>Periods</h3>');
    expect(text).toContain('<td>r1, period 1</td><td>disk small</td><td class="num">12</td>');
    expect(text).toContain('<td>r1, period 2</td><td>memory</td><td class="num">12</td>');
  });
});
