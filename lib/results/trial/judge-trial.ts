/** Turns the raw files of one trial into exactly one row, and observations. Bad content never throws. */
import type { DistributionLine } from '../../shapes/distribution';
import { layout } from '../../shapes/layout';
import type { Window } from '../../workloads/contract';
import { type Attempt, listAttempts, pickAttempt, groupByHost } from './attempt';
import { computeBackgroundLoad } from './background-load';
import { collectFacts } from './host-facts';
import { checkLostRuns, explainNotRun, describeRetries } from './attempt-reasons';
import { computeRoleUses } from './host-utilization';
import { type AttemptResult, judgeAttempt, getMeasuringStep, type TrialInput } from './attempt-result';
import type { Observation } from '../../shapes/observation';
import { readPrometheus } from '../servers/prometheus';
import { toIso } from '../servers/rows';
import { countsInDecisions } from '../../shapes/reason-effects';
import type { SeriesLine } from '../../shapes/series';
import { type Reason, type TrialRow, toVerdict, HOST_CREDITS, type RoleUsage } from '../../shapes/verdict';
import { getHardware, isKnownType } from '../../targets/instance-types';
import type { RolePlan } from '../../shapes/role-plan';
import { formatGbits } from '../bottleneck/hosts';
import { pickMedian } from '../bottleneck/limit-check';
import { BURST_RATIO } from '../../shapes/provisioned-rates';

export type { TrialInput };

/** Host name that workloads use for totals. */
const AGGREGATE = 'aggregate';

export interface TrialResult {
  readonly row: TrialRow;
  readonly observations: readonly Observation[];
  /** Totals over the hosts; also single hosts if there are at most {@link SERIES_HOSTS}. */
  readonly series: readonly SeriesLine[];
  /** Over all hosts. */
  readonly distributions: readonly DistributionLine[];
}

/** With more hosts, only totals are stored; raw files contain the rest. */
const SERIES_HOSTS = 16;

export function judgeTrial<P>(input: TrialInput<P>): TrialResult {
  const { plan, trial, objects } = input;
  const keys = layout(plan.experiment, plan.executionId);
  const attempts = listAttempts(keys.trial(trial.rig, trial.trial), objects);
  const attempt = pickAttempt(attempts, trial);
  if (attempt === undefined)
    return {
      row: makeRow(input, [explainNotRun(input)], null, undefined, 0),
      observations: [],
      series: [],
      distributions: [],
    };
  const command = getMeasuringStep(trial).name;
  const others = attempts.flatMap((one) =>
    one === attempt ? [] : [{ attempt: one.attempt, hosts: groupByHost(one, command, keys.root) }],
  );
  const measured = judgeAttempt(input, attempt, groupByHost(attempt, command, keys.root), others);
  const notes = [describeRetries(attempts, attempt, trial), checkLostRuns(attempts, command)];
  const reasons = [...measured.reasons, ...notes.filter((note) => note !== null)];
  const row = makeRow(input, reasons, measured, attempt, attempts.length);
  const observations = listObservations(input, attempt, measured, row);
  const { roles = [] } = plan.rigs.find(({ rig }) => rig === trial.rig) ?? {};
  const like = observations.find(({ scope }) => scope === 'aggregate');
  const servers = readPrometheus(input.telemetry ?? null, measured.hosts, measured.overlap?.common ?? null, like);
  return {
    // Neither credits of hosts nor missing server-side metrics change the verdict.
    row: { ...row, reasons: [...row.reasons, ...noteHostCredits(row.usage ?? [], roles), ...servers.reasons] },
    observations: [...observations, ...servers.observations],
    series: [...listSeries(trial.trial, attempt.attempt, measured), ...servers.series],
    distributions: listDistributions(trial.trial, attempt.attempt, measured),
  };
}

function makeRow(
  { trial }: Pick<TrialInput, 'trial'>,
  reasons: readonly Reason[],
  measured: AttemptResult | null,
  attempt: Attempt | undefined,
  attempts: number,
): TrialRow {
  const common = measured?.overlap?.common ?? null;
  const { rig, block, stage, cell, replicate } = trial;
  const events = [...(attempt?.events ?? []), ...(measured?.reading.events ?? [])];
  return {
    trial: trial.trial,
    rig,
    block,
    stage,
    cell,
    replicate,
    attempt: attempt?.attempt ?? 0,
    attempts,
    verdict: toVerdict(reasons),
    reasons,
    started: common === null ? null : toIso(common.from),
    ended: common === null ? null : toIso(common.to),
    overlap: measured?.overlap?.share ?? null,
    backgroundLoad: computeBackgroundLoad(measured?.hosts ?? []),
    usage: computeRoleUses(measured?.hosts ?? []),
    facts: collectFacts(measured?.hosts ?? []),
    ...(events.length === 0 ? {} : { events }),
    simulated: isSimulated(measured?.hosts ?? []),
  };
}

