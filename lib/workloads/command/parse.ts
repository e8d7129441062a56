/** Reads and judges `raw/results.txt`, in which a script writes one line `NAME VALUE` for each metric. */
import { isSummedRate, type Metric, type Metrics } from '../../shapes/metric';
import { cutText } from '../../shapes/printable';
import { formatSeconds, parseQuantity, QuantityError } from '../../shapes/quantity';
import type { ToolResult } from '../../shapes/tool-result';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, HostReading, Reading } from '../contract';
import { getFailureCode, createStatusMissing, judgeExit, judgeShortRun } from '../host-failures';
import { parseMetrics } from './declared-metrics';
import type { CommandParams } from './schema';

/** Shorter runs mostly measure process start-up. Also the largest difference between hosts that counts as none. */
const MIN_SECONDS = 1;

/** Measurement times of hosts that differ by at most this ratio count as equal. */
const MAX_WINDOW_RATIO = 1.05;

export const RESULTS_FILE = 'raw/results.txt';
/** Maximum file length: longer files are not metric lists. */
const MAX_CHARACTERS = 100_000;

const MAX_LISTED_PROBLEMS = 3;

/** Maximum value in the base unit of a metric: larger values are implausible, and their sums may overflow. */
const MAX_VALUE = 1e18;

/** Messages of errno that no script provokes on purpose (ENOSPC, EIO, EROFS, EDQUOT, ESTALE). */
const FAILED_IO =
  /No space left on device|Input\/output error|Read-only file system|Disk quota exceeded|Stale file handle/;
const LINE_PATTERN = /^([A-Za-z_][A-Za-z0-9_.-]{0,79})[\s=:]+(\S.*)$/;
const NUMBER_PATTERN = /^[+]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

export interface ScriptMetrics {
  readonly values: Readonly<Record<string, number>>;
  /** Invalid lines and missing metrics: the first few, then the number of the rest. */
  readonly problems: readonly string[];
  /** Undeclared names: the first few, then the number of the rest. */
  readonly others: readonly string[];
}

/** Never throws for bad content. Numbers are in the unit of their metric, but times may carry a unit: `12 ms`. */
export function readResults(text: string, metrics: Metrics): ScriptMetrics {
  if (text.length > MAX_CHARACTERS)
    return {
      values: {},
      problems: [`the file has ${text.length} characters (limit ${MAX_CHARACTERS})`],
      others: [],
    };
  const values = new Map<string, number>();
  const problems: string[] = [];
  const others = new Set<string>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = LINE_PATTERN.exec(line) ?? [];
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (name === '') problems.push(`line ${index + 1} is not \`NAME VALUE\`: ${cutText(line)}`);
    else if (metric === undefined) others.add(name);
    else if (values.has(name)) problems.push(`line ${index + 1} repeats ${name}`);
    else {
      const amount = parseAmount(value.trim(), metric);
      if (amount !== null && amount > MAX_VALUE)
        problems.push(`line ${index + 1}: ${name} is ${cutText(value)} (limit ${MAX_VALUE} ${metric.unit})`);
      else if (amount === null)
        problems.push(`line ${index + 1}: ${name} is ${cutText(value)}, which is not a value in ${metric.unit}`);
      else values.set(name, amount);
    }
  }
  const lacking = Object.keys(metrics).filter((name) => !values.has(name));
  if (lacking.length > 0 && problems.length === 0) problems.push(`the file has no line for ${lacking.join(', ')}`);
  return {
    values: Object.fromEntries(values),
    problems: cutList(problems, 'such lines'),
    others: cutList([...others], 'names'),
  };
}

function cutList(texts: readonly string[], what: string): readonly string[] {
  const more = texts.length - MAX_LISTED_PROBLEMS;
  return more > 0 ? [...texts.slice(0, MAX_LISTED_PROBLEMS), `and ${more} more ${what}`] : texts;
}

/** @returns null for an invalid amount; infinity if it has too many digits */
function parseAmount(text: string, { unit }: Metric): number | null {
  if (NUMBER_PATTERN.test(text)) return Number(text);
  try {
    return parseQuantity(unit, text);
  } catch (fault) {
    if (fault instanceof QuantityError) return null;
    throw fault;
  }
}

