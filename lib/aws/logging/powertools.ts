/** Log lines and metrics of functions on AWS, by Powertools. */
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Context as LambdaContext } from 'aws-lambda';
import { type Figures, type MetricName, METRICS, METRICS_NAMESPACE } from '../../shapes/deployment-metrics';
import type { Log } from '../context';

type Keys = Readonly<Record<string, unknown>>;
/** Writes one line of figures. */
export type MetricsWriter = (figures: Figures, keys: Keys) => void;

const logger = new Logger({ serviceName: 'fsxbench' });

/** Names function, request and cold start on the following log lines. */
export function enterCall(lambda: LambdaContext): void {
  logger.addContext(lambda);
}

/** @param keys of each line, in addition to those of Lambda's context */
export function makeLog(writeMetrics: MetricsWriter, keys: Keys = {}): Log {
  return {
    info: (message, details) => logger.info(message, { ...keys, ...details }),
    warn: (message, details) => logger.warn(message, { ...keys, ...details }),
    error: (message, details) => logger.error(message, { ...keys, ...details }),
    withKeys: (more) => makeLog(writeMetrics, { ...keys, ...more }),
    writeMetrics: (figures) => writeMetrics(figures, keys),
  };
}

/**
 * Writes figures in the embedded metric format, which CloudWatch reads from the log; one line for each set of
 * dimensions, with the execution of the keys as text.
 * @param readStack value of the dimension `stack`
 */
export function makeMetricsWriter(readStack: () => string, write: (line: string) => void): MetricsWriter {
  let metrics: Metrics | undefined;
  return (figures, { execution, experiment }) => {
    metrics ??= makeMetrics(readStack());
    const entries = Object.entries(figures) as [MetricName, number][];
    for (const isByExperiment of [false, true]) {
      const some = entries.filter(([name]) => METRICS[name].isByExperiment === isByExperiment);
      if (some.length === 0) continue;
      for (const [name, value] of some) metrics.addMetric(name, METRICS[name].unit, value);
      metrics.addDimensions({});
      if (isByExperiment && typeof experiment === 'string') metrics.addDimensions({ experiment });
      metrics.addMetadata('message', 'metrics');
      if (typeof execution === 'string') metrics.addMetadata('execution', execution);
      write(JSON.stringify(metrics.serializeMetrics()));
      metrics.clearMetrics();
      metrics.clearDimensions();
      metrics.clearMetadata();
    }
  };
}

function makeMetrics(stack: string): Metrics {
  const metrics = new Metrics({ namespace: METRICS_NAMESPACE });
  // Powertools adds the dimension `service`, with which each metric would have another name.
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions({ stack });
  return metrics;
}
