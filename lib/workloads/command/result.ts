/** `raw/results.txt`, what a script says of itself, a line `NAME VALUE` for each metric: read, and judged. */
import type { Metric, Metrics } from '../../shapes/metric';
import { formatSeconds, parseQuantity, QuantityError } from '../../shapes/quantity';
import type { ToolResult } from '../../shapes/tool-result';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, HostReading, Reading } from '../contract';
import { getFailureCode, toStatusMissing, judgeExit } from '../host-failures';
import { parseMetrics } from './declared-metrics';
import type { CommandParams } from './schema';

/** Under a second, starting the script decides; and so it does where ends lie less apart. */
const MIN_SECONDS = 1;

/** Windows of hosts that differ by less were one time. */
const MAX_WINDOW_RATIO = 1.05;

export const OUTPUT_FILE = 'raw/results.txt';
/** More was never meant as a list of a few metrics. */
const MAX_CHARACTERS = 100_000;

/** A file of something else is one mistake, not one for each of its lines. */
const MAX_LISTED = 3;

/** In the base unit of a metric; more was never measured, and sums of it are infinite. */
const MAX_VALUE = 1e18;

const LINE = /^([A-Za-z_][A-Za-z0-9_.-]{0,79})[\s=:]+(\S.*)$/;
const NUMBER = /^[+]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** What was read: values by name, and what speaks against them. */
export interface ScriptMetrics {
  readonly values: Readonly<Record<string, number>>;
  /** Lines that cannot be taken, metrics that lack: the first few, and how many more there are. */
  readonly problems: readonly string[];
  /** Names that nobody declared: the first few, and how many more there are. */
  readonly others: readonly string[];
}

/** Never throws for bad content. A bare number is in the unit of its metric; `12 ms` is taken where a time is meant. */
export function readResults(text: string, metrics: Metrics): ScriptMetrics {
  if (text.length > MAX_CHARACTERS)
    return {
      values: {},
      problems: [`it has ${text.length} characters; at most ${MAX_CHARACTERS} are read`],
      others: [],
    };
  const values = new Map<string, number>();
  const problems: string[] = [];
  const others = new Set<string>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (name === '') problems.push(`line ${index + 1} is no \`NAME VALUE\`: ${cutText(line)}`);
    else if (metric === undefined) others.add(name);
    else if (values.has(name)) problems.push(`line ${index + 1} tells ${name} again`);
    else {
      const amount = parseAmount(value.trim(), metric);
      if (amount !== null && amount > MAX_VALUE)
        problems.push(`line ${index + 1}: ${name} is ${cutText(value)}; at most ${MAX_VALUE} ${metric.unit} are taken`);
      else if (amount === null)
        problems.push(`line ${index + 1}: ${name} is ${cutText(value)}, which is no ${metric.unit}`);
      else values.set(name, amount);
    }
  }
  const lacking = Object.keys(metrics).filter((name) => !values.has(name));
  if (lacking.length > 0 && problems.length === 0) problems.push(`nothing tells ${lacking.join(', ')}`);
  return {
    values: Object.fromEntries(values),
    problems: cutList(problems, 'such lines'),
    others: cutList([...others], 'names'),
  };
}

function cutList(texts: readonly string[], what: string): readonly string[] {
  const more = texts.length - MAX_LISTED;
  return more > 0 ? [...texts.slice(0, MAX_LISTED), `and ${more} more ${what}`] : texts;
}

/** Null for what is no amount of the unit; infinite where there are too many digits. */
function parseAmount(text: string, { unit }: Metric): number | null {
  if (NUMBER.test(text)) return Number(text);
  try {
    return parseQuantity(unit, text);
  } catch (fault) {
    if (fault instanceof QuantityError) return null;
    throw fault;
  }
}

/** What a script wrote, fit for a line of ours. */
function cutText(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}