export function readHost(raw: HostRaw, params: CommandParams): HostReading {
  const { host, status } = raw;
  const file = raw.files.find(({ name }) => name === RESULTS_FILE);
  const none = { source: file?.source ?? null, figures: [], window: null };
  if (status === null) return { ...none, reasons: [createStatusMissing(host)] };
  // The verdict already reports why the script failed.
  if (status.rc !== 0) return { ...none, reasons: [] };
  if (file === undefined)
    return { ...none, reasons: [{ level: 'invalid', code: 'NoResult', text: `${host} has no ${RESULTS_FILE}` }] };
  const { values, problems, others } = readResults(file.text, parseMetrics({ metrics: params.metrics }));
  const said = (level: Reason['level'], code: string, text: string): Reason => ({
    level,
    code,
    text: `${host}: ${text}`,
  });
  const unknown = `${RESULTS_FILE} contains ${others.join(', ')}, which \`metrics\` does not declare`;
  const reasons = [
    ...problems.map((text) => said('invalid', 'MetricsUnreadable', `${RESULTS_FILE}: ${text}`)),
    ...(others.length === 0 ? [] : [said('note', 'UnknownMetric', unknown)]),
  ];
  if (problems.length > 0) return { ...none, reasons };
  const { started, ended } = status;
  return {
    source: file.source,
    figures: [{ operation: null, values, weight: 1, histograms: {} }],
    window: ended > started ? { from: started, to: ended } : null,
    reasons,
  };
}

const TOOL = 'command';

/** For `fsxbench parse`, which has no spec and therefore no units: returns names and bare numbers. */
export function parseOutput(text: string): ToolResult {
  const names = [...text.matchAll(/^\s*([a-z][a-z0-9_]{0,39})[\s=:]/gm)].map(([, name = '']) => name);
  const counted = { unit: 'count', better: 'higher', words: '', column: true, overHosts: 'sum' } as const;
  const { values, problems } = readResults(text, Object.fromEntries(names.map((name) => [name, counted])));
  const observations = Object.entries(values).map(([metric, value]) => ({
    metric,
    operation: null,
    statistic: 'value',
    unit: 'count' as const,
    value,
  }));
  const none = observations.length === 0 && problems.length === 0 ? ['it contains no metric'] : [];
  return {
    tool: TOOL,
    toolVersion: null,
    status: problems.length + none.length > 0 ? 'failed' : 'ok',
    problems: [...problems, ...none],
    runs: observations.length === 0 ? [] : [{ label: TOOL, observations }],
  };
}

/** Reasons of each host, then reasons from comparing hosts. */
export function judgeReading(
  { windows }: Reading,
  hosts: readonly HostRaw[],
  params: Pick<CommandParams, 'metrics'>,
): readonly Reason[] {
  return [...hosts.flatMap(judgeHost), ...judgeDurations(windows, params)];
}

/** Notes different run times of hosts. Does not scale rates: only the script knows the seconds behind a rate. */
function judgeDurations(windows: Reading['windows'], { metrics }: Pick<CommandParams, 'metrics'>): readonly Reason[] {
  const rates = Object.entries(parseMetrics({ metrics })).filter(([, metric]) => isSummedRate(metric));
  const lengths = windows.map(({ host, from, to }) => ({ host, seconds: to - from }));
  const [short, long] = [-1, 1].map((way) => lengths.toSorted((a, b) => way * (b.seconds - a.seconds))[0]);
  if (rates.length === 0 || short === undefined || long === undefined) return [];
  if (long.seconds <= Math.max(MAX_WINDOW_RATIO * short.seconds, short.seconds + MIN_SECONDS)) return [];
  const names = rates.map(([name]) => name).join(', ');
  const ends = [short, long].map(({ host, seconds }) => `${host} was done after ${formatSeconds(seconds)}`);
  const text = `${ends.join(', ')}: ${names} is the sum over hosts that ran for different times`;
  return [{ level: 'note', code: 'DurationsDiffer', text }];
}

function judgeHost(raw: HostRaw): readonly Reason[] {
  const { host, status, files } = raw;
  // `readHost` reports missing and unreadable files.
  if (status === null) return [];
  const { rc, started, ended, facts } = status;
  const { problem } = facts;
  if (rc !== 0 && problem !== undefined)
    return [{ level: 'invalid', code: getFailureCode(status), text: `${host}: ${problem}` }];
  if (rc !== 0) return judgeExit(raw, 'the script');
  const errors = files.find(({ name }) => name === 'raw/stderr.txt')?.text.split('\n') ?? [];
  const failed = errors.filter((line) => FAILED_IO.test(line));
  if (failed.length > 0) {
    const why = `${failed.length} lines of its errors report failed I/O, e.g. ${cutText(failed[0] ?? '')}`;
    return [{ level: 'suspect', code: 'ErrorLines', text: `${host}: the script succeeded, but ${why}` }];
  }
  return judgeShortRun(`${host}: the script`, ended - started, MIN_SECONDS, 'Give the script more work');
}
