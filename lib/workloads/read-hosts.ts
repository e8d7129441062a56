/** From what each host left of one attempt to observations of each of them, and of all of them together. */
import type { Distribution } from '../shapes/distribution';
import { expected, FsxbenchError } from '../shapes/errors';
import { type Metric, type Metrics, metricsOfEntry } from '../shapes/metric';
import type { BareObservation } from '../shapes/observation';
import type { Reason } from '../shapes/verdict';
import type { HostFigures, HostRaw, HostReading, Reading, Window, Workload } from './contract';
import { tellsPercentile } from './histogram';
import { mergedOf, overHosts } from './over-hosts';
import { combineSeries } from './series';

interface HostRead extends HostReading {
  readonly raw: HostRaw;
}

/**
 * Reads the step that measures.
 * @throws Error where a kind gives a metric that it does not name
 */
export function readHosts<P>(
  workload: Pick<Workload<P>, 'kind' | 'metrics' | 'declared' | 'readHost' | 'duration'>,
  hosts: readonly HostRaw[],
  params: P,
): Reading {
  const { kind, readHost, duration } = workload;
  const metrics = metricsOfEntry(workload, params as Readonly<Record<string, unknown>>);
  const read = hosts.map((raw): HostRead => ({ raw, ...readHost(raw, params) }));
  const named = Object.entries(metrics);
  for (const name of new Set(read.flatMap(({ figures }) => figures.flatMap(({ values }) => Object.keys(values)))))
    if (!Object.hasOwn(metrics, name))
      throw new FsxbenchError('Unexpected', `${kind} gives ${name}, which is none of its metrics`);
  const teller = read.find(({ ofAll }) => ofAll === true);
  if (teller !== undefined) return toldForAll(named, teller, read);
  const own = read.flatMap(({ raw, source, figures }) =>
    figures.flatMap((own) =>
      named.flatMap(([name, metric]) =>
        observation(
          name,
          metric,
          own.operation,
          told(metric, [own], own.values[name]),
          raw.host,
          expected(source, `the file of ${raw.host}`),
        ),
      ),
    ),
  );
  // A sum over fewer hosts than were asked is no result of the fleet.
  const whole = read.length > 0 && read.every(({ figures }) => figures.length > 0);
  const added = duration(params).until === 'done' ? inOneTime(workload.metrics, read) : read;
  const operations = byOperation(whole ? added : []);
  const series = read.flatMap(({ raw, series: all = [] }) => all.map((one) => ({ ...one, host: raw.host })));
  return {
    observations: whole ? [...own, ...together(named, operations, sourceOfAll(read))] : own,
    windows: read.flatMap(({ raw, window }) => (window === null ? [] : [{ host: raw.host, ...window }])),
    series: whole ? [...series, ...combineSeries(series, read.length, metrics)] : series,
    distributions: distributionsOf(named, operations),
    reasons: [...read.flatMap(({ reasons }) => reasons), ...unmerged(metrics, operations, read)],
  };
}

/** One host tells for all, whose job it led: each of them was at it in the same window. */
function toldForAll(
  named: readonly (readonly [string, Metric])[],
  teller: HostRead,
  read: readonly HostRead[],
): Reading {
  const { figures, window, source } = teller;
  // Where a host is not known to have been there, it is not the fleet that was measured.
  const whole = read.every(({ raw }) => raw.status !== null);
  const operations = byOperation([teller]);
  return {
    observations: whole && source !== null ? together(named, operations, source) : [],
    distributions: whole ? distributionsOf(named, operations) : [],
    windows:
      window === null || figures.length === 0
        ? []
        : read.flatMap(({ raw }) => (raw.status === null ? [] : [{ host: raw.host, ...window }])),
    series: [],
    reasons: read.flatMap(({ reasons }) => reasons),
  };
}

function observation(
  name: string,
  { unit, statistic }: Metric,
  operation: string | null,
  value: number | null | undefined,
  host: string,
  source: string,
): readonly BareObservation[] {
  return value === undefined || value === null
    ? []
    : [{ metric: name, operation, statistic: statistic ?? 'value', unit, value, host, source }];
}

/** A percentile of too few operations is no figure of the storage: it is left out of the trial. */
function told(
  { percentile }: Metric,
  hosts: readonly HostFigures[],
  value: number | null | undefined,
): number | null | undefined {
  if (percentile === undefined) return value;
  const count = hosts.reduce((sum, { histograms, weight }) => sum + (histograms[percentile.of]?.count ?? weight), 0);
  return tellsPercentile(percentile.percent, count) ? value : null;
}

