import { findBottleneck } from '../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../lib/results/measures';
import { listServerMetrics } from '../../../lib/shapes/server-metrics';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { type Change, cell, makeInput, GIVEN, MB, measure, rates, row, use } from './a-cell';
import cases from './bottleneck.cases.json';

type Row = [what: string, change: Change, line: string];

it.each([...cases.known, ...cases.knownWithCredits] as Row[])('names the limit: %s', (_, change, line) =>
  expect(findBottleneck(makeInput(change)).text).toBe(line),
);

it.each([...cases.unknown, ...cases.unknownWithCredits] as Row[])(
  'reports the limit as not known: %s',
  (_, change, line) => {
    const found = findBottleneck(makeInput(change));
    expect(found.text).toBe(line);
    expect(found.reached).toEqual([]);
  },
);

it('uses the median trial, so that one trial with a busy host CPU is ignored', () => {
  const busy = row([use({ cpu: [0.99] })]);
  const quiet = row([use({ cpu: [0.3] })]);
  expect(findBottleneck(cell({ rows: [busy, quiet, quiet] })).reached).toEqual([]);
  expect(findBottleneck(cell({ rows: [busy, busy, quiet] })).reached.map(({ resource }) => resource)).toEqual([
    'host CPU',
  ]);
});

it('reports the offered load as the limit, and shares of other limits below it', () => {
  const { reached, below } = findBottleneck(
    cell({ load: GIVEN, provisioned: { iops: 8500 }, measures: rates(32 * MB, 7990) }),
  );
  expect(reached.map(({ resource }) => resource)).toEqual(['load']);
  expect(below[0]?.text).toBe('operations: 7.99k ops/s of 8.50k ops/s provisioned (94%)');
});

describe('CloudWatch metrics of file servers as limits', () => {
  const servers = listServerMetrics('fsx-ontap');
  const told = (name: string, centre: number): Measure => measure(name, '%', centre, null);
  const line = (...more: readonly Measure[]): string =>
    findBottleneck(cell({ servers, measures: [...rates(500 * MB), ...more] })).text;

  it('lists server limits above 90%, the nearest first', () => {
    expect(line(told('server_network', 93), told('server_cpu', 97.5))).toBe(
      'file server CPU: 97% in use; file server network: 93% in use',
    );
  });

  it('reports used-up credits of disk operations as the limit', () => {
    expect(line(told('server_iops_credits', 0.4))).toBe('disk operation credits: used up');
    expect(line(told('server_iops_credits', 40))).toMatch(/^not known: /);
  });

  it('lists a server metric at 60% among the limits that were not reached', () => {
    expect(line(told('server_cpu', 60))).toMatch(
      /^not known: no checked limit was reached \(file server CPU: 60% in use; throughput/,
    );
  });

  it('ignores a server metric at 180% of the provisioned rate, which comes from credits', () => {
    expect(line(told('server_network', 180))).toMatch(
      /^not known: file server network: 180% of the provisioned rate, from credits; no other .*\(throughput/,
    );
  });

  const lacking = (window: Partial<TrialRow>, serversProblem: string | null): string | undefined =>
    findBottleneck(cell({ servers, rows: [{ ...row([use()]), ...window }], serversProblem })).missing.at(-1);
  const LONG = { started: '2026-03-02T09:00:00Z', ended: '2026-03-02T09:03:00Z' };
  const SHORT = { started: '2026-03-02T09:00:01Z', ended: '2026-03-02T09:03:59Z' };

  it('reports missing server metrics, with the reason: failed query or trials shorter than 3 minutes', () => {
    expect(lacking(LONG, null)).toBe('server-side metrics');
    expect(lacking(LONG, 'AccessDenied')).toBe('server-side metrics (the CloudWatch query failed: AccessDenied)');
    expect(lacking(SHORT, 'AccessDenied')).toBe(
      'server-side metrics (trials of this configuration are shorter than 3 whole minutes)',
    );
  });
});
