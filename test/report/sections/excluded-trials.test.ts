import { analyse } from '../../../lib/report/render';
import { TRIAL_REASONS, WORKLOAD_REASONS } from '../../../lib/shapes/error-codes';
import type { Reason } from '../../../lib/shapes/verdict';
import { execution } from '../../results/fixture';

it('renders text between backticks as <code> in remedies, reasons and the question', () => {
  const codes = Object.entries({ ...TRIAL_REASONS, ...WORKLOAD_REASONS }).flatMap(([code, { remedy }]) =>
    remedy.includes('`') ? [code] : [],
  );
  expect(codes.length).toBeGreaterThan(5);
  const reasons = codes.map((code): Reason => ({ level: 'suspect', code, text: 'with `iodepth` 8' }));
  const options = { reasons: () => reasons, question: 'Is `direct` slower?' };
  const text = analyse(execution(options), { version: '0.1.0' }).html;
  expect(text).toContain('<code>iodepth</code> 8');
  expect(text).toContain('<h1>Is <code>direct</code> slower?</h1>');
  const read = text.replace(/<(script|style|pre|title)\b[\s\S]*?<\/\1>/g, '');
  expect(/[^>]{0,40}`.{0,40}/.exec(read)?.[0]).toBeUndefined();
});

it('counts trials of which only some figures are excluded', () => {
  const partly: Reason = { level: 'suspect', code: 'ShortRun', text: 'c', metrics: ['iops'] };
  const busy: Reason = { level: 'suspect', code: 'HostBusy', text: 'a' };
  const draw = (some: readonly Reason[][]) => analyse(execution({ reasons: (trial) => some[trial - 1] ?? [] })).html;
  expect(draw([[partly], [partly]])).toContain(
    '<summary>Excluded: 0 of 24 trials, and figures of 2 more; notes</summary>',
  );
  expect(draw([[partly], [busy]])).toContain(
    '<summary>Excluded: 1 of 24 trials, and figures of 1 more; notes</summary>',
  );
  expect(draw([[busy]])).toContain('<summary>Excluded: 1 of 24 trials; notes</summary>');
});

it('shows for each reason whether its trials are excluded, counted, or counted except for some metrics', () => {
  const all: readonly Reason[] = [
    { level: 'suspect', code: 'HostBusy', text: 'a' },
    { level: 'suspect', code: 'Unsteady', text: 'b' },
    { level: 'suspect', code: 'ShortRun', text: 'c', metrics: ['iops'] },
  ];
  const reasons = (trial: number) => all.slice(trial - 1, trial);
  const text = analyse(execution({ reasons })).html.replace(/<\/?abbr[^>]*>/g, '');
  for (const [code, state] of [
    ['HostBusy', 'excluded'],
    ['Unsteady', 'counted'],
    ['ShortRun', 'counted except for IOPS'],
  ])
    expect(text).toMatch(new RegExp(`1 SUSPECT\\s+\\(${state}\\)</span>${code}<`));
});
