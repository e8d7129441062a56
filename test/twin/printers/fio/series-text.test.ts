import { seriesText } from '../../../../lib/twin/printers/fio/series-text';
import { seriesOf } from '../../../../lib/workloads/fio/cell/series';
import type { ModelledFlow } from '../../../../lib/twin/printers/contract';
import { blockBytes } from '../../../../lib/workloads/fio/schema';
import { dataParams } from '../../../workloads/fio/recorded';

const flow = (rate: number, stddev: number, levels?: ModelledFlow['levels']): ModelledFlow => ({
  rate,
  latencyUs: 100,
  spread: 0.4,
  intervals: { mean: rate, stddev, min: 0, max: rate * 2 },
  ...(levels === undefined ? {} : { levels }),
});
const PARAMS = dataParams({ rw: 'randrw' });
const iops = (read: ModelledFlow, seconds: number): readonly number[] => {
  const kib = blockBytes(PARAMS) / 1024;
  const text = seriesText({ read, write: null }, seconds, { read: kib, write: kib });
  return seriesOf(text, PARAMS, { from: 0, seconds }, ['read', 'write'])[0]?.values ?? [];
};
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('seriesText', () => {
  it('has the mean of the model, and half of the variance of its half seconds', () => {
    const values = iops(flow(10_000, 500), 41);
    expect(values).toHaveLength(40);
    expect(mean(values)).toBeCloseTo(10_000, -1);
    const variance = mean(values.map((value) => (value - 10_000) ** 2));
    expect(Math.sqrt(variance)).toBeCloseTo(500 / Math.sqrt(2), -1);
  });

  it('goes through the levels of the model in turn, and splits a second in which they change', () => {
    const levels = [
      { seconds: 5.5, rate: 1000 },
      { seconds: 5.5, rate: 200 },
    ];
    // All that deviates are the levels.
    expect(iops(flow(600, 400, levels), 11)).toEqual([1000, 1000, 1000, 1000, 1000, 600, 200, 200, 200, 200]);
  });

  it('has a line for each direction, second by second', () => {
    const text = seriesText({ read: flow(10, 0), write: flow(5, 0) }, 3, { read: 4, write: 16 });
    expect(text).toBe('1000, 40, 0, 0, 0\n2000, 40, 0, 0, 0\n1000, 80, 1, 0, 0\n2000, 80, 1, 0, 0\n');
    expect(seriesText({ read: null, write: flow(5, 0) }, 1, { read: 4, write: 4 })).toBe('');
  });
});
