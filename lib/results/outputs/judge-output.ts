/** Judges tool output by content and its owner's claims. `sound`: no known fact contradicts it, not that it is true. */
import { MIN_PHASE_SECONDS, type ToolResult } from '../../shapes/tool-result';
import { formatBytes, formatSeconds } from '../../shapes/quantity';
import { groupBy } from '../../shapes/collections';
import { formatValue } from '../format';
import { type ToolRequest, compareOptions } from '../../workloads/tools/compare-options';
import { judgeJob } from './judge-job';

/** From worst to best. A file gets the worst judgement of its runs. */
export const JUDGEMENTS = ['impossible', 'doubtful', 'undecided', 'sound'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

export interface OwnerClaims extends ToolRequest {
  /** Provisioned rate by metric, in the unit of the metric, for the sum of all operations of a run. */
  readonly provisioned: Readonly<Record<string, number>>;
  /** Burst rate by metric, in the unit of the metric; absent: unknown. */
  readonly burst?: Readonly<Record<string, number>>;
  /** Memory of the host, bytes. */
  readonly hostMemory?: number;
}

export interface JudgedOutput {
  readonly judgement: Judgement;
  /** Contradictions, and facts that are unknown. */
  readonly reasons: readonly string[];
  /** Remarks for readers that contradict nothing. */
  readonly remarks: readonly string[];
}

interface OutputReason {
  readonly judgement: Judgement;
  readonly text: string;
}

type ToolRun = ToolResult['runs'][number];
type StatedRun = NonNullable<ToolRun['stated']>;

/** Ratio to the provisioned rate above which clock errors and rounding cannot explain the excess. */
const OVER_RATIO = 1.05;
/** Ratio to the maximum number of I/Os in flight above which Little's law is violated. */
const IN_FLIGHT_MAX = 1.1;
/** In shorter runs, bursts or filling caches may explain the rate, so these runs get a remark. */
const SHORT_RUN_SECONDS = 10;
const PERCENTILES = ['p50', 'p95', 'p99', 'p99_9'];
const PERCENTILE_FAMILIES = ['latency', 'sync_latency', 'publish_latency', 'end_to_end_latency'];

/** @param result as {@link Workload.parse} returns it */
export function judgeOutput(result: ToolResult, said: OwnerClaims): JudgedOutput {
  const { runs } = result;
  const ofRuns = runs.map((run) => ({ label: run.label, reasons: judgeRun(run, said) }));
  const counts = new Map<string, number>();
  for (const { reasons: own } of ofRuns)
    for (const text of new Set(own.map((one) => one.text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isCommon = ({ text }: OutputReason): boolean => counts.get(text) === runs.length;
  const reasons = [
    ...judgeFile(result),
    ...ofRuns.flatMap(({ label, reasons: own }) =>
      own.map((one) => (isCommon(one) ? one : { ...one, text: `${label}: ${one.text}` })),
    ),
    ...judgeGroupRates(runs, said),
  ];
  const judgement = JUDGEMENTS.find((one) => reasons.some((reason) => reason.judgement === one)) ?? 'sound';
  const order = reasons.toSorted((a, b) => JUDGEMENTS.indexOf(a.judgement) - JUDGEMENTS.indexOf(b.judgement));
  const groups = new Set(runs.flatMap(({ group }) => group ?? [])).size;
  const inTurn =
    `its runs are of ${groups} groups that followed each other (\`stonewall\`, or several calls of the tool): ` +
    'their rates cannot be added or averaged';
  const isLate = runs.length > 1 && groups <= 1 && runs.some(({ loose }) => loose === true);
  const late = 'some runs may have begun later than others (`startdelay`, `wait_for`): their rates cannot be added';
  const remarks = [
    ...(groups > 1 ? [inTurn] : []),
    ...(isLate ? [late] : []),
    ...runs.flatMap((run) => [...listRemarks(run, runs.length > 1), ...listShortRemarks(run, runs.length > 1)]),
  ];
  return { judgement, reasons: [...new Set(order.map(({ text }) => text))], remarks: [...new Set(remarks)] };
}

function judgeFile({ status, problems, doubts = [], impossible, runs }: ToolResult): readonly OutputReason[] {
  // The judgement of a run contains why its options are unknown.
  const others = problems.filter((text) => runs.every(({ unstated }) => unstated !== text));
  const found = others.map((text): OutputReason => {
    if (impossible === true) return { judgement: 'impossible', text };
    return { judgement: status === 'failed' ? 'undecided' : 'doubtful', text };
  });
  const empty = runs.every(({ observations }) => observations.length === 0);
  if (empty && found.length === 0) return [{ judgement: 'undecided', text: 'it contains no figures' }];
  return [...found, ...doubts.map((text): OutputReason => ({ judgement: 'doubtful', text }))];
}

function judgeRun(run: ToolRun, said: OwnerClaims): readonly OutputReason[] {
  // Figures of a failed run are meaningless.
  if (run.observations.length === 0 || run.failed === true) return [];
  const { stated } = run;
  const load = dropVerifyReads(run);
  const ofTool = stated === undefined ? judgeUnstated(run, said) : judgeStated(load, stated, said);
  return [...judgePercentiles(run), ...ofTool];
}

function judgeStated(load: ToolRun, stated: StatedRun, said: OwnerClaims): readonly OutputReason[] {
  return [
    ...judgeInFlight(load, stated),
    ...judgeDoubts(load, stated, said),
    ...judgeMemory(stated, said),
    ...compareOptions(stated, said),
  ];
}

function judgeUnstated({ job, unstated }: ToolRun, said: OwnerClaims): readonly OutputReason[] {
  return job === undefined
    ? [explainUnstated(said, unstated)]
    : [...judgeJob(job, said.hostMemory), ...compareOptions(job, said)];
}

function explainUnstated(
  { requested: asked, hostMemory }: OwnerClaims,
  why = 'its output does not show the options of the tool',
): OutputReason {
  const options = [
    ...(Object.keys(asked).length === 0 ? [] : ['`--requested`']),
    ...(hostMemory === undefined ? [] : ['`--host-memory`']),
  ];
  const left =
    options.length === 0 ? '' : `; ${options.join(' and ')} ${options.length > 1 ? 'were' : 'was'} not compared`;
  const text = `${why}, so only its figures were checked${left}`;
  return { judgement: 'undecided', text };
}

/** Drops reads that only verify written data, which are no load of the workload. */
function dropVerifyReads(run: ToolRun): ToolRun {
  if (run.stated?.readBack !== true) return run;
  return { ...run, observations: run.observations.filter(({ operation }) => operation !== 'read') };
}

/** Percentiles must ascend. */
function judgePercentiles({ observations }: ToolRun): readonly OutputReason[] {
  const operations = [...new Set(observations.map(({ operation }) => operation))];
  const families = operations.flatMap((operation) => PERCENTILE_FAMILIES.map((family) => [operation, family] as const));
  return families.flatMap(([operation, family]): OutputReason[] => {
    const its = PERCENTILES.flatMap((point) =>
      observations.filter((one) => one.metric === `${family}_${point}` && one.operation === operation),
    );
    const wrong = its.find((one, index) => index > 0 && one.value < (its[index - 1]?.value ?? 0));
    if (wrong === undefined) return [];
    const text = `${operation ?? 'its'} ${wrong.metric} is below a lower percentile, which is impossible`;
    return [{ judgement: 'impossible', text }];
  });
}

/** Provisioned rates limit the sum of parallel runs, so adds up the runs of a group that start at the same time. */
function judgeGroupRates(all: readonly ToolRun[], { provisioned, burst = {} }: OwnerClaims): readonly OutputReason[] {
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
        const text = `${who}the output has no ${metric} to compare with the provisioned rate`;
        return [{ judgement: 'undecided', text } as const];
      }
      const found = names.flatMap(
        (name) => judgeRate(group, name, { paid: provisioned[metric], most: burst[metric] }) ?? [],
      );
      return found.map(({ judgement, text }): OutputReason => ({ judgement, text: `${who}${text}` }));
    }),
  );
}

