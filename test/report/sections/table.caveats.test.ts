import { renderReport } from '../../../lib/report/render';
import { summarize, type Summary } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';
import { explainMarks, drawMarks, listMarks } from '../../../lib/report/sections/table';

const whole = summarize(execution());
/** The first cell was limited by its hosts, and its IOPS promise nothing. */
const summary: Summary = {
  ...whole,
  cells: whole.cells.map((cell, index) => ({
    ...cell,
    caveats: {
      trials: 3,
      bound: index === 0 ? [{ code: 'ClientBound', trials: 2 }] : [],
      remarks: index < 2 ? [{ text: 'nothing is durable', of: ['iops'] }] : [],
    },
  })),
};
const marks = listMarks(summary, ['iops', 'bandwidth']);

it('assigns one mark to each caveat, and shows it at the affected figures', () => {
  const said = [...marks].map(([text, mark]) => `${mark} ${text}`);
  expect(said).toEqual([
    'a the hosts, not the storage, were the limit (ClientBound): it may be better',
    'b nothing is durable',
  ]);
  const [first, second, third] = summary.cells;
  expect(drawMarks(marks, first!, 'iops').text).toBe('<sup>a b</sup>');
  expect(drawMarks(marks, first!, 'bandwidth').text).toBe('<sup>a</sup>');
  expect(drawMarks(marks, second!, 'iops').text).toBe('<sup>b</sup>');
  expect(drawMarks(marks, third!, 'iops').text).toBe('');
});

it('explains marks below the table, and shows none without caveats', () => {
  expect(renderReport(summary)).toMatch(/[\d.]k?<sup>a b<\/sup>/);
  expect(renderReport(summary)).toContain('<div><sup>b</sup> nothing is durable.</div>');
  expect(explainMarks(new Map()).text).toBe('');
  expect(renderReport(whole)).not.toContain('<sup>');
});
