import { rigTrends, trendNotes } from '../../lib/results/trends';
import type { CountedTrial } from '../../lib/results/counting';
import type { Measure } from '../../lib/results/measures';

/** A cell whose trials were measured in these rounds. */
function cell(name: string, rig: string, values: readonly number[], rounds: readonly number[]) {
  const trials = values.map((value, index) => ({ trial: `${rig}${name}${index}`, value, counted: true }));
  const measure: Measure = {
    metric: 'iops',
    operation: null,
    statistic: 'value',
    unit: 'ops/s',
    statistics: null,
    values: trials,
  };
  const places = trials.map(({ trial }, index): [string, CountedTrial] => [
    trial,
    {
      trial,
      cell: name,
      rig,
      block: 1,
      period: 1,
      round: rounds[index] ?? 1,
      copy: 'c',
      verdict: 'VALID',
      out: null,
      against: [],
      lost: null,
      despite: [],
      started: null,
    },
  ]);
  return { measures: [measure], places };
}

it('looks at each rig by itself, in the order of rounds', () => {
  const falling = [100, 90, 81, 72.9, 65.6];
  const early = [1, 2, 3, 4, 5];
  const cells = [
    cell('a', 'r1', falling, early),
    cell('b', 'r1', falling.toReversed(), early.toReversed()),
    cell('a', 'r2', falling, early),
    cell('b', 'r2', falling, early.toReversed()),
  ];
  const trials = new Map(cells.flatMap(({ places }) => places));
  // From the first round to the last: 65.6 of 100.
  expect(rigTrends(cells, 'iops', trials).map(({ rig, ratio }) => [rig, Number(ratio.toFixed(3))])).toEqual([
    ['r1', 0.656],
  ]);
  expect(rigTrends(cells, 'bandwidth', trials)).toEqual([]);
  expect(rigTrends(cells, null, trials)).toEqual([]);
});

it('takes what a trial read and wrote for one value, and one configuration for no rig', () => {
  const one = cell('a', 'r1', [100, 90, 80, 70, 60], [1, 2, 3, 4, 5]);
  const both = ['read', 'write'].flatMap((operation) => one.measures.map((measure) => ({ ...measure, operation })));
  expect(rigTrends([{ measures: both }], 'iops', new Map(one.places))).toEqual([]);
});

it('says which way it went, and what does so', () => {
  expect(trendNotes([{ rig: 'r1', ratio: 1.5 }], 'IOPS', 'higher')[0]).toMatch(
    /^Over the time of rig r1 IOPS rose .* to 1\.50 times .* a cache fills/,
  );
  // A time that falls is no credit that runs out.
  expect(trendNotes([{ rig: 'r1', ratio: 0.5 }], 'time', 'lower')[0]).toMatch(/time fell .* a cache fills/);
  expect(trendNotes([{ rig: 'r1', ratio: 1.5 }], 'time', 'lower')[0]).toMatch(/time rose .* burst credits run out/);
});
