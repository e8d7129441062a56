/** Compares the output files of one sweep: what no single file can show. */
import { groupBy, sumAll } from '../../shapes/collections';
import type { ToolResult } from '../../shapes/tool-result';
import { formatValue } from '../format';

/** A rate is common if it differs by less, while the I/Os in flight differ by more. Chosen. */
const LIMITS = { files: 3, rate: 1.06, inFlight: 4 };
/** Doubts about the client, which explain a common rate. */
const CLIENT_DOUBTS = ['busy', 'submission', 'pauses', 'rate', 'inFlight'];

interface Point {
  readonly kind: string;
  readonly rate: number;
  readonly inFlight: number;
}

/** Remarks on all files together: a rate that no queue depth changes is a maximum or a limit. */
export function compareOutputs(results: readonly ToolResult[]): readonly string[] {
  const groups = groupBy(results.flatMap(toPoint), ({ kind }) => kind);
  return [...groups].flatMap(([kind, points]) => {
    const [rates, flying] = [points.map(({ rate }) => rate), points.map((one) => one.inFlight)];
    const [low, high] = [Math.min(...rates), Math.max(...rates)];
    const [few, many] = [Math.min(...flying), Math.max(...flying)];
    if (points.length < LIMITS.files || high > LIMITS.rate * low || many < LIMITS.inFlight * few) return [];
    const which = 'the maximum of the storage, a link or a provisioned limit';
    const range = `${formatValue(low, 'bytes/s')} to ${formatValue(high, 'bytes/s')}`;
    const depths = `${few.toPrecision(3)} to ${many.toPrecision(3)}`;
    return [`${points.length} files with ${depths} I/Os in flight reach ${range} (${kind}): ${which} set the rate`];
  });
}

/** Empty for files with several runs, or whose client or options set the rate. */
function toPoint({ runs: [run, other] }: ToolResult): readonly Point[] {
  const stated = run?.stated;
  if (run === undefined || other !== undefined || stated === undefined || stated.inFlight === null) return [];
  if (stated.doubts.some(({ code }) => CLIENT_DOUBTS.includes(code))) return [];
  const find = (metric: string) => run.observations.filter((one) => one.metric === metric);
  const rate = sumAll(find('bandwidth').map(({ value }) => value));
  const inFlight = sumAll(
    find('iops').map(({ operation, value }) => {
      const latency = find('latency_mean').find((one) => one.operation === operation)?.value ?? Number.NaN;
      return (value * latency) / 1e6;
    }),
  );
  const operations = find('bandwidth').map(({ operation }) => operation ?? '');
  return rate > 0 && inFlight > 0 ? [{ kind: operations.join(' and '), rate, inFlight }] : [];
}