/** For tools that write, then read, `bandwidth` means both the write and the read bandwidth. */
function findMetricNames(metric: string, runs: readonly ToolRun[]): readonly string[] {
  const names = [...new Set(runs.flatMap(({ observations }) => observations.map((one) => one.metric)))];
  return names.includes(metric) ? [metric] : names.filter((name) => name.endsWith(`_${metric}`));
}

/** Null if the rate is within the provisioned rate. */
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
    const why = 'a cache served it, data were never written, or other storage was measured';
    return { judgement: 'impossible', text: `${is(Math.max(most, paid ?? 0))} that bursts reach at most: ${why}` };
  }
  if (paid === undefined || sum <= OVER_RATIO * paid) return null;
  const why =
    most === undefined
      ? `a burst, a cache or data that were never written may explain it; \`--burst ${metric}=…\` sets the burst rate`
      : `within the ${words(most)} of its bursts, but sustained rates are lower`;
  return { judgement: 'doubtful', text: `${is(paid)} provisioned: ${why}` };
}

function listFigures(runs: readonly ToolRun[], metric: string): ToolRun['observations'] {
  return runs.flatMap(({ observations }) =>
    observations.filter((one) => one.metric === metric && ['value', 'mean'].includes(one.statistic)),
  );
}

/** Little's law: I/Os in flight = rate × latency. */
function judgeInFlight({ observations }: ToolRun, { inFlight: most }: StatedRun): readonly OutputReason[] {
  const rates = observations.filter(({ metric }) => metric === 'iops');
  const flying = rates.reduce((sum, { operation, value }) => {
    const latency = observations.find((one) => one.metric === 'latency_mean' && one.operation === operation);
    return sum + (value * (latency?.value ?? Number.NaN)) / 1e6;
  }, 0);
  if (most === null || rates.length === 0) return [];
  if (Number.isNaN(flying)) {
    const text = 'the output has no latency (`gtod_reduce`, `disable_lat`), so its number of I/Os in flight is unknown';
    return [{ judgement: 'undecided', text }];
  }
  const were = `${flying.toPrecision(3)} I/Os were in flight (IOPS × latency)`;
  if (flying > IN_FLIGHT_MAX * most)
    return [{ judgement: 'impossible', text: `${were}, but its options allow ${most}: rate or latency is wrong` }];
  return [];
}

