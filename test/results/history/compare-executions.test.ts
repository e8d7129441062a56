import { compareExecutions, type Execution } from '../../../lib/results/history/compare-executions';
import { summarize } from '../../../lib/results/summary';
import { execution, type Options } from '../fixture';

const ALL = { target: ['disk', 'memory'], op: ['randread', 'randwrite'], bs: ['4k', '64k'] };

function makeExecution(options: Options = {}, change: (one: Execution) => Execution = (one) => one): Execution {
  const input = execution({ factors: ALL, replicates: 4, ...options });
  return change({ plan: input.plan, summary: summarize(input) });
}

/** The same execution with the mean logarithm of one target's measures shifted. */
function shift(target: string, by: number): (one: Execution) => Execution {
  return ({ plan, summary }) => ({
    plan,
    summary: {
      ...summary,
      cells: summary.cells.map((cell) => ({
        ...cell,
        measures: cell.measures.map((measure) => {
          const { statistics } = measure;
          if (cell.target !== target || statistics === null || statistics.logs === null) return measure;
          const logs = { ...statistics.logs, mean: statistics.logs.mean + by };
          return { ...measure, statistics: { ...statistics, logs } };
        }),
      })),
    },
  });
}

describe('compareExecutions', () => {
  it('compares the decided metric of each operation, worst first, and names what it lost', () => {
    const found = compareExecutions(makeExecution(), makeExecution({}, shift('disk', Math.log(0.6))), 0.1);
    expect(found.measures.map(({ name, better, cells }) => [name, better, cells.length])).toEqual([
      ['read IOPS', 'higher', 4],
      ['write IOPS', 'higher', 4],
    ]);
    for (const { cells } of found.measures) {
      expect(cells.map(({ change }) => Number(change.toFixed(3)))).toEqual([-0.4, -0.4, 0, 0]);
      // Half of the configurations moved: the median is between both halves.
      expect(cells[0]?.rest.d).toBeLessThan(0);
    }
    expect(found.missing).toEqual([]);
    expect(found.differs).toEqual([]);
  });

  it('lists configurations that one execution lacks, or has too few units of', () => {
    const few = makeExecution({ factors: { ...ALL, target: ['disk'] }, replicates: 2 });
    const found = compareExecutions(makeExecution(), few, 0.1);
    expect(found.measures).toEqual([]);
    expect(found.missing).toHaveLength(8);
  });

  it('lists changed settings by path, and changed facts of hosts without addresses', () => {
    const later = makeExecution({}, ({ plan, summary }) => ({
      plan: { ...plan, zone: 'use1-az4', spec: { ...plan.spec, design: { ...plan.spec.design, replicates: 9 } } },
      summary: {
        ...summary,
        provenance: {
          ...summary.provenance,
          facts: summary.provenance.facts.map((fact) => ({
            ...fact,
            values: fact.values.map((one) => ({ ...one, value: one.value.replace('6.', '7.') })),
          })),
        },
      },
    }));
    const { differs } = compareExecutions(makeExecution(), later, 0.1);
    expect(differs).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^zone: none → use1-az4$/),
        expect.stringMatching(/replicates: \d+ → 9$/),
      ]),
    );
    expect(differs.some((one) => one.startsWith('kernel: '))).toBe(true);
  });
});
