/** What limited a cell, in one line with evidence; `not known` if no checked limit was reached, or without evidence. */
import type { Bottleneck, LimitEvidence } from '../../shapes/bottleneck';
import type { ProvisionedRates, OfferedLoad, LimitedRates, LimitName } from '../../shapes/metric';
import type { TRIAL_REASONS } from '../../shapes/error-codes';
import { MIN_POINTS, type Telemetry } from '../../shapes/telemetry';
import type { RoleUsage, TrialRow } from '../../shapes/verdict';
import { isLowerBound } from '../../shapes/reason-effects';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import { pluralize } from '../format';
import type { Measure } from '../measures';
import { listMinutes } from '../servers/cloudwatch-requests';
import { findMissingCause } from '../servers/rows';
import { checkHosts, type HostRole } from './hosts';
import { checkRequestedLoad, type LimitCheck, computePhaseRate, sortByShare, dropPhaseMeans } from './limit-check';
import { checkProvisionedRates } from './provisioned-limits';
import { type CreditState, judgeCredits, toQueryLimits, type ServerLimit, checkServerLimits } from './servers';

export interface BottleneckInput {
  /** Counted trials of the cell. */
  readonly rows: readonly TrialRow[];
  readonly measures: readonly Measure[];
  readonly provisioned: ProvisionedRates;
  readonly held: readonly LimitedRates[];
  /** Highest load that the hosts request; null or absent if only the storage limits the load. */
  readonly load?: OfferedLoad | null;
  /** Host roles of the cell's rigs, with instance types. */
  readonly roles: readonly HostRole[];
  /** Hosts are processes of this machine. */
  readonly local: boolean;
  /** CloudWatch metrics of the storage servers; absent: none. */
  readonly servers?: readonly ServerLimit[];
  /** Prometheus queries of the storage owner; absent: none. */
  readonly telemetry?: Telemetry | null;
  /** Error of a failed metrics query; null or absent if none failed. */
  readonly serversProblem?: string | null;
}

/**
 * Notes that name a limit of the client. Network counters cover network limits, and a search that found only a lower
 * bound says nothing of limits.
 */
const CLIENT_NOTES: Readonly<Record<string, readonly [resource: string, what: string]>> = {
  ClientBound: ['client jobs', 'they used more than 90% of their available CPU time'],
  SubmissionBound: ['submission of I/Os', 'it took 80% of the job time or more'],
  DeviceLimited: ['disk limit of a control group', 'the disk reached 80% of it or more'],
  SourceBound: ['source tree', 'reading it alone took half of the time'],
};
/** Maximum number of unreached limits in the text. */
const UNREACHED_LIMITS_MAX = 2;

export function findBottleneck(input: BottleneckInput): Bottleneck {
  const { rows, measures, provisioned, held, roles, local } = input;
  if (rows.length === 0) return describeUnknown('no valid trial', [], []);
  const inPhase = (uses: readonly RoleUsage[], of: number): number | null => computePhaseRate(uses, of, held, measures);
  const hosts = dropPhaseMeans(checkHosts(rows, roles, local, inPhase), held);
  const paid = checkProvisionedRates(measures, provisioned, held, (name) => findCredits(input, name));
  const own = dropPhaseMeans(checkServerMetrics(input), held);
  const offered = checkRequestedLoad(measures, input.load ?? null);
  const limits = sortByShare([...paid.reached, ...hosts.reached, ...own.reached, ...listNotedLimits(rows)]);
  // If the offered rate was reached, it explains the result, so no other limit did.
  const reached = offered.reached.length > 0 ? offered.reached : limits;
  const others = reached === limits ? [] : limits;
  const below = sortByShare([...offered.below, ...others, ...paid.below, ...hosts.below, ...own.below]);
  const unprovisioned = paid.hasLimit ? paid.lacking : ['provisioned rates of the storage'];
  const lacking = [...unprovisioned, ...hosts.lacking, ...own.lacking];
  if (reached.length === 0) return describeUnknown('', below, lacking);
  return { text: reached.map(({ text }) => text).join('; '), reached, below, missing: lacking };
}

