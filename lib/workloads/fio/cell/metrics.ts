/** What fio measures, what holds it, and what a reader must know of it. */
import {
  type FactLabel,
  type LimitedRate,
  type LimitedRates,
  type LimitName,
  READ_AND_WRITE,
} from '../../../shapes/metric';
import type { OperationMetrics } from '../../contract';
import metrics from '../../metrics.json';
import { COMMIT_METRICS, IO_METRICS } from '../../tools/io-metrics';
import { readFlushing } from '../options/flushes';
import { directionsIn, isRandom } from '../options/operations';
import { getSetting } from '../options/options';
import { seriesMetrics, STEP_SECONDS } from './series';
import { type CellParams, isMetadata, METADATA_OPERATION, type FileOpParams } from '../schema';

/** By name, as of all reads and writes. */
export const METRICS = { ...IO_METRICS, ...COMMIT_METRICS };

/** Facts that its scripts report. */
export const FACT_WORDS: Readonly<Record<string, FactLabel>> = metrics.fioFacts;

/** Reads and writes of a mix are told apart; engines of files print what they do as the direction they work in. */
export function listMetrics(params: CellParams): readonly OperationMetrics[] {
  const names = Object.keys(IO_METRICS);
  if (isMetadata(params)) {
    const metrics = names.filter((name) => name !== 'bandwidth');
    const operation = METADATA_OPERATION[params.ioengine] === 'write' ? 'write' : 'read';
    return [{ operation, metrics, series: { everySeconds: STEP_SECONDS, metrics: seriesMetrics(params) } }];
  }
  const series = { everySeconds: STEP_SECONDS, metrics: seriesMetrics(params) };
  return directionsIn(params.rw).map((operation) => ({
    operation,
    metrics: pickMetrics(operation, (name) => getSetting(params, name)),
    series,
  }));
}

/** Of a direction of a job, by its options: writes that wait until they are durable give the latency of that. */
export function pickMetrics(operation: 'read' | 'write', option: Parameters<typeof readFlushing>[0]): string[] {
  const flushes = operation === 'write' && readFlushing(option) !== null;
  return Object.keys(flushes ? METRICS : IO_METRICS);
}

/** What is paid for are creates and deletes: looking files up has no limit of its own. */
const FILE_LIMITS: Readonly<Record<FileOpParams['ioengine'], LimitName | null>> = {
  filecreate: 'metadataCreates',
  filedelete: 'metadataDeletes',
  filestat: null,
};

/** Operations on files move no data. */
export function limits(params: CellParams): readonly LimitedRates[] {
  if (isMetadata(params))
    return [{ of: null, bytes: null, operations: { metric: 'iops', limit: FILE_LIMITS[params.ioengine] } }];
  // Small requests that follow each other reach the disks as few large ones: only their bytes are held to account.
  // Reads and writes of a mix are done at once.
  const operations: LimitedRate = { metric: 'iops', limit: isRandom(params.rw) ? 'iops' : null };
  return [{ of: null, bytes: { metric: 'bandwidth', limit: 'bandwidth', moves: READ_AND_WRITE }, operations }];
}
