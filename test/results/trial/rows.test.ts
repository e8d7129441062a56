import {
  formatObservations,
  parseRow,
  parseDistributions,
  formatSeries,
  parseSeries,
} from '../../../lib/results/trial/rows';
import { execution } from '../fixture';
import type { DistributionLine } from '../../../lib/shapes/distribution';

const { rows, observations } = execution();

describe('parseRow and formatObservations', () => {
  it('parses a formatted row, and writes observations as one line each', () => {
    expect(parseRow(JSON.stringify(rows[0]))).toEqual(rows[0]);
    expect(formatObservations(observations.slice(0, 2)).split('\n')).toHaveLength(3);
  });

  it('returns null for an invalid row', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"trial":"t1"}',
      '{"trial":"t1","verdict":"GOOD","reasons":[],"facts":{}}',
    ]) {
      expect(parseRow(text)).toBeNull();
    }
  });
});

const LINE: DistributionLine = {
  trial: 't0001',
  attempt: 1,
  of: 'latency',
  operation: 'read',
  unit: 'us',
  first: 16,
  counts: [7, 0, 2],
  simulated: false,
};

it('separates distributions from series in one file', () => {
  const text = formatSeries([LINE]);
  expect(parseDistributions(text)).toEqual([LINE]);
  expect(parseSeries(text)).toEqual([]);
});

it('skips invalid distributions', () => {
  const counts: readonly unknown[] = [[], [-1], ['7'], [null], 'x', Array.from({ length: 61 }, () => 1), { length: 3 }];
  const first: readonly unknown[] = [1.5, '16', 1e9, null];
  const broken = [
    ...counts.map((one) => ({ ...LINE, counts: one })),
    ...first.map((one) => ({ ...LINE, first: one })),
    { ...LINE, operation: 7 },
    { ...LINE, trial: null },
    { ...LINE, unit: '__proto__' },
    { ...LINE, unit: 's' },
    { ...LINE, first: 14 * 8 + 1 },
    ['"counts":'],
  ];
  const text = broken.map((one) => `${JSON.stringify(one)}\n`).join('');
  expect(parseDistributions(`${text}{"counts":\n\nnull\n`)).toEqual([]);
});
