import { buildAnswer } from '../../../lib/results/answer/decision';
import type { Summary } from '../../../lib/results/summary';
import { describeOutcome } from '../../../lib/report/first-screen/outcome-mark';
import type { MainMetric, Point } from '../../../lib/report/first-screen/points';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { contest, decide, FOLDERS } from '../../../checks/statistics/contest';
import { FACTORS, makeEntry } from '../../results/answer/answers';
import { pairUp } from '../../results/answer/gate-worlds';

/** First screen of two configurations, of which `new` has a mean, in MB/s, against 100 of its reference. */
function describeScreen(mean: number) {
  const [candidates, circumstances] = contest([makeEntry('new', mean, 0), makeEntry('old', 100, 0)], FOLDERS);
  const answer = buildAnswer(decide({ noWorse: 0.1 }), pairUp(candidates), FACTORS, METRICS, circumstances);
  const trials = [...circumstances.trials.values()].map(({ out }) => ({ excludedFor: out, verdict: 'VALID' }));
  const point = { cell: 'c', look: 'meets', chosen: true, eligible: true, lasting: null, trials: [] };
  const metric = { name: 'bandwidth', unit: 'bytes/s', better: 'higher', threshold: null };
  const summary = { answer, trials } as unknown as Summary;
  const points = [{ ...point, value: 1, unit: 'bytes/s', interval: null }] as unknown as Point[];
  return { headline: answer.headline, mark: describeOutcome(summary, metric as MainMetric, points) };
}

it('shows the bound of the headline when no configuration is worse', () => {
  const { headline, mark } = describeScreen(99);
  const [, bound = ''] = /at most ([\d.]+)%/.exec(headline) ?? [];
  expect(mark).toMatchObject({
    number: `≤${bound}`,
    unit: '% worse',
    against: '10% to exclude',
    interval: 'bound at 95%',
  });
});

it('shows the loss and its interval when a configuration is worse', () => {
  const { headline, mark } = describeScreen(80);
  expect(headline).toContain(`${mark.number}% worse`);
  expect(mark.interval).toMatch(/^95% interval .* worse$/);
});
