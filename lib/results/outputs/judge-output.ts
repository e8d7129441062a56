/**
 * Whether the output of a tool may be believed, whoever made it: by what it says itself, and by what its owner says of
 * the run, of what was paid for, and of the host. A judgement is as good as what is known: nothing speaks against a
 * `sound` one, which is less than that it is right.
 */
import { MIN_PHASE_SECONDS, type ToolResult } from '../../shapes/tool-result';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import { groupBy } from '../../shapes/collections';
import { formatValue } from '../format';
import { type ToolRequest, compareOptions } from '../../workloads/tools/compare-options';
import { judgeJob } from './judge-job';

/** From the worst to the best: that of a file is the worst that any of its runs has. */
export const JUDGEMENTS = ['impossible', 'doubtful', 'cannot tell', 'sound'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

export interface OwnerClaims extends ToolRequest {
  /** The most of a metric that was paid for, in its unit; of all operations of a run together. */
  readonly provisioned: Readonly<Record<string, number>>;
  /** The most that bursts give of a metric, in its unit; left out: nobody says. */
  readonly burst?: Readonly<Record<string, number>>;
  /** Bytes of memory of the host. */
  readonly hostMemory?: number;
}

export interface JudgedOutput {
  readonly judgement: Judgement;
  /** What speaks against it, or what is not known. */
  readonly reasons: readonly string[];
  /** What speaks against nothing, and should be known of it. */
  readonly remarks: readonly string[];
}

interface OutputReason {
  readonly judgement: Judgement;
  readonly text: string;
}

type ToolRun = ToolResult['runs'][number];
type StatedRun = NonNullable<ToolRun['stated']>;

/** More than was paid for, beyond what clocks and rounding explain. */
const OVER_RATIO = 1.05;
/** More I/Os in flight than there can be, by Little's law. */
const IN_FLIGHT_MAX = 1.1;
/** Fewer: then something else than the storage set the pace. */
const IN_FLIGHT_MIN = 0.8;
/** Shorter ones may be of bursts and of caches that fill: a remark, since nothing here tells whether they are. */
const BURST_SECONDS = 10;
const PERCENTILES = ['p50', 'p95', 'p99', 'p99_9'];
const FAMILIES = ['latency', 'sync_latency'];

/** @param result as {@link Workload.parse} gives it */
export function judgeOutput(result: ToolResult, said: OwnerClaims): JudgedOutput {
  const { runs } = result;
  const reasons = [
    ...judgeFile(result),
    ...runs.flatMap((run) => judgeRun(run, said, runs.length > 1)),
    ...judgePaidRates(runs, said),
  ];
  const judgement = JUDGEMENTS.find((one) => reasons.some((reason) => reason.judgement === one)) ?? 'sound';
  const order = reasons.toSorted((a, b) => JUDGEMENTS.indexOf(a.judgement) - JUDGEMENTS.indexOf(b.judgement));
  const groups = new Set(runs.flatMap(({ group }) => group ?? [])).size;
  const inTurn = `its runs are of ${groups} groups, one after another: no sum and no mean of them is a rate`;
  const remarks = [
    ...(groups > 1 ? [inTurn] : []),
    ...runs.flatMap((run) => [...listRemarks(run, runs.length > 1), ...listShortRemarks(run, runs.length > 1)]),
  ];
  return { judgement, reasons: [...new Set(order.map(({ text }) => text))], remarks: [...new Set(remarks)] };
}

function judgeFile({ status, problems, doubts = [], impossible, runs }: ToolResult): readonly OutputReason[] {
  const found = problems.map((text): OutputReason => {
    if (impossible === true) return { judgement: 'impossible', text };
    return { judgement: status === 'failed' ? 'cannot tell' : 'doubtful', text };
  });
  const empty = runs.every(({ observations }) => observations.length === 0);
  if (empty && found.length === 0) return [{ judgement: 'cannot tell', text: 'it holds no figure' }];
  return [...found, ...doubts.map((text): OutputReason => ({ judgement: 'doubtful', text }))];
}

function judgeRun(run: ToolRun, said: OwnerClaims, several: boolean): readonly OutputReason[] {
  // Of one that failed its figures are no result, and nothing speaks for or against them.
  if (run.observations.length === 0 || run.failed === true) return [];
  const { stated } = run;
  const load = dropVerifyReads(run);
  const named = (reasons: readonly OutputReason[]): readonly OutputReason[] =>
    several ? reasons.map(({ judgement, text }) => ({ judgement, text: `${run.label}: ${text}` })) : reasons;
  const ofTool = stated === undefined ? judgeUnstated(run, said) : judgeStated(load, stated, said);
  return named([...judgePercentiles(run), ...ofTool]);
}

function judgeStated(load: ToolRun, stated: StatedRun, said: OwnerClaims): readonly OutputReason[] {
  return [
    ...judgeInFlight(load, stated),
    ...judgeDoubts(load, stated, said),
    ...judgeMemory(stated, said),
    ...compareOptions(stated, said),
  ];
}

function judgeUnstated({ job }: ToolRun, said: OwnerClaims): readonly OutputReason[] {
  return job === undefined
    ? [explainUnstated(said)]
    : [...judgeJob(job, said.hostMemory), ...compareOptions(job, said)];
}

function explainUnstated({ asked, hostMemory }: OwnerClaims): OutputReason {
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
function dropVerifyReads(run: ToolRun): ToolRun {
  if (run.stated?.readBack !== true) return run;
  return { ...run, observations: run.observations.filter(({ operation }) => operation !== 'read') };
}

/** A higher percentile is never lower. */
function judgePercentiles({ observations }: ToolRun): readonly OutputReason[] {
  const operations = [...new Set(observations.map(({ operation }) => operation))];
  const families = operations.flatMap((operation) => FAMILIES.map((family) => [operation, family] as const));
  return families.flatMap(([operation, family]): OutputReason[] => {
    const its = PERCENTILES.flatMap((point) =>
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
function judgePaidRates(all: readonly ToolRun[], { provisioned, burst = {} }: OwnerClaims): readonly OutputReason[] {
  const runs = all
    .filter(({ observations, failed }) => observations.length > 0 && failed !== true)
    .map(dropVerifyReads);
  const groups = [...groupBy(runs, (run) => (run.loose === true ? run.label : (run.group ?? run.label))).values()];
  return Object.keys({ ...provisioned, ...burst }).flatMap((metric) =>
    groups.flatMap((group) => {
      const at = group.length > 1 ? ' at once' : '';
      const who = all.length > 1 ? `${group.map(({ label }) => label).join(', ')}${at}: ` : '';
      const names = findMetricNames(metric, group);
      if (names.length === 0) {
        const text = `${who}it tells no ${metric} to hold against what was paid for`;
        return [{ judgement: 'cannot tell', text } as const];
      }
      const found = names.flatMap(
        (name) => judgeRate(group, name, { paid: provisioned[metric], most: burst[metric] }) ?? [],
      );
      return found.map(({ judgement, text }): OutputReason => ({ judgement, text: `${who}${text}` }));
    }),
  );
}

/** Of tools that write and read one after the other `bandwidth` is each of both. */
function findMetricNames(metric: string, runs: readonly ToolRun[]): readonly string[] {
  const names = [...new Set(runs.flatMap(({ observations }) => observations.map((one) => one.metric)))];
  return names.includes(metric) ? [metric] : names.filter((name) => name.endsWith(`_${metric}`));
}

/** Null where it is within what was paid for. */
function judgeRate(
  runs: readonly ToolRun[],
  metric: string,
  { paid, most }: { readonly paid: number | undefined; readonly most: number | undefined },
): OutputReason | null {
  const its = listFigures(runs, metric);
  const [first] = its;
  if (first === undefined) return null;
  const sum = its.reduce((all, { value }) => all + value, 0);
  const words = (value: number): string => formatValue(value, first.unit);
  const is = (value: number): string =>
    `${metric} is ${words(sum)}, ${(sum / value).toPrecision(3)} times the ${words(value)}`;
  if (most !== undefined && sum > OVER_RATIO * Math.max(most, paid ?? 0)) {
    const why = 'a cache answered, data were never written, or another storage was measured';
    return { judgement: 'impossible', text: `${is(Math.max(most, paid ?? 0))} that bursts give at most: ${why}` };
  }
  if (paid === undefined || sum <= OVER_RATIO * paid) return null;
  const why =
    most === undefined
      ? `a burst, a cache or data that were never written may explain it; \`--burst ${metric}=…\` says what bursts give`
      : `within the ${words(most)} of its bursts, and a load that lasts gets less`;
  return { judgement: 'doubtful', text: `${is(paid)} that were paid for: ${why}` };
}

function listFigures(runs: readonly ToolRun[], metric: string): ToolRun['observations'] {
  return runs.flatMap(({ observations }) =>
    observations.filter((one) => one.metric === metric && ['value', 'mean'].includes(one.statistic)),
  );
}

/** Little's law: what is in flight is the rate times the latency. */
function judgeInFlight({ observations }: ToolRun, { inFlight: most, pauses }: StatedRun): readonly OutputReason[] {
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
  if (flying > IN_FLIGHT_MAX * most)
    return [{ judgement: 'impossible', text: `${were}, and its options allow ${most}: rate or latency is wrong` }];
  if (most === 1 || pauses === true || flying >= IN_FLIGHT_MIN * most) return [];
  const text = `${were} of the ${most} that its options ask for: the host or its engine set the pace, not the storage`;
  return [{ judgement: 'doubtful', text }];
}

/** Measured ÷ paid for, from which a limit explains what was measured. */
const LIMIT_SHARE = 0.9;

/** Without those that are explained by what was meant, or paid for. */
function judgeDoubts(
  run: ToolRun,
  { doubts }: StatedRun,
  { asked, provisioned }: OwnerClaims,
): readonly OutputReason[] {
  const total = (metric: string): number => listFigures([run], metric).reduce((sum, { value }) => sum + value, 0);
  const isLimited = Object.entries(provisioned).some(([metric, paid]) => total(metric) >= LIMIT_SHARE * paid);
  return doubts.flatMap(({ text, unless = '', isLimit }): OutputReason[] =>
    Object.hasOwn(asked, unless) || (isLimit === true && isLimited) ? [] : [{ judgement: 'doubtful', text }],
  );
}

function judgeMemory(
  { direct, directReason = 'no `direct=1`', workingBytes, flushed, durable, options }: StatedRun,
  { hostMemory }: OwnerClaims,
): readonly OutputReason[] {
  const found: OutputReason[] = [];
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

function listRemarks({ stated, job, label, failed }: ToolRun, several: boolean): readonly string[] {
  if (failed === true) return [];
  return (stated?.remarks ?? job?.remarks ?? []).map((text) => (several ? `${label}: ${text}` : text));
}

/** What is so short that trials are doubted for it, its tool or `judgeJob` says: see `ShortRun`. */
function listShortRemarks({ stated, job, label, failed }: ToolRun, several: boolean): readonly string[] {
  // Of what is shorter `judgeJob` says more.
  const phases = Object.values(job?.seconds ?? {}).filter((value) => value >= MIN_PHASE_SECONDS);
  const seconds = stated?.seconds ?? (phases.length === 0 ? 0 : Math.min(...phases));
  if (seconds >= BURST_SECONDS || seconds === 0 || failed === true) return [];
  const whole = job === undefined ? 'it measured' : 'a phase of it lasted';
  const text = `${whole} for ${formatSeconds(seconds)}: bursts and filling caches last longer than that`;
  return [several ? `${label}: ${text}` : text];
}
