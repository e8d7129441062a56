/**
 * What limited a cell, in one line with its evidence; `not known` where evidence lacks, or where nothing that was
 * looked at was at its limit. Nothing is concluded from what is not there.
 */
import type { Bottleneck, LimitEvidence } from '../../shapes/bottleneck';
import type { ProvisionedRates, OfferedLoad, LimitedRates, LimitName } from '../../shapes/metric';
import type { TRIAL_REASONS } from '../../shapes/error-codes';
import { MIN_POINTS, type Telemetry } from '../../shapes/telemetry';
import type { RoleUsage, TrialRow } from '../../shapes/verdict';
import { isLowerBound } from '../../shapes/reason-effects';
import { BURST_RATIO } from '../provisioned-ratio';
import { pluralize } from '../format';
import type { Measure } from '../measures';
import { listMinutes } from '../servers/cloudwatch-requests';
import { findSilenceCause } from '../servers/rows';
import { checkHosts, type HostRole } from './hosts';
import { checkLoad, type LimitCheck, computePhaseRate, sortByShare, dropPhaseMeans } from './limit-check';
import { checkProvisioned } from './provisioned-limits';
import { type CreditState, judgeCredits, toOwnerLimits, type ServerLimit, checkServerLimits } from './servers';

export interface BottleneckInput {
  /** Of the cell's trials that count. */
  readonly rows: readonly TrialRow[];
  readonly measures: readonly Measure[];
  readonly provisioned: ProvisionedRates;
  readonly held: readonly LimitedRates[];
  /** What its hosts ask for at most; null or left out: as much as is answered. */
  readonly load?: OfferedLoad | null;
  /** Roles of its rigs, with their instance types. */
  readonly roles: readonly HostRole[];
  /** All on this machine. */
  readonly local: boolean;
  /** What the servers of its kind tell CloudWatch; left out: nothing. */
  readonly servers?: readonly ServerLimit[];
  /** What the Prometheus of its owner was asked; left out: nothing. */
  readonly telemetry?: Telemetry | null;
  /** Why they were asked in vain; null or left out where they were not. */
  readonly serversProblem?: string | null;
}

/** Notes that say of themselves what the limit was; that of the network is told by its counters. */
const CLIENT_NOTES: Readonly<Record<string, readonly [resource: string, what: string]>> = {
  ClientBound: ['client jobs', 'busy with themselves for more than 90 % of the CPU time that they could use'],
  SubmissionBound: ['submission of I/Os', 'it took 80 % of the time of the jobs or more'],
  SourceBound: ['source of the copy', 'reading it alone took half of the time'],
};
const NETWORK_NOTE = 'NetworkBound';
/** Of what was not reached so many are told in the line. */
const BELOW_MAX = 2;

/** The line of one cell. */
export function findBottleneck(input: BottleneckInput): Bottleneck {
  const { rows, measures, provisioned, held, roles, local } = input;
  if (rows.length === 0) return describeUnknown('no trial counts', [], []);
  const inPhase = (uses: readonly RoleUsage[], of: number): number | null => computePhaseRate(uses, of, held, measures);
  const hosts = dropPhaseMeans(checkHosts(rows, roles, local, inPhase), held);
  const paid = checkProvisioned(measures, provisioned, held, (name) => findCredits(input, name));
  const own = dropPhaseMeans(checkServers(input), held);
  const asked = checkLoad(measures, input.load ?? null);
  const limits = sortByShare([...paid.reached, ...hosts.reached, ...own.reached, ...listNotedLimits(rows)]);
  // Nothing else ended a rate that was not to be more.
  const reached = asked.reached.length > 0 ? asked.reached : limits;
  const others = reached === limits ? [] : limits;
  const below = sortByShare([...asked.below, ...others, ...paid.below, ...hosts.below, ...own.below]);
  const unentitled = paid.hasLimit ? paid.lacking : ['what the storage is provisioned to'];
  const lacking = [...unentitled, ...hosts.lacking, ...own.lacking];
  if (reached.length === 0) return describeUnknown('', below, lacking);
  return { text: reached.map(({ text }) => text).join('; '), reached, below, lacking };
}

/** Of the target: what its servers told of their reserves, or trials that say so in more than half of them. */
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

/** What servers told: CloudWatch has them of storage in AWS, a Prometheus of storage that others own. */
function checkServers({
  rows,
  measures,
  servers = [],
  serversProblem = null,
  telemetry = null,
}: BottleneckInput): LimitCheck {
  if (telemetry !== null) return checkServerLimits(measures, toOwnerLimits(telemetry.metrics), findSilenceCause(rows));
  return checkServerLimits(measures, servers, explainNoMetrics(rows, serversProblem));
}

/** What is known of why CloudWatch tells nothing. */
function explainNoMetrics(rows: readonly TrialRow[], problem: string | null): string {
  if (rows.every((row) => listMinutes(row).length < MIN_POINTS))
    return `its trials hold no ${MIN_POINTS} whole minutes`;
  return problem === null ? '' : `CloudWatch could not be asked: ${problem}`;
}

/** Notes of trials that something else than the storage was the limit, in more than half of them. */
function listNotedLimits(rows: readonly TrialRow[]): readonly LimitEvidence[] {
  const codes = rows.flatMap(({ reasons }) => [
    ...new Set(reasons.flatMap(({ level, code }) => (level === 'note' && isLowerBound(code) ? [code] : []))),
  ]);
  return [...new Set(codes)].flatMap((code): LimitEvidence[] => {
    const trials = codes.filter((one) => one === code).length;
    if (code === NETWORK_NOTE || trials * 2 <= rows.length) return [];
    const [resource, what] = CLIENT_NOTES[code] ?? [code, 'the limit was not the storage'];
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
  // Where some hosts were at a limit, these stand in the line, and not what is nearer on the middle one.
  const some = below.filter(({ onSome }) => onSome);
  const beyond = some.length > 0 ? [] : below.filter(exceedsProvisioned);
  const within = below.filter((one) => !exceedsProvisioned(one));
  const named = (all: readonly LimitEvidence[]): string =>
    all
      .slice(0, BELOW_MAX)
      .map(({ text }) => text)
      .join('; ');
  const found =
    some.length > 0
      ? 'of what was looked at only some hosts were at a limit, half of them at most'
      : `nothing ${beyond.length > 0 ? 'else ' : ''}that was looked at was at its limit`;
  const looked = within.length === 0 ? '' : `${found} (${named(some.length > 0 ? some : within)})`;
  const lacks = lacking.length === 0 ? '' : `lacking: ${lacking.join(', ')}`;
  const text = `not known: ${[why, named(beyond), looked, lacks].filter((part) => part !== '').join('; ')}`;
  return { text, reached: [], below, lacking };
}

/** More than is provisioned was given, from credits or memory: that was no limit, and it is not below one either. */
function exceedsProvisioned({ share }: LimitEvidence): boolean {
  return share !== null && share > BURST_RATIO;
}
