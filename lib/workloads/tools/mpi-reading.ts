/** What a host left of an MPI job: the leader its output, all others what they saw of themselves. */
import type { Metrics } from '../../shapes/metric';
import type { ToolResult } from '../../shapes/tool-result';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, HostReading, Reading } from '../contract';
import { hostsDiffer } from '../hosts-differ';
import { failureOf } from '../out-of-time';
import { type Called, otherOptions } from './as-asked';
import { failedOperation } from './mpi-output';

/** File systems that are memory: nothing lies behind a cache there. */
const MEMORY = new Set(['tmpfs', 'ramfs']);

/** What the tool and mpirun said beside its output. */
const STDERR = 'raw/stderr.txt';
/** Iterations of one job that differ by more were not of one storage: reserves, caches, or something stood still. */
const UNEVEN = 2;

/**
 * Of one phase of one iteration, in trials and in outputs that people bring: below, starting processes, opening files
 * and the barrier between phases decide. Bursts and caches last longer: of a trial servers and settings tell of them.
 */
export const LEAST_PHASE_SECONDS = 1;

/** How a kind reads its tool. */
export interface MpiTool {
  readonly output: string;
  readonly metrics: Metrics;
  parse(text: string): ToolResult;
}

/** Null on hosts that do not lead. */
export function outputOf(raw: HostRaw, { output }: Pick<MpiTool, 'output'>) {
  return raw.files.find(({ name }) => name === output) ?? null;
}

/** Never throws for bad content. */
export function readMpiHost(raw: HostRaw, tool: MpiTool): HostReading {
  const { host, status } = raw;
  const nothing = { source: null, figures: [], window: null };
  if (status === null) {
    const text = `${host} left no readable status.json: its script was killed, or its results were lost`;
    return { ...nothing, reasons: [{ level: 'invalid', code: 'StatusMissing', text }] };
  }
  const file = outputOf(raw, tool);
  // Where the tool failed, the verdict says so.
  if (file === null || status.rc !== 0) return { ...nothing, reasons: [] };
  const undone = failedOperation(raw.files.find(({ name }) => name === STDERR)?.text ?? '');
  if (undone !== '') {
    const text = `${host}: operations failed, and are counted as done: ${undone}`;
    return { ...nothing, ofAll: true, reasons: [{ level: 'invalid', code: 'OperationsFailed', text }] };
  }
  const { status: how, problems, runs } = tool.parse(file.text);
  const values = Object.fromEntries(
    (runs[0]?.observations ?? []).flatMap(({ metric, statistic, value }) =>
      statistic === 'mean' && Object.hasOwn(tool.metrics, metric) ? [[metric, value] as const] : [],
    ),
  );
  const said = problems.join('; ');
  if (how === 'failed' || runs.length !== 1 || Object.keys(values).length === 0) {
    const text = `${host}: ${tool.output} cannot be read: ${said === '' ? `it tells of ${runs.length} runs` : said}`;
    return { ...nothing, ofAll: true, reasons: [{ level: 'invalid', code: 'Unreadable', text }] };
  }
  return {
    source: file.source,
    figures: [{ operation: null, values, weight: 1, histograms: {} }],
    ofAll: true,
    window: { from: status.started, to: status.ended },
    reasons: [
      ...(how === 'ok' ? [] : [{ level: 'suspect' as const, code: 'ErrorLines', text: `${host}: ${said}` }]),
      ...uneven(runs[0]?.observations ?? [], Object.keys(values)),
    ],
  };
}

/** SUSPECT `UnevenIterations`, for each metric whose iterations are too far apart. */
function uneven(observations: ToolResult['runs'][number]['observations'], metrics: readonly string[]): Reason[] {
  return metrics.flatMap((metric): readonly Reason[] => {
    const of = (name: string): number =>
      observations.find((one) => one.metric === metric && one.statistic === name)?.value ?? Number.NaN;
    const [most, least] = [of('max'), of('min')];
    if (!(most > UNEVEN * least)) return [];
    const text =
      `${metric}: iterations of the job were ${(most / least).toPrecision(2)} times apart (from ` +
      `${Math.round(least)} to ${Math.round(most)}): their mean is of no one storage`;
    return [{ level: 'suspect', code: 'UnevenIterations', text, metrics: [metric] }];
  });
}

/** Reasons that both tools have: hosts that failed, a job without a result, hosts that are not alike. */
export function judgeMpiHosts(reading: Reading, hosts: readonly HostRaw[], tool: MpiTool): readonly Reason[] {
  const failed = hosts.flatMap(({ host, status }): readonly Reason[] => {
    if (status === null || status.rc === 0) return [];
    const why = status.facts['problem'] ?? 'it said nothing about why';
    const text = `${host}: its part of the job ended with exit code ${status.rc}: ${why}`;
    return [{ level: 'invalid', code: failureOf(status), text }];
  });
  const silent =
    failed.length === 0 && reading.reasons.length === 0 && hosts.every((raw) => outputOf(raw, tool) === null);
  const none: readonly Reason[] = silent
    ? [{ level: 'invalid', code: 'NoResult', text: `no host left ${tool.output}` }]
    : [];
  return [...failed, ...none, ...hostsDiffer(hosts, (raw) => raw, TRAITS)];
}

/** What must be the same on all hosts. */
const TRAITS: Readonly<Record<string, (raw: HostRaw) => string | undefined>> = {
  'type of file system': ({ status }) => status?.mount.type,
  'bundle of the tool': ({ status }) => status?.facts['bundle'],
};

/** INVALID `WrongResult` where the job was another one than was asked for; null where nothing tells of it. */
export function notAsAsked(
  host: string,
  found: Readonly<Record<string, number>> | null,
  asked: Readonly<Record<string, number>>,
): readonly Reason[] {
  const words = (of: Readonly<Record<string, number>>): string =>
    Object.keys(asked)
      .map((name) => `${of[name] ?? 'no'} ${name}`)
      .join(', ');
  if (found !== null && Object.entries(asked).every(([name, value]) => found[name] === value)) return [];
  const text =
    found === null
      ? `${host}: its output does not say what the job was; asked were ${words(asked)}`
      : `${host}: this is another result: ${words(found)}; asked were ${words(asked)}`;
  return [{ level: 'invalid', code: 'WrongResult', text }];
}

/** SUSPECT where the leader's tool says that it was called otherwise: see {@link otherOptions}. */
export function calledOtherwise(host: string, text: string, tool: MpiTool, called: Called): readonly Reason[] {
  return otherOptions(host, tool.parse(text).runs[0]?.job?.options ?? null, called);
}

/** Whether a memory lies between the processes and the storage that is no storage itself. */
export function hasCache({ status }: HostRaw): boolean {
  return !MEMORY.has(status?.mount.type ?? '');
}
