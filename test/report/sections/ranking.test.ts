import { analyse } from '../../../lib/report/analyse';
import { renderReport } from '../../../lib/report/render';
import { summarize } from '../../../lib/results/summary';
import { execution } from '../../results/fixture';

it('shows the figure that a criterion is held against', () => {
  const low = { name: 'low', metric: 'latency_mean', atMost: 1 };
  const high = { name: 'high', metric: 'latency_mean', atLeast: 1 };
  const input = execution({ replicates: 6, factors: { target: ['disk', 'memory'] }, decide: { require: [low, high] } });
  const text = analyse(input).html;
  expect(text).toMatch(/, high: [\d.]+ µs; misses low \([\d.]+ µs\)\)/);
  expect(text).toContain('No configuration meets low and high. Closest is ');
});

describe('prices of configurations that the same hosts measured', () => {
  const prices = { disk: 301, memory: 310 };
  const summary = summarize(execution({ factors: { target: ['disk', 'memory'] }, prices }));
  const pageOf = (storage: Readonly<Record<string, number>>) => {
    const cells = summary.cells.map((cell) => ({ ...cell, storageUsdPerHour: storage[cell.target] ?? null }));
    return renderReport({ ...summary, cells });
  };

  it('are drawn of storage alone, and what the hosts add is said', () => {
    const page = pageOf({ disk: 1, memory: 10 });
    expect(page).toContain('against the price of an hour of storage.');
    expect(page).toContain('The hosts that all share add $300.00 to each.');
    expect(page).toContain('>$ an hour of storage</text>');
  });

  it('are drawn whole where hosts differ, where nobody knows what storage costs, and where it is all', () => {
    for (const storage of [{ disk: 1, memory: 20 }, { disk: 1 }, prices]) {
      const page = pageOf(storage);
      expect(page).toContain('against the price of an hour.');
      expect(page).not.toContain('The hosts that all share');
    }
  });
});