/** At this share of the provisioned rate or more, that rate explains the result. */
const LIMIT_SHARE = 0.9;

/** Warnings of the tool, without those that the owner's intent or a provisioned rate explains. */
function judgeDoubts(
  run: ToolRun,
  { doubts }: StatedRun,
  { requested: asked, provisioned }: OwnerClaims,
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
    const lacks = workingBytes === null ? 'the size of its files' : 'the memory of the host (`--host-memory`)';
    found.push({ judgement: 'undecided', text: `${buffered}, but ${lacks} is unknown` });
  } else if (workingBytes < 2 * hostMemory) {
    const fits = `${formatBytes(workingBytes)} of files, on a host with ${formatBytes(hostMemory)}`;
    found.push({
      judgement: 'doubtful',
      text: `${buffered}, which may have served it: ${fits}; at least 2× the memory is needed`,
    });
  }
  if (writes && !flushed)
    found.push({
      judgement: 'doubtful',
      text: `${buffered}, and its writes were not flushed within the measured time (\`end_fsync=1\`)`,
    });
  return found;
}

function listRemarks({ stated, job, label, failed }: ToolRun, several: boolean): readonly string[] {
  if (failed === true) return [];
  return (stated?.remarks ?? job?.remarks ?? []).map((text) => (several ? `${label}: ${text}` : text));
}

/** Remarks on short runs. The tool or `judgeJob` reports runs too short for a trial: see `ShortRun`. */
function listShortRemarks({ stated, job, label, failed }: ToolRun, several: boolean): readonly string[] {
  // `judgeJob` reports shorter phases.
  const phases = Object.values(job?.seconds ?? {}).filter((value) => value >= MIN_PHASE_SECONDS);
  const seconds = stated?.seconds ?? (phases.length === 0 ? 0 : Math.min(...phases));
  if (seconds >= SHORT_RUN_SECONDS || seconds === 0 || failed === true) return [];
  const whole = job === undefined ? 'it measured' : 'a phase of it lasted';
  const text = `${whole} for ${formatSeconds(seconds)}: bursts and filling caches last longer than that`;
  return [several ? `${label}: ${text}` : text];
}