/** Whether credits of the target ran out, by server-side metrics or in more than half of the trials. */
function findCredits(
  { rows, measures, servers = [], roles, provisioned }: BottleneckInput,
  name: LimitName,
): CreditState {
  const spent = rows.filter(({ reasons }) => reasons.some(({ code }) => code === CREDITS_SPENT)).length;
  if (spent * 2 > rows.length) return 'spent';
  const types = roles.map(({ instanceType }) => instanceType);
  return judgeCredits({ measures, metrics: servers, types, provisioned }, name);
}

const CREDITS_SPENT = 'CreditsSpent' satisfies keyof typeof TRIAL_REASONS;

/** Server-side metrics: from CloudWatch for storage in AWS, from Prometheus for external storage. */
function checkServerMetrics({
  rows,
  measures,
  servers = [],
  serversProblem = null,
  telemetry = null,
}: BottleneckInput): LimitCheck {
  if (telemetry !== null) return checkServerLimits(measures, toQueryLimits(telemetry.metrics), findMissingCause(rows));
  return checkServerLimits(measures, servers, explainNoMetrics(rows, serversProblem));
}

/** Explains missing CloudWatch metrics, if the cause is known. */
function explainNoMetrics(rows: readonly TrialRow[], problem: string | null): string {
  if (rows.every((row) => listMinutes(row).length < MIN_POINTS))
    return `trials of this configuration are shorter than ${MIN_POINTS} whole minutes`;
  return problem === null ? '' : `the CloudWatch query failed: ${problem}`;
}

/** Limits outside the storage that more than half of the trials report in notes. */
function listNotedLimits(rows: readonly TrialRow[]): readonly LimitEvidence[] {
  const codes = rows.flatMap(({ reasons }) => [
    ...new Set(reasons.flatMap(({ level, code }) => (level === 'note' && isLowerBound(code) ? [code] : []))),
  ]);
  return [...new Set(codes)].flatMap((code): LimitEvidence[] => {
    const trials = codes.filter((one) => one === code).length;
    const known = CLIENT_NOTES[code];
    if (known === undefined || trials * 2 <= rows.length) return [];
    const [resource, what] = known;
    return [
      {
        resource,
        share: null,
        client: true,
        text: `${resource}: ${what}, in ${trials} of ${pluralize(rows.length, 'trial')}`,
      },
    ];
  });
}

function describeUnknown(why: string, below: readonly LimitEvidence[], lacking: readonly string[]): Bottleneck {
  // If some hosts were at a limit, name these hosts, not the highest usage of the median host.
  const some = below.filter(({ onSomeHosts }) => onSomeHosts);
  const beyond = some.length > 0 ? [] : below.filter(exceedsProvisioned);
  const within = below.filter((one) => !exceedsProvisioned(one));
  const named = (all: readonly LimitEvidence[]): string =>
    all
      .slice(0, UNREACHED_LIMITS_MAX)
      .map(({ text }) => text)
      .join('; ');
  const found =
    some.length > 0
      ? 'at most half of the hosts or trials were at a limit'
      : `no ${beyond.length > 0 ? 'other ' : ''}checked limit was reached`;
  const checked = within.length === 0 ? '' : `${found} (${named(some.length > 0 ? some : within)})`;
  const lacks = lacking.length === 0 ? '' : `missing: ${lacking.join(', ')}`;
  const text = `not known: ${[why, named(beyond), checked, lacks].filter((part) => part !== '').join('; ')}`;
  return { text, reached: [], below, missing: lacking };
}

/** Whether a rate exceeded the provisioned one, by credits or memory. Such a rate shows no limit. */
function exceedsProvisioned({ share }: LimitEvidence): boolean {
  return share !== null && share > BURST_RATIO;
}
