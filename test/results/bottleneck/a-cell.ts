/** A configuration with all facts about possible limits, for tests. */
import type { BottleneckInput } from '../../../lib/results/bottleneck/bottleneck';
import type { Measure } from '../../../lib/results/measures';
import { type LimitedRates, READ_AND_WRITE } from '../../../lib/shapes/metric';
import { listServerMetrics } from '../../../lib/shapes/server-metrics';
import type { Unit } from '../../../lib/shapes/observation';
import type { Reason, RoleUsage, TrialRow } from '../../../lib/shapes/verdict';

export const MB = 1e6;
const DATA: readonly LimitedRates[] = [
  {
    of: null,
    bytes: { metric: 'bandwidth', limit: 'bandwidth', moves: READ_AND_WRITE },
    operations: { metric: 'iops', limit: 'iops' },
  },
];

export function makeMeasure(
  metric: string,
  unit: Unit,
  centre: number | null,
  operation: string | null = 'read',
): Measure {
  const one = { n: 1, centre, mean: centre, min: centre, max: centre, cv: null, interval: null };
  return {
    metric,
    operation,
    statistic: 'value',
    unit,
    statistics: centre === null ? null : (one as unknown as Measure['statistics']),
    values: [],
  };
}

export function makeUsage(change: Partial<RoleUsage> = {}): RoleUsage {
  return { role: 'client', cpu: [0.2, 0.2, 0.2, 0.2], network: [MB, MB, MB, MB], delayedHosts: 0, ...change };
}

export function makeRow(uses: readonly RoleUsage[] | undefined, reasons: readonly Reason[] = []): TrialRow {
  return {
    trial: 't0001',
    started: null,
    ended: null,
    reasons,
    ...(uses === undefined ? {} : { usage: uses }),
  } as unknown as TrialRow;
}

/** An idle configuration of four c5n.9xlarge (50 Gbit/s) that uses half of its storage. */
export function makeCell(change: Partial<BottleneckInput> = {}): BottleneckInput {
  return {
    rows: [makeRow([makeUsage()])],
    measures: [makeMeasure('bandwidth', 'bytes/s', 500 * MB), makeMeasure('iops', 'ops/s', 5000)],
    provisioned: { bandwidth: 1000 * MB, iops: 20_000 },
    held: DATA,
    roles: [{ role: 'client', instanceType: 'c5n.9xlarge' }],
    local: false,
    ...change,
  };
}
export const makeRates = (bytes: number, operations = 5000): readonly Measure[] => [
  makeMeasure('bandwidth', 'bytes/s', bytes),
  makeMeasure('iops', 'ops/s', operations),
];
export const GIVEN = { metric: 'iops', rate: 8000, least: 0.95, by: 'rate' } as const;
export const makeRoles = (instanceType: string): BottleneckInput['roles'] => [{ role: 'client', instanceType }];

/** The changes of a row of `bottleneck.cases.json`. */
export interface Change extends Partial<Omit<BottleneckInput, 'measures' | 'rows' | 'servers'>> {
  readonly rates?: [bytes: number, operations?: number];
  readonly measures?: Parameters<typeof makeMeasure>[];
  readonly trials?: { readonly usage?: Partial<RoleUsage>[]; readonly reasons?: Reason[] }[];
  /** Kind of a target with server-side metrics. */
  readonly servers?: string;
}

export function makeInput({ rates: given, measures, trials, servers, ...rest }: Change): BottleneckInput {
  return makeCell({
    ...rest,
    ...(given === undefined ? {} : { measures: makeRates(...given) }),
    ...(measures === undefined ? {} : { measures: measures.map((one) => makeMeasure(...one)) }),
    ...(trials === undefined
      ? {}
      : { rows: trials.map(({ usage, reasons }) => makeRow(usage?.map(makeUsage), reasons)) }),
    ...(servers === undefined ? {} : { servers: listServerMetrics(servers) }),
  });
}
