/**
 * Whether the output of a tool may be believed, whoever made it: by what it says itself, and by what its owner says of
 * the run, of what was paid for, and of the host. A judgement is as good as what is known: nothing speaks against a
 * `sound` one, which is less than that it is right.
 */
import type { ToolResult } from '../../shapes/tool-result';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import { groupBy } from '../../shapes/group';
import { formatValue } from '../format';

/** From the worst to the best: that of a file is the worst that any of its runs has. */
export const JUDGEMENTS = ['impossible', 'doubtful', 'cannot tell', 'sound'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

export interface Said {
  /** The most of a metric that was paid for, in its unit; of all operations of a run together. */
  readonly entitled: Readonly<Record<string, number>>;
  /** The most that bursts give of a metric, in its unit; left out: nobody says. */
  readonly burst?: Readonly<Record<string, number>>;
  /** Options of the tool as they were meant, by its words. */
  readonly asked: Readonly<Record<string, string>>;
  /** Bytes of memory of the host. */
  readonly hostMemory?: number;
}

export interface Judged {
  readonly judgement: Judgement;
  /** What speaks against it, or what is not known. */
  readonly reasons: readonly string[];
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
/** Shorter measurements are of bursts and of caches that fill. */
const LEAST_SECONDS = 10;
const ORDERED = ['latency_p50', 'latency_p95', 'latency_p99', 'latency_p99_9'];

/** @param result as {@link Workload.parse} gives it */
export function judgeOutput(result: ToolResult, said: Said): Judged {
  const { runs } = result;
  const reasons = [
    ...ofFile(result),
    ...runs.flatMap((run) => ofRun(run, said, runs.length > 1)),
    ...overPaid(runs, said),
  ];
  const judgement = JUDGEMENTS.find((one) => reasons.some((reason) => reason.judgement === one)) ?? 'sound';
  const order = reasons.toSorted((a, b) => JUDGEMENTS.indexOf(a.judgement) - JUDGEMENTS.indexOf(b.judgement));
  return { judgement, reasons: [...new Set(order.map(({ text }) => text))] };
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
  if (run.observations.length === 0) return [];
  const { stated } = run;
  const load = loadOf(run);
  const named = (reasons: readonly Reason[]): readonly Reason[] =>
    several ? reasons.map(({ judgement, text }) => ({ judgement, text: `${run.label}: ${text}` })) : reasons;
  const ofTool =
    stated === undefined
      ? [
          {
            judgement: 'cannot tell' as const,
            text: 'how it was called is not read from the output of its tool: only its figures were looked at',
          },
        ]
      : [...inFlight(load, stated), ...fromMemory(stated, said), ...short(stated), ...asAsked(stated, said)];
  return named([...ordered(run), ...ofTool]);
}

/** What was asked of the storage: not the reads by which its tool verified what it had written. */
function loadOf(run: Run): Run {
  if (run.stated?.readBack !== true) return run;
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

/** What was paid for holds for all that ran at once: runs of a group are added up before. */
function overPaid(all: readonly Run[], said: Said): readonly Reason[] {
  const runs = all.filter(({ observations }) => observations.length > 0).map(loadOf);
  const groups = [...groupBy(runs, ({ group, label }) => group ?? label).values()];
  const metrics = new Set([...Object.keys(said.entitled), ...Object.keys(said.burst ?? {})]);
  return [...metrics].flatMap((metric): readonly Reason[] => {
    const held = groups.flatMap((group) => groupReasons(group, metric, said, all.length > 1));
    if (held.length > 0 || !runs.some(({ loose }) => loose === true)) return held;
    return unsure(runs, metric, said);
  });
}

function groupReasons(group: readonly Run[], metric: string, said: Said, several: boolean): readonly Reason[] {
  const who = several ? `${group.map(({ label }) => label).join(', ')}${group.length > 1 ? ' at once' : ''}: ` : '';
  const unit = figuresIn(group, metric)[0]?.unit;
  if (unit === undefined)
    return [{ judgement: 'cannot tell', text: `${who}it tells no ${metric} to hold against what was paid for` }];
  const loose = group.length > 1 && group.some((run) => run.loose === true);
  if (loose) return group.every((run) => held([run], metric, said) === null) ? unsure(group, metric, said) : alone();
  const found = held(group, metric, said);
  return found === null ? [] : [{ ...found, text: `${who}${found.text}` }];

  function alone(): readonly Reason[] {
    return group.flatMap((run) => groupReasons([run], metric, said, several));
  }
}

/** Who ran at once is not known: together they are above it, or they are not. */
function unsure(runs: readonly Run[], metric: string, said: Said): readonly Reason[] {
  const found = held(runs, metric, said);
  if (found === null) return [];
  const who = runs.map(({ label }) => label).join(', ');
  const text = `which of ${who} ran at once is not known by their options; if all of them did, ${found.text}`;
  return [{ judgement: 'cannot tell', text }];
}

/** Null where it is within what was paid for. */
function held(runs: readonly Run[], metric: string, { entitled, burst }: Said): Reason | null {
  const its = figuresIn(runs, metric);
  const [first] = its;
  if (first === undefined) return null;
  const sum = its.reduce((all, { value }) => all + value, 0);
  const [paid, most] = [entitled[metric], burst?.[metric]];
  const words = (value: number): string => formatValue(value, first.unit);
  const is = (value: number): string =>
    `${metric} is ${words(sum)}, ${(sum / value).toPrecision(3)} times the ${words(value)}`;
  if (most !== undefined && sum > OVER * Math.max(most, paid ?? 0)) {
    const why = 'a cache answered, data were never written, or another storage was measured';
    return { judgement: 'impossible', text: `${is(Math.max(most, paid ?? 0))} that bursts give at most: ${why}` };
  }
  if (paid === undefined || sum <= OVER * paid) return null;
  const why =
    most === undefined
      ? `a burst, a cache or data that were never written may explain it; \`--burst ${metric}=…\` says what bursts give`
      : `within the ${words(most)} of its bursts, and a load that lasts gets less`;
  return { judgement: 'doubtful', text: `${is(paid)} that were paid for: ${why}` };
}

function figuresIn(runs: readonly Run[], metric: string): Run['observations'] {
  return runs.flatMap(({ observations }) =>
    observations.filter((one) => one.metric === metric && ['value', 'mean'].includes(one.statistic)),
  );
}

/** Little's law: what is in flight is the rate times the latency. */
function inFlight({ observations }: Run, { inFlight: most }: Stated): readonly Reason[] {
  const rates = observations.filter(({ metric }) => metric === 'iops');
  const flying = rates.reduce((sum, { operation, value }) => {
    const latency = observations.find((one) => one.metric === 'latency_mean' && one.operation === operation);
    return sum + (value * (latency?.value ?? Number.NaN)) / 1e6;
  }, 0);
  if (most === null || rates.length === 0 || Number.isNaN(flying)) return [];
  const were = `${flying.toPrecision(3)} I/Os were in flight (IOPS × latency)`;
  if (flying > TOO_MANY * most)
    return [{ judgement: 'impossible', text: `${were}, and its options allow ${most}: rate or latency is wrong` }];
  if (most === 1 || flying >= FEW * most) return [];
  const text = `${were} of the ${most} that its options ask for: the host or its engine set the pace, not the storage`;
  return [{ judgement: 'doubtful', text }];
}

function fromMemory(
  { direct, workingBytes, flushed, options, zeros }: Stated,
  { hostMemory }: Said,
): readonly Reason[] {
  const found: Reason[] = [];
  const writes = /write|rw/.test(options['rw'] ?? options['readwrite'] ?? '');
  if (zeros && writes)
    found.push({ judgement: 'doubtful', text: 'it wrote zeros, which storage that compresses hardly stores' });
  if (direct) return found;
  const buffered = 'it went through the memory of the host (no `direct=1`)';
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

function short({ seconds }: Stated): readonly Reason[] {
  if (seconds >= LEAST_SECONDS || seconds === 0) return [];
  const text = `it measured for ${formatSeconds(seconds)}: bursts and filling caches last longer than that`;
  return [{ judgement: 'doubtful', text }];
}

/** Options as they were meant, against those that the run states. */
function asAsked({ options }: Stated, { asked }: Said): readonly Reason[] {
  return Object.entries(asked).flatMap(([name, meant]): Reason[] => {
    const found = options[name];
    if (found === undefined)
      return [{ judgement: 'cannot tell', text: `nothing in it says what \`${name}\` was; ${meant} was meant` }];
    return plain(found) === plain(meant)
      ? []
      : [{ judgement: 'doubtful', text: `it ran with ${name}=${found}, and ${name}=${meant} was meant` }];
  });
}

/** `4096`, `4k`, `4K` and `4KiB` are one to fio, and `60` is `60s`. */
function plain(text: string): string {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*(k|m|g|t)?(?:i?b)?$/i.exec(text.trim()) ?? [];
  if (digits !== undefined) return String(Number(digits) * 1024 ** ' kmgt'.indexOf((unit ?? ' ').toLowerCase()));
  return text
    .trim()
    .toLowerCase()
    .replace(/^(\d+)s$/, '$1');
}