/**
 * Of a fixed work, figures that add up: the rates of each host become its work by the time in which all of them worked,
 * from the first start to the last end. Rates of hosts that ended at different times were never there at once.
 * @param metrics those of the kind: what a rate that a spec declares is made of, nobody but its script knows
 */
function inOneTime(metrics: Metrics, read: readonly HostRead[]): readonly HostRead[] {
  // Without a window of each host there is no sum: the trial says so.
  if (read.some(({ window }) => window === null)) return read;
  const spans = new Map<string, Span>();
  for (const one of read)
    for (const figure of one.figures)
      for (const name of Object.keys(figure.values)) {
        const { from, to } = windowOf(one, figure, name);
        const known = spans.get(name);
        spans.set(name, { from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) });
      }
  return read.map((one) => {
    const scaled = (figure: HostFigures) => (name: string, value: number) => {
      const [own, all] = [windowOf(one, figure, name), expected(spans.get(name), `the window of ${name}`)];
      return isRate(metrics[name]) && all.to > all.from ? (value * (own.to - own.from)) / (all.to - all.from) : value;
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

type Span = Omit<Window, 'host'>;

/** In which a metric was measured on a host. */
function windowOf({ window, raw }: HostRead, { windows }: HostFigures, name: string): Span {
  return windows?.[name] ?? expected(window, `the window of ${raw.host}`);
}

function isRate(metric: Metric | undefined): boolean {
  return metric?.overHosts === 'sum' && metric.unit.endsWith('/s');
}

/** By operation the hosts that did it. */
type Operations = ReadonlyMap<string | null, readonly HostFigures[]>;

function together(
  named: readonly (readonly [string, Metric])[],
  operations: Operations,
  source: string,
): BareObservation[] {
  return [...operations].flatMap(([operation, hosts]) =>
    named.flatMap(([name, metric]) =>
      observation(name, metric, operation, told(metric, hosts, overHosts(name, metric, hosts)), 'aggregate', source),
    ),
  );
}

function byOperation(read: readonly HostReading[]): Operations {
  const found = new Map<string | null, HostFigures[]>();
  for (const one of read.flatMap(({ figures }) => figures)) {
    const before = found.get(one.operation);
    if (before === undefined) found.set(one.operation, [one]);
    else before.push(one);
  }
  return found;
}

/** One for each operation and family of percentiles that all hosts left a histogram of. */
function distributionsOf(
  named: readonly (readonly [string, Metric])[],
  operations: Operations,
): readonly Distribution[] {
  const families = new Map(named.flatMap(([, { percentile, unit }]) => (percentile ? [[percentile.of, unit]] : [])));
  return [...operations].flatMap(([operation, hosts]) =>
    [...families].flatMap(([of, unit]): readonly Distribution[] => {
      const merged = mergedOf(of, hosts);
      return unit !== 'us' || merged === null ? [] : [{ of, operation, unit, ...merged.compact() }];
    }),
  );
}

/** The file of the only host; else the folder of the attempt: the figures come from the files of all hosts in it. */
function sourceOfAll(read: readonly HostRead[]): string {
  const [first, second] = read;
  const source = expected(first?.source, 'the file that figures were read from');
  if (first === undefined || second === undefined) return source;
  const at = source.lastIndexOf(`${first.raw.host}/${first.raw.command}/`);
  return at < 0 ? source : source.slice(0, at);
}

/** Percentiles come from histograms or not at all. */
function unmerged(metrics: Metrics, operations: Operations, read: readonly HostRead[]): readonly Reason[] {
  const families = new Set(Object.values(metrics).flatMap(({ percentile }) => percentile?.of ?? []));
  return [...families].flatMap((family): Reason[] => {
    const points = Object.entries(metrics).filter(([, { percentile }]) => percentile?.of === family);
    const lost = [...operations.values()].some((hosts) =>
      points.some(
        ([name, metric]) =>
          hosts.some(({ values }) => values[name] !== undefined) && overHosts(name, metric, hosts) === null,
      ),
    );
    if (!lost) return [];
    const without = read.filter(({ figures }) => figures.some(({ histograms }) => histograms[family] === undefined));
    const names = without.map(({ raw }) => raw.host).join(', ');
    const text = `no percentiles of ${family} over all hosts: ${names} left no histogram, and they cannot be averaged`;
    return [{ level: 'note', code: 'PercentilesNotMerged', text }];
  });
}
