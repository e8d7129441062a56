/**
 * Whether the output of a tool may be believed, whoever made it: by what it says itself, and by what its owner says of
 * the run, of what was paid for, and of the host. A judgement is as good as what is known: nothing speaks against a
 * `sound` one, which is less than that it is right.
 */
import { LEAST_PHASE_SECONDS, type ToolResult } from '../../shapes/tool-result';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import { groupBy } from '../../shapes/group';
import { formatValue } from '../format';
import { type Asked, asAsked } from '../../workloads/tools/as-asked';
import { ofJob } from './judge-job';

/** From the worst to the best: that of a file is the worst that any of its runs has. */
export const JUDGEMENTS = ['impossible', 'doubtful', 'cannot tell', 'sound'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

export interface Said extends Asked {
  /** The most of a metric that was paid for, in its unit; of all operations of a run together. */
  readonly provisioned: Readonly<Record<string, number>>;
  /** The most that bursts give of a metric, in its unit; left out: nobody says. */
  readonly burst?: Readonly<Record<string, number>>;
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
/** Shorter ones may be of bursts and of caches that fill: a remark, since nothing here tells whether they are. */
const BURST_SECONDS = 10;
const ORDERED = ['p50', 'p95', 'p99', 'p99_9'];
const FAMILIES = ['latency', 'sync_latency'];

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
  const groups = new Set(runs.flatMap(({ group }) => group ?? [])).size;
  const inTurn = `its runs are of ${groups} groups, one after another: no sum and no mean of them is a rate`;
  const remarks = [
    ...(groups > 1 ? [inTurn] : []),
    ...runs.flatMap((run) => [...listRemarks(run, runs.length > 1), ...short(run, runs.length > 1)]),
  ];
  return { judgement, reasons: [...new Set(order.map(({ text }) => text))], remarks: [...new Set(remarks)] };
}

function ofFile({ status, problems, doubts = [], impossible, runs }: ToolResult): readonly Reason[] {
  const found = problems.map((text): Reason => {
    if (impossible === true) return { judgement: 'impossible', text };
    return { judgement: status === 'failed' ? 'cannot tell' : 'doubtful', text };
  });
  const empty = runs.every(({ observations }) => observations.length === 0);
  if (empty && found.length === 0) return [{ judgement: 'cannot tell', text: 'it holds no figure' }];
  return [...found, ...doubts.map((text): Reason => ({ judgement: 'doubtful', text }))];
}

function ofRun(run: Run, said: Said, several: boolean): readonly Reason[] {
  // Of one that failed its figures are no result, and nothing speaks for or against them.
  if (run.observations.length === 0 || run.failed === true) return [];
  const { stated } = run;
  const load = loadOf(run);
  const named = (reasons: readonly Reason[]): readonly Reason[] =>
    several ? reasons.map(({ judgement, text }) => ({ judgement, text: `${run.label}: ${text}` })) : reasons;
  const ofTool = stated === undefined ? ofUnstated(run, said) : ofStated(load, stated, said);
  return named([...ordered(run), ...ofTool]);
}

function ofStated(load: Run, stated: Stated, said: Said): readonly Reason[] {
  return [
    ...inFlight(load, stated),
    ...ofDoubts(load, stated, said),
    ...fromMemory(stated, said),
    ...asAsked(stated, said),
  ];
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
function loadOf(run: Run): Run {
  if (run.stated?.readBack !== true) return run;
  return { ...run, observations: run.observations.filter(({ operation }) => operation !== 'read') };
}

/** A higher percentile is never lower. */
function ordered({ observations }: Run): readonly Reason[] {
  const operations = [...new Set(observations.map(({ operation }) => operation))];
  const families = operations.flatMap((operation) => FAMILIES.map((family) => [operation, family] as const));
  return families.flatMap(([operation, family]): Reason[] => {
    const its = ORDERED.flatMap((point) =>
      observations.filter((one) => one.metric === `${family}_${point}` && one.operation === operation),
    );
    const wrong = its.find((one, index) => index > 0 && one.value < (its[index - 1]?.value ?? 0));
    if (wrong === undefined) return [];
    const text = `${operation ?? 'its'} ${wrong.metric} is lower than a lower percentile: no distribution has that`;
    return [{ judgement: 'impossible', text }];
  });
}

/**
 * What was paid for holds for all that ran at once: runs of a group are added up before, but for those that may have
 * begun at other times by their options.
 */
function overPaid(all: readonly Run[], { provisioned, burst = {} }: Said): readonly Reason[] {
  const runs = all.filter(({ observations, failed }) => observations.length > 0 && failed !== true).map(loadOf);
  const groups = [...groupBy(runs, (run) => (run.loose === true ? run.label : (run.group ?? run.label))).values()];
  return Object.keys({ ...provisioned, ...burst }).flatMap((metric) =>
    groups.flatMap((group) => {
      const at = group.length > 1 ? ' at once' : '';
      const who = all.length > 1 ? `${group.map(({ label }) => label).join(', ')}${at}: ` : '';
      const names = namesIn(metric, group);
      if (names.length === 0) {
        const text = `${who}it tells no ${metric} to hold against what was paid for`;
        return [{ judgement: 'cannot tell', text } as const];
      }
      const found = names.flatMap(
        (name) => held(group, name, { paid: provisioned[metric], most: burst[metric] }) ?? [],
      );
      return found.map(({ judgement, text }): Reason => ({ judgement, text: `${who}${text}` }));
    }),
  );
}

/** Of tools that write and read one after the other `bandwidth` is each of both. */
function namesIn(metric: string, runs: readonly Run[]): readonly string[] {
  const names = [...new Set(runs.flatMap(({ observations }) => observations.map((one) => one.metric)))];
  return names.includes(metric) ? [metric] : names.filter((name) => name.endsWith(`_${metric}`));
}

/** Null where it is within what was paid for. */
function held(
  runs: readonly Run[],
  metric: string,
  { paid, most }: { readonly paid: number | undefined; readonly most: number | undefined },
): Reason | null {
  const its = figuresIn(runs, metric);
  const [first] = its;
  if (first === undefined) return null;
  const sum = its.reduce((all, { value }) => all + value, 0);
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
function inFlight({ observations }: Run, { inFlight: most, pauses }: Stated): readonly Reason[] {
  const rates = observations.filter(({ metric }) => metric === 'iops');
  const flying = rates.reduce((sum, { operation, value }) => {
    const latency = observations.find((one) => one.metric === 'latency_mean' && one.operation === operation);
    return sum + (value * (latency?.value ?? Number.NaN)) / 1e6;
  }, 0);
  if (most === null || rates.length === 0) return [];
  if (Number.isNaN(flying)) {
    const text = 'it has no latency (`gtod_reduce`, `disable_lat`): how many I/Os were in flight is not known';
    return [{ judgement: 'cannot tell', text }];
  }
  const were = `${flying.toPrecision(3)} I/Os were in flight (IOPS × latency)`;
  if (flying > TOO_MANY * most)
    return [{ judgement: 'impossible', text: `${were}, and its options allow ${most}: rate or latency is wrong` }];
  if (most === 1 || pauses === true || flying >= FEW * most) return [];
  const text = `${were} of the ${most} that its options ask for: the host or its engine set the pace, not the storage`;
  return [{ judgement: 'doubtful', text }];
}

/** Measured ÷ paid for, from which a limit explains what was measured. */
const AT_LIMIT = 0.9;

/** Without those that are explained by what was meant, or paid for. */
function ofDoubts(run: Run, { doubts }: Stated, { asked, provisioned }: Said): readonly Reason[] {
  const total = (metric: string): number => figuresIn([run], metric).reduce((sum, { value }) => sum + value, 0);
  const isLimited = Object.entries(provisioned).some(([metric, paid]) => total(metric) >= AT_LIMIT * paid);
  return doubts.flatMap(({ text, unless = '', isLimit }): Reason[] =>
    Object.hasOwn(asked, unless) || (isLimit === true && isLimited) ? [] : [{ judgement: 'doubtful', text }],
  );
}

function fromMemory(
  { direct, directReason = 'no `direct=1`', workingBytes, flushed, durable, options }: Stated,
  { hostMemory }: Said,
): readonly Reason[] {
  const found: Reason[] = [];
  const writes = /write|rw/.test(options['rw'] ?? options['readwrite'] ?? '');
  if (direct !== false || durable === true) return found;
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

function listRemarks({ stated, job, label, failed }: Run, several: boolean): readonly string[] {
  if (failed === true) return [];
  return (stated?.remarks ?? job?.remarks ?? []).map((text) => (several ? `${label}: ${text}` : text));
}

/** What is so short that trials are doubted for it, its tool or `ofJob` says: see `ShortRun`. */
function short({ stated, job, label, failed }: Run, several: boolean): readonly string[] {
  // Of what is shorter `ofJob` says more.
  const phases = Object.values(job?.seconds ?? {}).filter((value) => value >= LEAST_PHASE_SECONDS);
  const seconds = stated?.seconds ?? (phases.length === 0 ? 0 : Math.min(...phases));
  if (seconds >= BURST_SECONDS || seconds === 0 || failed === true) return [];
  const whole = job === undefined ? 'it measured' : 'a phase of it lasted';
  const text = `${whole} for ${formatSeconds(seconds)}: bursts and filling caches last longer than that`;
  return [several ? `${label}: ${text}` : text];
}
