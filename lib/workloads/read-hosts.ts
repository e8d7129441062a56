/** Turns the results of all hosts of one attempt into observations: per host, and aggregated. */
import type { Distribution } from '../shapes/distribution';
import { ensure, FsxbenchError } from '../shapes/errors';
import { isSummedRate, type Metric, type Metrics, resolveMetrics } from '../shapes/metric';
import type { RawObservation } from '../shapes/observation';
import type { Reason } from '../shapes/verdict';
import type { HostFigures, HostRaw, HostReading, Reading, Window, Workload } from './contract';
import { hasEnoughSamples } from './histogram';
import { mergeFamily, aggregateHosts, combineSeries } from './aggregate-hosts';

interface HostResult extends HostReading {
  readonly raw: HostRaw;
}

/** Reads the measuring step. @throws FsxbenchError if a kind reports a metric that it does not declare */
export function readHosts<P>(
  workload: Pick<Workload<P>, 'kind' | 'metrics' | 'declared' | 'readHost' | 'duration'>,
  hosts: readonly HostRaw[],
  params: P,
): Reading {
  const { kind, readHost, duration } = workload;
  const metrics = resolveMetrics(workload, params as Readonly<Record<string, unknown>>);
  const read = hosts.map((raw): HostResult => ({ raw, ...readHost(raw, params) }));
  const named = Object.entries(metrics);
  for (const name of new Set(read.flatMap(({ figures }) => figures.flatMap(({ values }) => Object.keys(values)))))
    if (!Object.hasOwn(metrics, name))
      throw new FsxbenchError('Unexpected', `${kind} reports ${name}, which is not one of its metrics`);
  const leader = read.find(({ ofAll }) => ofAll === true);
  if (leader !== undefined) return readLeader(named, leader, read);
  const own = read.flatMap(({ raw, source, figures }) =>
    figures.flatMap((own) =>
      named.flatMap(([name, metric]) =>
        toObservations(
          name,
          metric,
          own.operation,
          dropIfSparse(metric, [own], own.values[name]),
          raw.host,
          ensure(source, `the file of ${raw.host}`),
        ),
      ),
    ),
  );
  // A sum over only some of the hosts is not a result of the fleet.
  const whole = read.length > 0 && read.every(({ figures }) => figures.length > 0);
  const added = duration(params).until === 'done' ? toCommonWindow(workload.metrics, read) : read;
  const operations = groupByOperation(whole ? added : []);
  const series = read.flatMap(({ raw, series: all = [] }) => all.map((one) => ({ ...one, host: raw.host })));
  return {
    observations: whole ? [...own, ...aggregateAll(named, operations, getCommonSource(read))] : own,
    windows: read.flatMap(({ raw, window }) => (window === null ? [] : [{ host: raw.host, ...window }])),
    series: whole ? [...series, ...combineSeries(series, read.length, metrics)] : series,
    distributions: listDistributions(named, operations),
    reasons: [...read.flatMap(({ reasons }) => reasons), ...judgeUnmerged(metrics, operations, read)],
  };
}

/** The leader of a job reports for all hosts, which share its window. */
function readLeader(
  named: readonly (readonly [string, Metric])[],
  leader: HostResult,
  read: readonly HostResult[],
): Reading {
  const { figures, window, source } = leader;
  // A host without a status may not have taken part, in which case the fleet was not measured.
  const whole = read.every(({ raw }) => raw.status !== null);
  const operations = groupByOperation([leader]);
  return {
    observations: whole && source !== null ? aggregateAll(named, operations, source) : [],
    distributions: whole ? listDistributions(named, operations) : [],
    windows:
      window === null || figures.length === 0
        ? []
        : read.flatMap(({ raw }) => (raw.status === null ? [] : [{ host: raw.host, ...window }])),
    series: [],
    reasons: read.flatMap(({ reasons }) => reasons),
  };
}

function toObservations(
  name: string,
  { unit, statistic }: Metric,
  operation: string | null,
  value: number | null | undefined,
  host: string,
  source: string,
): readonly RawObservation[] {
  return value === undefined || value === null
    ? []
    : [{ metric: name, operation, statistic: statistic ?? 'value', unit, value, host, source }];
}

/** Drops percentiles based on too few operations. */
function dropIfSparse(
  { percentile }: Metric,
  hosts: readonly HostFigures[],
  value: number | null | undefined,
): number | null | undefined {
  if (percentile === undefined) return value;
  const count = hosts.reduce((sum, { histograms, weight }) => sum + (histograms[percentile.of]?.count ?? weight), 0);
  return hasEnoughSamples(percentile.percent, count) ? value : null;
}

