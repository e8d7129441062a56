/**
 * Whether the output of a tool may be believed, whoever made it: by what it says itself, and by what its owner says of
 * the run, of what was paid for, and of the host. A judgement is as good as what is known: nothing speaks against a
 * `sound` one, which is less than that it is right.
 */
import type { ToolResult } from '../../shapes/tool-result';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import { formatValue } from '../format';
import { type Asked, asAsked } from './as-asked';
import { ofJob } from './judge-job';

/** From the worst to the best: that of a file is the worst that any of its runs has. */
export const JUDGEMENTS = ['impossible', 'doubtful', 'cannot tell', 'sound'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

export interface Said extends Asked {
  /** The most of a metric that was paid for, in its unit; of all operations of a run together. */
  readonly entitled: Readonly<Record<string, number>>;
  /** Bytes of memory of the host. */
  readonly hostMemory?: number;
}

export interface Judged {
  readonly judgement: Judgement;
  /** What speaks against it, or what is not known. */
  readonly reasons: readonly string[];
  /** What speaks against nothing, and should be known of it. */
  readonly remarks: readonly string[];
}

interface Reason {
  readonly judgement: Judgement;
  readonly text: string;
}

type Run = ToolResult['runs'][number];
type Stated = NonNullable<Run['stated']>;

/** More than was paid for, beyond what clocks and rounding explain. */
const OVER = 1.05;
/** More I/Os in flight than there can be, by Little's law. */
const TOO_MANY = 1.1;
/** Fewer: then something else than the storage set the pace. */
const FEW = 0.8;
/** Shorter measurements may be of bursts and of caches that fill. */
const BURST_SECONDS = 10;
const ORDERED = ['latency_p50', 'latency_p95', 'latency_p99', 'latency_p99_9'];

/** @param result as {@link Workload.parse} gives it */
export function judgeOutput(result: ToolResult, said: Said): Judged {
  const reasons = [...ofFile(result), ...result.runs.flatMap((run) => ofRun(run, said, result.runs.length > 1))];
  const judgement = JUDGEMENTS.find((one) => reasons.some((reason) => reason.judgement === one)) ?? 'sound';
  const order = reasons.toSorted((a, b) => JUDGEMENTS.indexOf(a.judgement) - JUDGEMENTS.indexOf(b.judgement));
  const remarks = result.runs.flatMap((run) => short(run, result.runs.length > 1));
  return { judgement, reasons: [...new Set(order.map(({ text }) => text))], remarks: [...new Set(remarks)] };
}

function ofFile({ status, problems, impossible, runs }: ToolResult): readonly Reason[] {
  const found = problems.map((text): Reason => {
    if (impossible === true) return { judgement: 'impossible', text };
    return { judgement: status === 'failed' ? 'cannot tell' : 'doubtful', text };
  });
  const empty = runs.every(({ observations }) => observations.length === 0);
  return empty && found.length === 0 ? [{ judgement: 'cannot tell', text: 'it holds no figure' }] : found;
}

function ofRun(run: Run, said: Said, several: boolean): readonly Reason[] {
  // Of one that failed its figures are no result, and nothing speaks for or against them.
  if (run.observations.length === 0 || run.failed === true) return [];
  const { stated } = run;
  const load = stated?.readBack === true ? withoutReads(run) : run;
  const named = (reasons: readonly Reason[]): readonly Reason[] =>
    several ? reasons.map(({ judgement, text }) => ({ judgement, text: `${run.label}: ${text}` })) : reasons;
  const ofTool = stated === undefined ? ofUnstated(run, said) : ofStated(load, stated, said);
  return named([...ordered(run), ...overEntitled(load, said), ...ofTool]);
}

function ofStated(load: Run, stated: Stated, said: Said): readonly Reason[] {
  return [...inFlight(load, stated), ...fromMemory(stated, said), ...asAsked(stated, said)];
}

function ofUnstated({ job }: Run, said: Said): readonly Reason[] {
  return job === undefined ? [untold(said)] : [...ofJob(job, said.hostMemory), ...asAsked(job, said)];
}

function untold({ asked, hostMemory }: Said): Reason {
  const options = [
    ...(Object.keys(asked).length === 0 ? [] : ['`--asked`']),
    ...(hostMemory === undefined ? [] : ['`--host-memory`']),
  ];
  const left =
    options.length === 0 ? '' : `; ${options.join(' and ')} ${options.length > 1 ? 'were' : 'was'} not compared`;
  const text = `how it was called is not read from the output of its tool: only its figures were looked at${left}`;
  return { judgement: 'cannot tell', text };
}

/** What was asked of the storage: not the reads by which its tool verified what it had written. */
function withoutReads(run: Run): Run {
  return { ...run, observations: run.observations.filter(({ operation }) => operation !== 'read') };
}

/** A higher percentile is never lower. */
function ordered({ observations }: Run): readonly Reason[] {
  return [...new Set(observations.map(({ operation }) => operation))].flatMap((operation): Reason[] => {
    const its = ORDERED.flatMap((metric) =>
      observations.filter((one) => one.metric === metric && one.operation === operation),
    );
    const wrong = its.find((one, index) => index > 0 && one.value < (its[index - 1]?.value ?? 0));
    if (wrong === undefined) return [];
    const text = `${operation ?? 'its'} ${wrong.metric} is lower than a lower percentile: no distribution has that`;
    return [{ judgement: 'impossible', text }];
  });
}

function overEntitled({ observations }: Run, { entitled }: Said): readonly Reason[] {
  return Object.entries(entitled).flatMap(([metric, most]): Reason[] => {
    const its = observations.filter((one) => one.metric === metric && ['value', 'mean'].includes(one.statistic));
    const [first] = its;
    if (first === undefined)
      return [{ judgement: 'cannot tell', text: `it tells no ${metric} to hold against what was paid for` }];
    const sum = its.reduce((all, { value }) => all + value, 0);
    if (sum <= OVER * most) return [];
    const text =
      `${metric} is ${formatValue(sum, first.unit)}, ${(sum / most).toPrecision(3)} times the ` +
      `${formatValue(most, first.unit)} that were paid for: a cache answered, data were never written, credits were ` +
      'spent, or another storage was measured';
    return [{ judgement: 'impossible', text }];
  });
}

/** Little's law: what is in flight is the rate times the latency. */
function inFlight({ observations }: Run, { inFlight: most, pauses }: Stated): readonly Reason[] {
  const rates = observations.filter(({ metric }) => metric === 'iops');
  const flying = rates.reduce((sum, { operation, value }) => {
    const latency = observations.find((one) => one.metric === 'latency_mean' && one.operation === operation);
    return sum + (value * (latency?.value ?? Number.NaN)) / 1e6;
  }, 0);
  if (most === null || rates.length === 0 || Number.isNaN(flying)) return [];
  const were = `${flying.toPrecision(3)} I/Os were in flight (IOPS × latency)`;
  if (flying > TOO_MANY * most)
    return [{ judgement: 'impossible', text: `${were}, and its options allow ${most}: rate or latency is wrong` }];
  if (most === 1 || pauses === true || flying >= FEW * most) return [];
  const text = `${were} of the ${most} that its options ask for: the host or its engine set the pace, not the storage`;
  return [{ judgement: 'doubtful', text }];
}

function fromMemory(
  { direct, directReason = 'no `direct=1`', workingBytes, flushed, options, thinData }: Stated,
  { hostMemory }: Said,
): readonly Reason[] {
  const found: Reason[] = [];
  const writes = /write|rw/.test(options['rw'] ?? options['readwrite'] ?? '');
  if (thinData !== null && writes) {
    const text = `${thinData}: storage that compresses, or finds what repeats, stores less than that`;
    found.push({ judgement: 'doubtful', text });
  }
  if (direct !== false) return found;
  const buffered = `it went through the memory of the host (${directReason})`;
  if (workingBytes === null || hostMemory === undefined) {
    const lacks = workingBytes === null ? 'how large its files were' : 'how much memory the host has (`--host-memory`)';
    found.push({ judgement: 'cannot tell', text: `${buffered}, and nothing says ${lacks}` });
  } else if (workingBytes < 2 * hostMemory) {
    const fits = `${formatBytes(workingBytes)} of files, on a host with ${formatBytes(hostMemory)}`;
    found.push({
      judgement: 'doubtful',
      text: `${buffered}, which may have answered: ${fits}; 2 times as much are needed`,
    });
  }
  if (writes && !flushed)
    found.push({
      judgement: 'doubtful',
      text: `${buffered}, and what it wrote was not flushed in its time (\`end_fsync=1\`)`,
    });
  return found;
}

/** Shorter than what trials are doubted for, its own tool says: see `ShortRun`. */
function short({ stated, label, failed }: Run, several: boolean): readonly string[] {
  const seconds = stated?.seconds ?? 0;
  if (seconds >= BURST_SECONDS || seconds === 0 || failed === true) return [];
  const text = `it measured for ${formatSeconds(seconds)}: bursts and filling caches last longer than that`;
  return [several ? `${label}: ${text}` : text];
}
