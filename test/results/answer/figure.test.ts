import { ensure } from '../../../lib/shapes/errors';
import type { Candidate } from '../../../lib/results/answer/contender';
import { splitCandidates } from '../../../lib/results/answer/figure';
import { contest, decide, type Entry, FOLDERS } from '../../../checks/statistics/contest';
import { METRICS } from '../../../lib/workloads/fio/cell/metrics';
import { makeTurns } from './answers';

/** What a cell of one measure is said to have of its load, where other rates of it are beyond what is provisioned. */
function measureLoad(
  unit: NonNullable<Entry['unit']>,
  others: Readonly<Record<string, number>>,
): number | null | undefined {
  const [candidates, circumstances] = contest([{ name: 'a', turns: makeTurns(900), unit }], FOLDERS);
  const { entrants } = splitCandidates(
    decide({}),
    candidates.map((one) => addRates(one, others)),
    { metrics: METRICS, trials: circumstances.trials },
  );
  return entrants[0]?.contender.ofProvisioned;
}

function addRates(candidate: Candidate, others: Readonly<Record<string, number>>): Candidate {
  const [first] = candidate.measures;
  if (first === undefined) throw new Error('the contest has no measure');
  const more = Object.entries(others).map(([operation, ofProvisioned]) => {
    const name = operation === 'own' ? first.operation : operation;
    return { ...first, metric: `rate of ${operation}`, operation: name, provisioned: 1, ofProvisioned };
  });
  return { ...candidate, measures: [...candidate.measures, ...more] };
}

describe('load ratio of a configuration (ofProvisioned: measured ÷ provisioned rate)', () => {
  it('is for a latency the highest ratio of its operations, or the ratio of the same operation when known', () => {
    expect(measureLoad('us', { writes: 2, reads: 3 })).toBe(3);
    expect(measureLoad('us', { writes: 2, own: 0.5 })).toBe(0.5);
    expect(measureLoad('us', {})).toBeNull();
  });

  it('is null for a rate when only another phase exceeds what is provisioned', () => {
    expect(measureLoad('bytes/s', { writes: 2 })).toBeNull();
  });
});

it.each([
  ['bytes/s', 0.5],
  ['ops/s', 0.5],
  ['count', 1],
  ['%', 1],
  ['us', 1],
] as const)('returns for a value in %s, after a drop to half of it, a lasting level of ×%d', (unit, level) => {
  const [candidates, { trials }] = contest(
    [{ name: 'a', unit, turns: makeTurns(900).map((turn) => ({ ...turn, lowerLevel: 0.5 })) }],
    FOLDERS,
  );
  const { entrants } = splitCandidates(decide({}), candidates, { metrics: METRICS, trials });
  const { lasting, value } = ensure(entrants[0], 'an entrant').contender;
  expect((lasting ?? value) / value).toBeCloseTo(level, 3);
});
