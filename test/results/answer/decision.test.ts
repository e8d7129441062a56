import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { buildAnswer } from '../../../lib/results/answer/decision';
import { contest, COPIES, decide, type Entry, FOLDERS } from '../../../checks/statistics/contest';
import { makeTurns, answer, FACTORS } from './answers';

const makeEntry = (name: string, mean: number, by = 0.002, n = 6): Entry => ({ name, turns: makeTurns(mean, by, n) });

it('returns the scope of the answer: unit, number of units, assumed spread of instances and hours', () => {
  const found = answer({}, [makeEntry('a', 150), makeEntry('b', 100)], COPIES);
  expect(found.scope).toMatchObject({
    unit: 'trial',
    units: 6,
    assumedInstance: expect.closeTo(0.05, 9) as number,
    assumedHour: 0,
  });
  expect(answer({}, [makeEntry('a', 150), makeEntry('b', 100)], FOLDERS).scope).toMatchObject({ assumedInstance: 0 });
});

it('labels configurations by the factor levels that differ, and returns outcome null without decide', () => {
  const [candidates, circumstances] = contest([makeEntry('a', 150), makeEntry('b', 100)], FOLDERS);
  const found = buildAnswer(decide(), candidates, FACTORS, METRICS, circumstances);
  expect(found.ranking.map(({ label }) => label)).toEqual(['a', 'b']);
  expect(buildAnswer(null, candidates, FACTORS, METRICS, circumstances)).toMatchObject({
    outcome: null,
    reason: null,
  });
});
