/** Figures of documents for metrics: a document that replaces another one adds only what changed. */
import type { Figures, MetricName } from '../../shapes/deployment-metrics';
import type { Log } from '../context';

/** Writes metrics whose sums equal the last document. @param before of the replaced document; null for the first one */
export function writeChanges(now: Figures, before: Figures | null, log: Log): void {
  const changes = (Object.entries(now) as [MetricName, number][])
    .map(([name, value]) => [name, value - (before?.[name] ?? 0)] as const)
    .filter(([, change]) => before === null || change !== 0);
  log.writeMetrics?.(Object.fromEntries(changes));
}
