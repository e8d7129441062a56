import { sequentialNotes } from '../../lib/results/sequential';
import { summarize } from '../../lib/results/summary';
import { execution } from './fixture';

const FACTORS = { target: ['disk', 'memory'], bs: ['4k', '64k'] };

it('says that targets were measured one after another', () => {
  const { answer } = summarize(execution({ factors: FACTORS }));
  expect(answer.notes.join()).toContain('Targets were measured one after another');
  const blocks = summarize(execution({ factors: FACTORS, blocks: 2 }));
  expect(blocks.answer.notes.join()).toContain('one after another');
});

it('does not where they were measured by turns, or there is one, or nothing was measured', () => {
  const { plan, rows } = execution({ factors: FACTORS });
  const half = rows.length / 2;
  const mixed = rows.map((row, index) => ({
    ...row,
    started: rows[(index % half) * 2 + (index < half ? 0 : 1)]!.started,
  }));
  expect(sequentialNotes(plan, mixed)).toEqual([]);
  expect(sequentialNotes(plan, rows.slice(0, half))).toEqual([]);
  expect(
    sequentialNotes(
      plan,
      rows.map((row) => ({ ...row, started: null })),
    ),
  ).toEqual([]);
});