/** Figures, window and problems of one host. */
export function readHost(raw: HostRaw, params: CommandParams): HostReading {
  const { host, status } = raw;
  const file = raw.files.find(({ name }) => name === OUTPUT_FILE);
  const none = { source: file?.source ?? null, figures: [], window: null };
  if (status === null) return { ...none, reasons: [toStatusMissing(host)] };
  // Where the script failed, the verdict already says why there is nothing.
  if (status.rc !== 0) return { ...none, reasons: [] };
  if (file === undefined)
    return { ...none, reasons: [{ level: 'invalid', code: 'NoResult', text: `${host} left no ${OUTPUT_FILE}` }] };
  const { values, problems, others } = readResults(file.text, parseMetrics({ metrics: params.metrics }));
  const said = (level: Reason['level'], code: string, text: string): Reason => ({
    level,
    code,
    text: `${host}: ${text}`,
  });
  const unknown = `${OUTPUT_FILE} tells ${others.join(', ')}, which \`metrics\` does not declare`;
  const reasons = [
    ...problems.map((text) => said('invalid', 'MetricsUnreadable', `${OUTPUT_FILE}: ${text}`)),
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

/** For `fsxbench parse`: names and numbers as they stand, since only a spec says what they are. */
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
  const none = observations.length === 0 && problems.length === 0 ? ['it tells no metric'] : [];
  return {
    tool: TOOL,
    toolVersion: null,
    status: problems.length + none.length > 0 ? 'failed' : 'ok',
    problems: [...problems, ...none],
    runs: observations.length === 0 ? [] : [{ label: TOOL, observations }],
  };
}

/** Host by host, and what is to be said of all of them together. */
export function judge(
  { windows }: Reading,
  hosts: readonly HostRaw[],
  params: Pick<CommandParams, 'metrics'>,
): readonly Reason[] {
  return [...hosts.flatMap(judgeHost), ...judgeDurations(windows, params)];
}

/** What a script calls a rate is left as it is: only it knows of which of its seconds. */
function judgeDurations(windows: Reading['windows'], { metrics }: Pick<CommandParams, 'metrics'>): readonly Reason[] {
  const rates = Object.entries(parseMetrics({ metrics })).filter(([, metric]) => isSummedRate(metric));
  const lengths = windows.map(({ host, from, to }) => ({ host, seconds: to - from }));
  const [short, long] = [-1, 1].map((way) => lengths.toSorted((a, b) => way * (b.seconds - a.seconds))[0]);
  if (rates.length === 0 || short === undefined || long === undefined) return [];
  if (long.seconds <= Math.max(MAX_WINDOW_RATIO * short.seconds, short.seconds + MIN_SECONDS)) return [];
  const names = rates.map(([name]) => name).join(', ');
  const ends = [short, long].map(({ host, seconds }) => `${host} was done after ${formatSeconds(seconds)}`);
  const text =
    `${ends.join(', ')}: ${names} of all hosts were added up as they stand, and what comes of it may never have been ` +
    'there at once';
  return [{ level: 'note', code: 'DurationsDiffer', text }];
}

function isSummedRate({ unit, overHosts }: Metric): boolean {
  return overHosts === 'sum' && unit.endsWith('/s');
}

function judgeHost(raw: HostRaw): readonly Reason[] {
  const { host, status } = raw;
  // What is missing or unreadable is said by the reading.
  if (status === null) return [];
  const { rc, started, ended, facts } = status;
  const { problem } = facts;
  // Where the host says how it ended, that is the whole of it.
  if (rc !== 0 && problem !== undefined)
    return [{ level: 'invalid', code: getFailureCode(status), text: `${host}: ${problem}` }];
  if (rc !== 0) return judgeExit(raw, 'the script');
  if (ended - started >= MIN_SECONDS) return [];
  const text = `${host}: the script was over after ${formatSeconds(ended - started)}: give it more to do`;
  return [{ level: 'suspect', code: 'ShortRun', text }];
}
