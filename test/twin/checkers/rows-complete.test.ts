import { rowsComplete } from '../../../lib/twin/checkers/rows-complete';
import { codes, row, started } from './clean-execution';

const REASON = { level: 'not-run', code: 'DeadlineReached', text: 'x' } as const;

it('is content with one row a trial', () => {
  expect(codes(rowsComplete)).toEqual([]);
});

it.each([
  ['a missing row', { rows: [row('t0001')] }, 'RowCount'],
  ['a doubled row', { rows: [row('t0001'), row('t0002'), row('t0002')] }, 'RowCount'],
  ['a row in another place', { rows: [row('t0001'), { ...row('t0002'), key: 'elsewhere' }] }, 'RowPlace'],
  ['a row of another cell', { rows: [row('t0001'), row('t0002', { cell: 'c2' })] }, 'RowMismatch'],
  ['a row without a reason', { rows: [row('t0001'), row('t0002', { verdict: 'INVALID' })] }, 'RowReasons'],
  [
    'NOT_RUN of a trial that ran',
    { rows: [row('t0001'), row('t0002', { verdict: 'NOT_RUN', reasons: [REASON] })] },
    'StartedNotRun',
  ],
  ['an attempt that the row forgot', { rows: [row('t0001', { attempts: 1 }), row('t0002')] }, 'AttemptsLost'],
  ['a row of no trial', { rows: [row('t0001'), row('t0002'), row('t0099')] }, 'StrayRow'],
  ['a start of no trial', { starts: [started('t0099', 1)] }, 'StrayStart'],
])('complains about %s', (_, planted, code) => {
  expect(codes(rowsComplete, planted)).toEqual([code]);
});

it('lets a trial that never started be NOT_RUN', () => {
  const rows = [row('t0001'), row('t0002', { verdict: 'NOT_RUN', attempts: 0, reasons: [REASON] })];
  expect(codes(rowsComplete, { rows, starts: [started('t0001', 1)] })).toEqual([]);
});

it('complains about anything that was started without a plan', () => {
  expect(codes(rowsComplete, { plan: null, rows: [] })).toEqual(['StrayStart', 'StrayStart', 'StrayStart']);
  expect(codes(rowsComplete, { plan: null, rows: [], starts: [] })).toEqual([]);
});
