import { formatCiSummary, formatJunit, listCiCases } from '../../lib/report/ci-files';
import type { Summary } from '../../lib/results/summary';
import { contest, decide, type Entry, FOLDERS } from '../../checks/statistics/contest';
import { buildAnswer } from '../../lib/results/answer/decision';
import type { DecisionRule } from '../../lib/shapes/decision-rule';
import { METRICS } from '../../lib/workloads/fio/cell/metrics';
import { FACTORS, makeEntry } from '../results/answer/answers';
import { pairUp } from '../results/answer/gate-worlds';

/** The part of a summary that CI files show. */
function summarize(entries: readonly Entry[], rule: Partial<DecisionRule>): Summary {
  const [candidates, circumstances] = contest(entries, FOLDERS);
  const answer = buildAnswer(decide(rule), pairUp(candidates), FACTORS, METRICS, circumstances);
  const trials = [...circumstances.trials.values()].map(({ out }) => ({ excludedFor: out }));
  const known = { experiment: 'disk', executionId: 'e1', simulated: false, answer, trials };
  return known as unknown as Summary;
}
const OLD = makeEntry('old', 100, 0);
const WORSE = summarize([makeEntry('new', 88, 0), OLD], { noWorse: 0.1 });

describe('listCiCases', () => {
  it('fails what is worse or misses, and skips what is inconclusive', () => {
    expect(listCiCases(WORSE)).toEqual([
      { name: 'new against old', state: 'failure', text: expect.stringMatching(/^12% worse, at most 1\d(\.\d)?%$/) },
    ]);
    const none = { ...OLD, turns: OLD.turns.map((turn) => ({ ...turn, out: 'HostBusy' })) };
    expect(listCiCases(summarize([makeEntry('new', 88, 0), none], { noWorse: 0.1 }))).toEqual([
      { name: 'old', state: 'skipped', text: 'no valid trial' },
    ]);
    const limited = summarize([makeEntry('a', 300), makeEntry('b', 100)], { atLeast: 250e6, prefer: 'cheapest' });
    expect(listCiCases(limited).map(({ name, state }) => [name, state])).toEqual([
      ['a', null],
      ['b', 'failure'],
    ]);
  });
});

it('formats Markdown with the answer and one row for each case, and escapes names', () => {
  const text = formatCiSummary(WORSE);
  expect(text).toMatch(/^## disk\n\n\*\*new is 12% worse .* than old in bandwidth\.\*\*\n/);
  expect(text).toMatch(/^\| new against old \| 12% worse, at most .*% \| ❌ \|$/m);
  expect(text).toContain('- 12 of 12 trials count; execution e1\n');
  const odd = summarize([makeEntry('<b>|x', 88, 0), OLD], { noWorse: 0.1 });
  expect(formatCiSummary(odd)).toContain('| \\<b\\>\\|x against old |');
});

it('formats JUnit XML with counts, failures and escaped names', () => {
  const lines = formatJunit(WORSE).split('\n');
  expect(lines[2]).toBe('  <testsuite name="disk" tests="1" failures="1" skipped="0">');
  expect(lines[3]).toMatch(
    /^ {4}<testcase classname="disk" name="new against old"><failure message="12% worse, at most /,
  );
  const odd = summarize([makeEntry('a<&"', 88, 0), OLD], { noWorse: 0.1 });
  expect(formatJunit(odd)).toContain('name="a&lt;&amp;&quot; against old"');
});
