import { METRICS } from '../../../lib/workloads/fio/metrics';
import type { Decide } from '../../../lib/shapes/decide';
import type { Candidate } from '../../../lib/results/answer/contender';
import { answerOf } from '../../../lib/results/answer/decision';
import type { Measure } from '../../../lib/results/measures';
import type { Unit } from '../../../lib/shapes/observation';
import { statisticsOf } from '../../../lib/results/statistics/statistics';

const FACTORS = ['target', 'bs'];
const decide = (more: Partial<Decide> = {}): Decide => ({
  metric: 'bandwidth',
  statistic: 'median',
  where: {},
  prefer: 'highest',
  ...more,
});

function measure(
  values: readonly number[],
  unit: Unit,
  operation: string | null = null,
  blocks: readonly number[] = [],
): Measure {
  return {
    metric: 'bandwidth',
    operation,
    statistic: 'value',
    unit,
    statistics: statisticsOf(values.map((value, index) => ({ value, block: blocks[index] ?? 1 }))),
    values: values.map((value, index) => ({ trial: `t${index}`, value, counted: true })),
  };
}

function candidate(
  target: string,
  values: readonly number[],
  more: Partial<Candidate> & { unit?: Unit; blocks?: number[] } = {},
): Candidate {
  const { unit = 'bytes/s', blocks, ...rest } = more;
  return {
    cell: `cell-${target}`,
    label: target,
    levels: { target, bs: '4k' },
    usdPerHour: 0,
    measures: [measure(values, unit, null, blocks)],
    ...rest,
  };
}
const answer = (how: Decide, ...candidates: Candidate[]) => answerOf(how, candidates, FACTORS, METRICS);

const MB = 1e6;
const fast = [1301, 1338, 1362].map((value) => value * MB);
const slow = [861, 884, 902].map((value) => value * MB);

describe('answerNotes', () => {
  it('says how often chance alone would part two that are equal', () => {
    const note = (values: readonly number[]) =>
      answer(decide(), candidate('2GBps', slow), candidate('4GBps', values)).notes.filter((one) =>
        one.includes('chance'),
      );
    expect(note(fast)).toEqual([
      expect.stringContaining('lie apart by chance in 10.0 % of cases (n = 3); more replicates'),
    ]);
    expect(note([...fast, 1340 * MB])).toEqual([expect.stringContaining('in 5.71 % of cases (n = 4 and 3)')]);
    // They overlap: nothing was told apart.
    expect(note(slow.map((value) => value * 1.01))).toEqual([]);
  });
});
