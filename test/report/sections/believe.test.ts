import { pageOf } from '../../../lib/report/page/context';
import { believeSection } from '../../../lib/report/sections/believe';
import { summarize } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';

const section = (direct: string): string => {
  const input = execution({ factors: { target: ['disk'], bs: ['4k'] } });
  const rows = input.rows.map((row) => ({ ...row, facts: { ...row.facts, direct } }));
  return believeSection(pageOf(summarize({ ...input, rows }))).text;
};

it('says what a workload wants to be known of trials with some fact, and explains its words', () => {
  expect(section('0')).toContain('3 trials (disk) ran without <abbr class="word" tabindex="0" title="reads and writes');
  expect(section('0')).toContain('</abbr>: the numbers there include the memory of the host.');
});

it('says nothing of it where the fact has another value', () => {
  expect(section('1')).not.toContain('ran without');
});