function listSeries(
  trial: string,
  attempt: number,
  { hosts, reading, aggregate }: AttemptResult,
): readonly SeriesLine[] {
  const simulated = isSimulated(hosts);
  return reading.series
    .filter(({ host }) => (host === null ? aggregate : hosts.length <= SERIES_HOSTS))
    .map((one) => ({ trial, attempt, ...one, simulated }));
}

/** Only totals, so none if hosts did not measure at the same time. */
function listDistributions(
  trial: string,
  attempt: number,
  { hosts, reading, aggregate }: AttemptResult,
): readonly DistributionLine[] {
  const simulated = isSimulated(hosts);
  return aggregate ? (reading.distributions ?? []).map((one) => ({ trial, attempt, ...one, simulated })) : [];
}

function isSimulated(hosts: AttemptResult['hosts']): boolean {
  return hosts.some(({ status }) => status?.facts['simulated'] === '1');
}

function listObservations<P>(
  { plan, trial, levels, workload, now }: TrialInput<P>,
  attempt: Attempt,
  { hosts, reading, overlap, aggregate }: AttemptResult,
  row: TrialRow,
): readonly Observation[] {
  const begun = attempt.started?.startedAt ?? toIso(now / 1000);
  const windows = mapFirstByHost(reading.windows);
  const statuses = mapFirstByHost(hosts);
  const found = new Map<string, Pick<Observation, 'started' | 'ended'>>();
  const windowOf = (host: string): Pick<Observation, 'started' | 'ended'> => {
    const own: Omit<Window, 'host'> | null | undefined = host === AGGREGATE ? overlap?.common : windows.get(host);
    if (own) return { started: toIso(own.from), ended: toIso(own.to) };
    const status = statuses.get(host)?.status;
    return status ? { started: toIso(status.started), ended: toIso(status.ended) } : { started: begun, ended: begun };
  };
  const timesOf = (host: string): Pick<Observation, 'started' | 'ended'> => {
    const times = found.get(host) ?? windowOf(host);
    found.set(host, times);
    return times;
  };
  const simulated = isSimulated(hosts);
  const counting = new Map<string, boolean>();
  const countsBy = (metric: string): boolean => {
    const counts = counting.get(metric) ?? countsInDecisions(row, metric);
    counting.set(metric, counts);
    return counts;
  };
  return reading.observations
    .filter(({ host }) => aggregate || host !== AGGREGATE)
    .map(({ host, metric, operation, statistic, unit, value, source }) => ({
      experiment: plan.experiment,
      execution: plan.executionId,
      cell: trial.cell,
      levels,
      rig: trial.rig,
      block: trial.block,
      period: trial.period,
      stage: trial.stage,
      copy: trial.copy,
      trial: trial.trial,
      attempt: attempt.attempt,
      replicate: trial.replicate,
      verdict: row.verdict,
      counts: countsBy(metric),
      scope: host === AGGREGATE ? 'aggregate' : 'host',
      host: host === AGGREGATE ? null : host,
      workload: workload.kind,
      metric,
      operation,
      statistic,
      unit,
      value,
      ...timesOf(host),
      simulated,
      source,
    }));
}

function mapFirstByHost<T extends { readonly host: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.toReversed().map((one) => [one.host, one]));
}

/** Per role whose median host moved more than its baseline, which takes credits; for known types with burst. */
export function noteHostCredits(uses: readonly RoleUsage[], roles: readonly Partial<RolePlan>[]): readonly Reason[] {
  return uses.flatMap(({ role, network }): Reason[] => {
    const type = roles.find((one) => one.role === role)?.instanceType ?? '';
    const { baseline, burst } = getHardware(type).network;
    const rate = pickMedian(network ?? [], (one) => one) ?? 0;
    if (!isKnownType(type) || burst <= baseline || rate <= BURST_RATIO * baseline) return [];
    const text = `${type} moved ${formatGbits(rate)}; its baseline is ${formatGbits(baseline)}`;
    return [{ level: 'note', code: HOST_CREDITS, text, lowerLevel: baseline / rate }];
  });
}
