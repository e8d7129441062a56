import { findBottleneck } from '../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../lib/results/measures';
import { READ_AND_WRITE } from '../../../lib/shapes/metric';
import { listServerMetrics } from '../../../lib/shapes/server-metrics';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { type Change, makeCell, makeInput, GIVEN, MB, makeMeasure, makeRates, makeRow, makeUsage } from './a-cell';
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
  const busy = makeRow([makeUsage({ cpu: [0.99] })]);
  const quiet = makeRow([makeUsage({ cpu: [0.3] })]);
  expect(findBottleneck(makeCell({ rows: [busy, quiet, quiet] })).reached).toEqual([]);
  expect(findBottleneck(makeCell({ rows: [busy, busy, quiet] })).reached.map(({ resource }) => resource)).toEqual([
    'host CPU',
  ]);
});

it('names the phase of each rate when several share a provisioned limit', () => {
  const held = (['write', 'read'] as const).map((of) => ({
    of: [of],
    bytes: { metric: 'bandwidth', limit: 'bandwidth' as const, moves: READ_AND_WRITE[of] },
    operations: null,
  }));
  const measures = held.map(({ of: [name = ''] }) => makeMeasure('bandwidth', 'bytes/s', 490 * MB, name));
  const { text } = findBottleneck(makeCell({ held, measures, provisioned: { bandwidth: 500 * MB } }));
  expect(text.split('; ').map((one) => one.split(':')[0])).toEqual(['write, throughput', 'read, throughput']);
});

it('reports the offered load as the limit, and shares of other limits below it', () => {
  const { reached, below } = findBottleneck(
    makeCell({ load: GIVEN, provisioned: { iops: 8500 }, measures: makeRates(32 * MB, 7990) }),
  );
  expect(reached.map(({ resource }) => resource)).toEqual(['load']);
  expect(below[0]?.text).toBe('operations: 7.99k ops/s of 8.50k ops/s provisioned (94%)');
});

describe('CloudWatch metrics of file servers as limits', () => {
  const servers = listServerMetrics('fsx-ontap');
  const makePercentage = (name: string, centre: number): Measure => makeMeasure(name, '%', centre, null);
  const describeLimit = (...more: readonly Measure[]): string =>
    findBottleneck(makeCell({ servers, measures: [...makeRates(500 * MB), ...more] })).text;

  it('lists server limits above 90%, the nearest first', () => {
    expect(describeLimit(makePercentage('server_network', 93), makePercentage('server_cpu', 97.5))).toBe(
      'file server CPU: 97% in use; file server network: 93% in use',
    );
  });

  it('reports used-up credits of disk operations as the limit', () => {
    expect(describeLimit(makePercentage('server_iops_credits', 0.4))).toBe('disk operation credits: used up');
    expect(describeLimit(makePercentage('server_iops_credits', 40))).toMatch(/^not known: /);
  });

  it('lists a server metric at 60% among the limits that were not reached', () => {
    expect(describeLimit(makePercentage('server_cpu', 60))).toMatch(
      /^not known: no checked limit was reached \(file server CPU: 60% in use; throughput/,
    );
  });

  it('ignores a server metric at 180% of the provisioned rate, which comes from credits', () => {
    expect(describeLimit(makePercentage('server_network', 180))).toMatch(
      /^not known: file server network: 180% of the provisioned rate, from credits; no other .*\(throughput/,
    );
  });

  const findMissing = (window: Partial<TrialRow>, serversProblem: string | null): string | undefined =>
    findBottleneck(makeCell({ servers, rows: [{ ...makeRow([makeUsage()]), ...window }], serversProblem })).missing.at(
      -1,
    );
  const LONG = { started: '2026-03-02T09:00:00Z', ended: '2026-03-02T09:03:00Z' };
  const SHORT = { started: '2026-03-02T09:00:01Z', ended: '2026-03-02T09:03:59Z' };

  it('reports missing server metrics, with the reason: failed query or trials shorter than 3 minutes', () => {
    expect(findMissing(LONG, null)).toBe('server-side metrics');
    expect(findMissing(LONG, 'AccessDenied')).toBe('server-side metrics (the CloudWatch query failed: AccessDenied)');
    expect(findMissing(SHORT, 'AccessDenied')).toBe(
      'server-side metrics (trials of this configuration are shorter than 3 whole minutes)',
    );
  });
});
