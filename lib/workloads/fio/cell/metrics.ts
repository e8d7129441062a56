/** Metrics of fio, the provisioned rates that limit them, and labels of its facts. */
import {
  type FactLabel,
  type LimitedRate,
  type LimitedRates,
  type LimitName,
  READ_AND_WRITE,
} from '../../../shapes/metric';
import type { OperationMetrics } from '../../plannable';
import metrics from '../../metrics.json';
import { COMMIT_METRICS, IO_METRICS } from '../../tools/io-metrics';
import { readFlushing } from '../options/flushes';
import { listDirections, isRandom } from '../options/operations';
import { getSetting } from '../options/options';
import { listSeriesMetrics, SERIES_STEP_SECONDS } from './series';
import { type CellParams, isMetadata, METADATA_OPERATION, type FileOpParams } from '../schema';

export const METRICS = { ...IO_METRICS, ...COMMIT_METRICS };

export const FIO_FACT_LABELS: Readonly<Record<string, FactLabel>> = metrics.fioFacts;

/** Mixes have separate metrics for reads and writes. fio prints metadata operations as reads or writes. */
export function listMetrics(params: CellParams): readonly OperationMetrics[] {
  const names = Object.keys(IO_METRICS);
  if (isMetadata(params)) {
    const metrics = names.filter((name) => name !== 'bandwidth');
    const operation = METADATA_OPERATION[params.ioengine] === 'write' ? 'write' : 'read';
    return [{ operation, metrics, series: { everySeconds: SERIES_STEP_SECONDS, metrics: listSeriesMetrics(params) } }];
  }
  const series = { everySeconds: SERIES_STEP_SECONDS, metrics: listSeriesMetrics(params) };
  return listDirections(params.rw).map((operation) => ({
    operation,
    metrics: pickMetrics(operation, (name) => getSetting(params, name)),
    series,
  }));
}

/** Metrics of one direction of a job. Writes that flush also have flush latencies. */
export function pickMetrics(operation: 'read' | 'write', option: Parameters<typeof readFlushing>[0]): string[] {
  const flushes = operation === 'write' && readFlushing(option) !== null;
  return Object.keys(flushes ? METRICS : IO_METRICS);
}

/** Provisioned limits: creates and deletes are limited, lookups are not. */
const FILE_LIMITS: Readonly<Record<FileOpParams['ioengine'], LimitName | null>> = {
  filecreate: 'metadataCreates',
  filedelete: 'metadataDeletes',
  filestat: null,
};

/** Limited rates; file operations move no data. */
export function listLimits(params: CellParams): readonly LimitedRates[] {
  if (isMetadata(params))
    return [{ of: null, bytes: null, operations: { metric: 'iops', limit: FILE_LIMITS[params.ioengine] } }];
  // Small sequential requests are merged, so only bytes are limited. Reads and writes of a mix run concurrently.
  const operations: LimitedRate = { metric: 'iops', limit: isRandom(params.rw) ? 'iops' : null };
  const moves = Object.fromEntries(listDirections(params.rw).map((one) => [one, READ_AND_WRITE[one]]));
  return [{ of: null, bytes: { metric: 'bandwidth', limit: 'bandwidth', moves }, operations }];
}
