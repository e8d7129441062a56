import { formatMedians } from '../../lib/report/medians';
import { summarize } from '../../lib/results/summary';
import { execution } from '../results/fixture';

const summary = summarize(execution({ decide: null }));
const [first] = summary.cells;
if (first === undefined) throw new Error('the fixture has no cell');

describe('formatMedians', () => {
  it('prints a header, and a row per configuration with median, unit and n', () => {
    const lines = formatMedians(summary);
    expect(lines).toHaveLength(1 + summary.cells.length);
    expect(lines[0]).toMatch(/^configuration +typical IOPS +bandwidth +mean latency +n$/);
    for (const [index, { label }] of summary.cells.entries()) {
      expect(lines[index + 1]).toContain(label);
      expect(lines[index + 1]).toMatch(/ [\d.,]+k? ops\/s +[\d.]+ [MG]B\/s +[\d.]+ [µm]s +3$/);
    }
  });

  it('prints the monthly price of the storage when there is one', () => {
    const lines = formatMedians(summarize(execution({ decide: null, prices: { disk: 1, memory: 0 } })));
    expect(lines[0]).toMatch(/^configuration +storage per month +typical IOPS/);
    expect(lines[1]).toMatch(/ \$730 /);
    expect(lines.at(-1)).toMatch(/ – /);
  });

  it('omits metrics from the right when lines exceed the terminal width', () => {
    const head = (columns: number, label = 'a'): string | undefined =>
      formatMedians({ ...summary, cells: [{ ...first, label }] }, columns)[0];
    expect(head(100)).toMatch(/ typical IOPS +bandwidth +mean latency +n$/);
    expect(head(60)).toMatch(/ typical IOPS +bandwidth +n$/);
    expect(head(100, 'a'.repeat(60))).toMatch(/ typical IOPS +bandwidth +n$/);
    expect(head(20)).toMatch(/ typical IOPS +n$/);
  });

  it('prints "none valid" when every trial is excluded, and replaces control characters', () => {
    const measures = first.measures.map((one) => ({ ...one, statistics: null }));
    const lines = formatMedians({ ...summary, cells: [{ ...first, label: 'a\u001b[2J', measures }] });
    expect(lines[1]).toMatch(/^a\?\[2J +read +none valid +none valid +none valid +0$/);
  });

  it('prints the reached limits, and "not known" for configurations without limit data', () => {
    const bottleneck = { reached: ['host CPU', 'throughput'].map((resource) => ({ resource, share: 1, text: '' })) };
    const own = { ...first, bottleneck: { ...first.bottleneck, ...bottleneck } };
    const lines = formatMedians({ ...summary, cells: [own, ...summary.cells.slice(1)] });
    expect(lines[0]).toMatch(/ n +limited by$/);
    expect(lines[1]).toMatch(/ 3 +host CPU, throughput$/);
    expect(lines[2]).toMatch(/ 3 +not known$/);
  });

  it('prints at most 12 rows in the order of the plan, whatever their values, and how many more there are', () => {
    const names = Array.from({ length: 20 }, (_, index) => `row-${String(index).padStart(2, '0')}`);
    // The later, the better.
    const improve = (one: (typeof first.measures)[number], by: number) =>
      one.statistics === null ? one : { ...one, statistics: { ...one.statistics, centre: one.statistics.centre * by } };
    const cells = names.map((label, index) => {
      return { ...first, label, measures: first.measures.map((one) => improve(one, index + 1)) };
    });
    const lines = formatMedians({ ...summary, cells });
    expect(lines).toHaveLength(14);
    expect(lines.at(-1)).toBe('… 8 more in the report');
    expect(lines.slice(1, -1).map((line) => line.slice(0, 6))).toEqual(names.slice(0, 12));
  });

  it('returns an empty list when nothing was measured', () => {
    expect(formatMedians({ ...summary, cells: [] })).toEqual([]);
    expect(formatMedians({ ...summary, cells: [{ ...first, measures: [] }] })).toEqual([]);
  });
});

it('prints the ratio to the reference, and the levels in which the reference differs', () => {
  const compared = summarize(execution({ decide: null, reference: 0 }));
  const lines = formatMedians(compared);
  expect(lines[0]).toMatch(/ n +ratio$/);
  expect(lines[1]).toMatch(/ 3 +reference$/);
  expect(lines.find((line) => line.startsWith('memory, op randread, bs 4k'))).toMatch(/ [\d.]+ × disk$/);
  expect(lines.find((line) => line.startsWith('memory, op randread, bs 64k'))).toMatch(/ [\d.]+ × disk, bs 4k$/);
});
