/** Rehearses a spec, and keeps what its functions would log on AWS: lines of the logger, and metrics. */
import type { Log } from '../../../lib/aws/context';
import { makeMetricsWriter } from '../../../lib/aws/logging/powertools';
import { EXECUTION_QUERY } from '../../../lib/shapes/deployment-metrics';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { rehearse, type RehearsalOptions } from '../../../lib/twin/rehearsal/rehearse';

type Line = Readonly<Record<string, unknown>>;

/** The embedded metric format (CloudWatch guide, Specification: Embedded metric format). */
interface MetricsLine extends Line {
  readonly _aws: {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
    }[];
  };
}

export async function rehearseWithLogs(options: RehearsalOptions) {
  const lines: Line[] = [];
  const calls: CallRecord[] = [];
  let now = (): number => options.startedAt;
  const add = (line: Line): void => void lines.push({ '@timestamp': now(), ...line });
  const writeMetrics = makeMetricsWriter(
    () => 'fsxbench-local',
    (line) => add(JSON.parse(line) as Line),
  );
  const makeLog = (keys: Line): Log => {
    const write = (level: string) => (message: string, details?: object) =>
      add({ level, message, ...keys, ...details });
    return {
      info: write('INFO'),
      warn: write('WARN'),
      error: write('ERROR'),
      withKeys: (more) => makeLog({ ...keys, ...more }),
      writeMetrics: (figures) => writeMetrics(figures, keys),
    };
  };
  const found = await rehearse({
    ...options,
    log: makeLog({}),
    record: (call) => calls.push(call),
    observe: ({ clock, driver }) => {
      now = () => clock.now();
      return { hosts: driver, record: () => {}, onMessage: () => {}, complaints: () => Promise.resolve([]) };
    },
  });
  return { ...found, lines, calls };
}

/** Sums of a metric in CloudWatch over all time, by the dimensions of a query. */
export function sumMetric(lines: readonly Line[], name: string, dimensions: Readonly<Record<string, string>>): number {
  const keys = Object.keys(dimensions);
  return lines.filter(isMetricsLine).reduce((sum, line) => {
    const isAsked = line._aws.CloudWatchMetrics.some(
      ({ Namespace, Dimensions, Metrics }) =>
        Namespace === 'fsxbench' &&
        Metrics.some(({ Name }) => Name === name) &&
        Dimensions.some((one) => one.length === keys.length && one.every((key) => line[key] === dimensions[key])),
    );
    return isAsked ? sum + Number(line[name]) : sum;
  }, 0);
}

function isMetricsLine(line: Line): line is MetricsLine {
  return line['_aws'] !== undefined;
}

/** Answers the documented query as Logs Insights does. */
export function queryExecution(lines: readonly Line[], executionId: string): Line[] {
  const [fields = '', filter = '', sort = '', limit = ''] = EXECUTION_QUERY.replace('EXECUTION', executionId).split(
    '\n| ',
  );
  const [, key = '', value = ''] = /^filter (\w+) = '([^']+)'$/.exec(filter) ?? [];
  const columns = fields.replace('fields ', '').split(', ');
  if (sort !== 'sort @timestamp asc') throw new Error(`this answer sorts otherwise: ${sort}`);
  return lines
    .filter((line) => line[key] === value)
    .toSorted((a, b) => Number(a['@timestamp']) - Number(b['@timestamp']))
    .slice(0, Number(limit.replace('limit ', '')))
    .map((line) => Object.fromEntries(columns.map((column) => [column, line[column]])));
}
