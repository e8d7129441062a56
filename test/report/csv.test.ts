import { toCsv } from '../../lib/report/csv';
import { summarize } from '../../lib/results/summary';
import { execution } from '../results/fixture';

/** Fields of a line; commas between quotes belong to a field. */
const split = (line: string): readonly string[] =>
  line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((field) => field.replace(/^"|"$/g, ''));
const readRows = (text: string): readonly Readonly<Record<string, string>>[] => {
  const [head = [], ...lines] = text.trimEnd().split('\n').map(split);
  return lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])));
};

describe('toCsv', () => {
  it('contains what the headline says: the cheapest that meets the threshold, its name, value, bound and price', () => {
    const summary = summarize(
      execution({
        factors: { target: ['disk', 'memory', 'other'], bs: ['4k', '64k'] },
        replicates: 6,
        prices: { disk: 3, memory: 1, other: 2 },
        decide: { atLeast: 20_000, prefer: 'cheapest', where: { bs: '4k' } },
      }),
    );
    const rows = readRows(toCsv(summary));
    const [cheapest] = rows
      .filter(({ result }) => result === 'meets')
      .toSorted((a, b) => Number(a['storage usd per month']) - Number(b['storage usd per month']));
    const winner = summary.answer.winner!;
    expect(cheapest?.['configuration']).toBe(winner.label);
    expect(Number(cheapest?.['iops typical [ops/s]'])).toBe(winner.value);
    expect(Number(cheapest?.['at least [ops/s]'])).toBe(winner.low);
    expect(Number(cheapest?.['threshold [ops/s]'])).toBe(20_000);
    expect(Number(cheapest?.['storage usd per month'])).toBeCloseTo(winner.storageUsdPerHour! * 730, 2);
    expect(Number(cheapest?.['usd per hour'])).toBe(winner.usdPerHour);
    const asked = rows.map((row) => [row['bs'], row['result'] === 'not compared', row['threshold [ops/s]'] === '']);
    for (const [bs, ...isOther] of asked) expect(isOther).toEqual([bs === '64k', bs === '64k']);
  });

  it('writes one line per row with the same number of fields, at full precision', () => {
    const summary = summarize(execution());
    const [head = '', ...lines] = toCsv(summary).trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    const columns = split(head);
    expect(new Set(lines.map((line) => split(line).length))).toEqual(new Set([columns.length]));
    const cell = summary.cells[0]!;
    const at = columns.indexOf('iops typical [ops/s]');
    expect(Number(split(lines[0] ?? '')[at])).toBe(cell.measures[0]?.statistics?.centre);
  });

  it('writes all fields when no trial of a configuration counts', () => {
    const reasons = () => [{ level: 'suspect', code: 'HostBusy', text: 'x' } as const];
    const lines = toCsv(summarize(execution({ reasons })))
      .trimEnd()
      .split('\n');
    expect(new Set(lines.map((line) => split(line).length)).size).toBe(1);
  });

  it('quotes fields, removes line breaks, and escapes values that a spreadsheet would run as a formula', () => {
    const levels = ['=1+1', 'a,b', 'say "x"\nand go', '@x'];
    const lines = toCsv(summarize(execution({ factors: { target: ['disk'], level: levels } })))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain(",'=1+1,");
    expect(lines[2]).toContain(',"a,b",');
    expect(lines[3]).toContain(',"say ""x"" and go",');
    expect(lines[4]).toContain(",'@x,");
  });
});