/**
 * Makes rates of a fixed amount of work additive: the work of each host divided by the time from the first start to the
 * last end. Hosts that finish at different times never reach the sum of their own rates.
 * @param metrics metrics of the kind; declared rates remain unchanged, as only their script knows how it measured them
 */
function toCommonWindow(metrics: Metrics, read: readonly HostResult[]): readonly HostResult[] {
  // If a host has no window, there is no sum; the trial reports it.
  if (read.some(({ window }) => window === null)) return read;
  const spans = new Map<string, TimeRange>();
  for (const one of read)
    for (const figure of one.figures)
      for (const name of Object.keys(figure.values)) {
        const { from, to } = getWindow(one, figure, name);
        const key = `${figure.operation ?? ''} ${name}`;
        const known = spans.get(key);
        spans.set(key, { from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) });
      }
  return read.map((one) => {
    const scaled = (figure: HostFigures) => (name: string, value: number) => {
      const [own, all] = [getWindow(one, figure, name), ensure(spans.get(`${figure.operation ?? ''} ${name}`), name)];
      const metric = metrics[name];
      if (metric === undefined || !isSummedRate(metric) || all.to <= all.from) return value;
      return (value * (own.to - own.from)) / (all.to - all.from);
    };
    const figures = one.figures.map((figure) => ({
      ...figure,
      values: Object.fromEntries(
        Object.entries(figure.values).map(([name, value]) => [name, scaled(figure)(name, value)]),
      ),
    }));
    return { ...one, figures };
  });
}

type TimeRange = Omit<Window, 'host'>;

function getWindow({ window, raw }: HostResult, { windows }: HostFigures, name: string): TimeRange {
  return windows?.[name] ?? ensure(window, `the window of ${raw.host}`);
}

type OperationFigures = ReadonlyMap<string | null, readonly HostFigures[]>;

function aggregateAll(
  named: readonly (readonly [string, Metric])[],
  operations: OperationFigures,
  source: string,
): RawObservation[] {
  return [...operations].flatMap(([operation, hosts]) =>
    named.flatMap(([name, metric]) =>
      toObservations(
        name,
        metric,
        operation,
        dropIfSparse(metric, hosts, aggregateHosts(name, metric, hosts)),
        'aggregate',
        source,
      ),
    ),
  );
}

function groupByOperation(read: readonly HostReading[]): OperationFigures {
  const found = new Map<string | null, HostFigures[]>();
  for (const one of read.flatMap(({ figures }) => figures)) {
    const before = found.get(one.operation);
    if (before === undefined) found.set(one.operation, [one]);
    else before.push(one);
  }
  return found;
}

/** One distribution for each operation and histogram family that all hosts report. */
function listDistributions(
  named: readonly (readonly [string, Metric])[],
  operations: OperationFigures,
): readonly Distribution[] {
  const families = new Map(named.flatMap(([, { percentile, unit }]) => (percentile ? [[percentile.of, unit]] : [])));
  return [...operations].flatMap(([operation, hosts]) =>
    [...families].flatMap(([of, unit]): readonly Distribution[] => {
      const merged = mergeFamily(of, hosts);
      return unit !== 'us' || merged === null ? [] : [{ of, operation, unit, ...merged.compact() }];
    }),
  );
}

/** The file of a single host, or else the folder of the attempt, which contains the files of all hosts. */
function getCommonSource(read: readonly HostResult[]): string {
  const [first, second] = read;
  const source = ensure(first?.source, 'the file that figures were read from');
  if (first === undefined || second === undefined) return source;
  const at = source.lastIndexOf(`${first.raw.host}/${first.raw.command}/`);
  return at < 0 ? source : source.slice(0, at);
}

/** NOTE `PercentilesNotMerged` for families for which a host has no histogram. */
function judgeUnmerged(metrics: Metrics, operations: OperationFigures, read: readonly HostResult[]): readonly Reason[] {
  const families = new Set(Object.values(metrics).flatMap(({ percentile }) => percentile?.of ?? []));
  return [...families].flatMap((family): Reason[] => {
    const points = Object.entries(metrics).filter(([, { percentile }]) => percentile?.of === family);
    const lost = [...operations.values()].some((hosts) =>
      points.some(
        ([name, metric]) =>
          hosts.some(({ values }) => values[name] !== undefined) && aggregateHosts(name, metric, hosts) === null,
      ),
    );
    if (!lost) return [];
    const without = read.filter(({ figures }) => figures.some(({ histograms }) => histograms[family] === undefined));
    const names = without.map(({ raw }) => raw.host).join(', ');
    const why = `${names} reported no histogram, and percentiles cannot be averaged`;
    const text = `no percentiles of ${family} over all hosts: ${why}`;
    return [{ level: 'note', code: 'PercentilesNotMerged', text }];
  });
}
