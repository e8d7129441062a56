import { pageOf } from '../../../lib/report/page/context';
import { believeSection } from '../../../lib/report/sections/believe';
import { summarize } from '../../../lib/results/summary';
import type { Beside } from '../../../lib/shapes/verdict';
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

const meanwhile = (of: (trial: number) => Beside | null): string => {
  const input = execution({ factors: { target: ['disk'], bs: ['4k'] } });
  const rows = input.rows.map((row, index) => ({ ...row, beside: of(index) }));
  return believeSection(pageOf(summarize({ ...input, rows }))).text.replaceAll('\n', ' ');
};

it('says what the machines did beside the trials, and where nobody told', () => {
  const shares = [0.02, 0.31, 0.04];
  const all = meanwhile((trial) => ({
    othersCpu: shares[trial] ?? 0,
    stolenCpu: 0,
    othersBytesPerSecond: 2e6 * trial,
  }));
  expect(all).toContain(
    'Beside 3 trials other processes took a median of 4.00 % (at most 31.0 %) of the CPU time, the hypervisor kept ' +
      'back 0 % (at most 0 %) of it, and others moved 2.00 MB/s (at most 4.00 MB/s) on the measured disk.',
  );
  expect(all).not.toContain('no evidence');
  const one = meanwhile((trial) => (trial === 0 ? { othersCpu: 0.2, stolenCpu: 0, othersBytesPerSecond: 0 } : null));
  expect(one).toContain('on the measured disk. 2 trials left no evidence of it.');
  expect(meanwhile(() => null)).toContain('No host told what else its machine did.');
});

it('says nothing of it where the fact has another value', () => {
  expect(section('1')).not.toContain('ran without');
});
