/**
 * Metrics of the `database` workload: I/O figures under load, and times and rates of phases that process whole
 * databases.
 */
import type { LimitedRates, Metric } from '../../shapes/metric';
import type { OperationMetrics } from '../plannable';
import { IO_METRICS, TIMED_METRICS } from '../tools/io-metrics';
import { pickStepSeconds } from '../fio/job-file/series';
import { LATENCY_METRIC } from '../steadiness';
import { toJobFile } from './job-file';
import { type DatabaseParams, hasPhases, DATABASE_PHASES } from './schema';

export const DATABASE_METRICS = { ...IO_METRICS, ...TIMED_METRICS } satisfies Readonly<Record<string, Metric>>;

/** Metrics of database reads and writes together. */
export const RATE_METRICS = ['iops', 'bandwidth'] as const;
const PHASE_MOVES = { create: 'written', copy: 'both', checksum: 'read' } as const;

/** Metrics of database reads, database writes, both together (`db`), and log writes. */
export function listMetrics(params: DatabaseParams): readonly OperationMetrics[] {
  if (hasPhases(params)) {
    const metrics = Object.keys(TIMED_METRICS);
    return params.phases.map((operation) => ({ operation, metrics }));
  }
  // Long steps keep the logs of long loads small.
  const everySeconds = pickStepSeconds(toJobFile(params));
  const over = (metrics: readonly string[]): Pick<OperationMetrics, 'series'> => ({
    series: { everySeconds, metrics },
  });
  const all = Object.keys(IO_METRICS);
  return [
    { operation: 'db', metrics: RATE_METRICS, ...over(RATE_METRICS) },
    ...['db-read', 'db-write', 'log-write'].map((operation) => ({
      operation,
      metrics: all,
      ...over([...RATE_METRICS, LATENCY_METRIC]),
    })),
  ];
}

/** Databases and log share a limit. Phases on whole databases run in succession, so each has its own limit. */
export function listLimits(params: DatabaseParams): readonly LimitedRates[] {
  if (hasPhases(params))
    return DATABASE_PHASES.filter((phase) => params.phases.includes(phase)).map((phase) => {
      const bytes = { metric: 'throughput', limit: 'bandwidth', moves: PHASE_MOVES[phase] } as const;
      return { of: [phase], bytes, operations: null };
    });
  const moves = { 'db-read': 'read', 'db-write': 'written', 'log-write': 'written' } as const;
  const bytes = { metric: 'bandwidth', limit: 'bandwidth', moves } as const;
  return [{ of: ['db', 'log-write'], bytes, operations: { metric: 'iops', limit: 'iops' } }];
}
