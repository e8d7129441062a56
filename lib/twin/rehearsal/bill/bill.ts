/** The cost of an execution, by line item and by phase. Simulated. */
import { sumLines } from '../../../experiment/plan/estimate';
import type { LineItem, PricedLines } from '../../../shapes/line-item';
import type { PricedInterval } from './prices';
import type { BilledInterval } from '../../ledger';
import { computeOverlap, type RigPhase, type PhaseSegment, type TimeRange } from '../segments';
import { sumDataSets } from '../../../experiment/plan/rig/transfer-cost';
import { adaptKinds } from '../../../experiment/kinds';
import { priceOneTimeAmounts } from '../../../pricing/months';
import { canonicalize } from '../../../shapes/canonical-json';
import { getCopyTag, getRigTag } from '../../../shapes/layout';
import { TAG_KEYS } from '../../../shapes/tags';
import type { PriceBook } from '../../../shapes/price';
import { findTarget } from '../../../targets/registry';
import type { HostTask } from '../../hosts/modelled/host-task';
import type { TransferListener } from '../../hosts/modelled/trials';
import { ensure } from '../../../shapes/errors';

export interface Bill {
  readonly usd: number;
  readonly lines: readonly LineItem[];
  readonly phases: readonly { readonly phase: RigPhase; readonly usd: number; readonly seconds: number }[];
  /** By rig: seconds in which its target was billed without a trial, a change, or hosts that start or prepare. */
  readonly idle: readonly { readonly rig: string; readonly seconds: number }[];
  /** Price dimensions that are missing in the price book: the bill lacks them. */
  readonly unknown: readonly string[];
}

export interface RigSegments {
  readonly rig: string;
  /** Value of the tag `fsxbench:rig`. */
  readonly tag: string;
  readonly segments: readonly PhaseSegment[];
}

const RIG_PHASES: readonly RigPhase[] = ['creating', 'preparing', 'measuring', 'changing', 'idle', 'deleting'];
/** Phases in which a target is idle: its hosts are not ready yet, or are gone. */
const IDLE_PHASES: readonly RigPhase[] = ['creating', 'idle', 'deleting'];

export interface Attribution {
  /** The rig tag of an interval; undefined if it belongs to no rig. */
  readonly tagOf: (interval: PricedInterval) => string | undefined;
  /** When a delete was accepted, epoch milliseconds by id: a resource being deleted is not idle. */
  readonly deletedAt: ReadonlyMap<string, number>;
  /** One-time costs: by the data that trials moved. */
  readonly once: readonly PricedLines[];
}

/** Sums up intervals, and attributes them to the phases of the rigs. */
export function makeBill(
  intervals: readonly PricedInterval[],
  rigs: readonly RigSegments[],
  { tagOf, deletedAt, once }: Attribution,
): Bill {
  const lines = [...intervals, ...once].flatMap((one) => one.lines);
  const onceUsd = once.flatMap((one) => one.lines).reduce((sum, line) => sum + line.usd, 0);
  const usd = intervals.reduce((sum, one) => sum + one.usd, onceUsd);
  const byRig = new Map(rigs.map((rig) => [rig.tag, rig]));
  // Trials move data while they measure; the initial layout of data is smaller.
  const spent = new Map<RigPhase, number>(onceUsd > 0 ? [['measuring', onceUsd]] : []);
  const idle = new Map(rigs.map(({ rig }) => [rig, 0]));
  for (const one of intervals) {
    const tag = tagOf(one);
    const rig = tag === undefined ? undefined : byRig.get(tag);
    const length = one.interval.until - one.interval.from;
    let rest = one.usd;
    for (const segment of rig?.segments ?? []) {
      const common = computeOverlap(segment, one.interval);
      if (common === 0) continue;
      const share = (one.usd * common) / length;
      rest -= share;
      spent.set(segment.phase, (spent.get(segment.phase) ?? 0) + share);
      if (rig !== undefined && FILE_SYSTEM_KINDS.includes(one.interval.kind) && IDLE_PHASES.includes(segment.phase)) {
        const { from, until, id } = one.interval;
        const used = { from, until: Math.min(until, deletedAt.get(id) ?? until) };
        idle.set(rig.rig, (idle.get(rig.rig) ?? 0) + computeOverlap(segment, used) / 1000);
      }
    }
    // Before a rig began, or after it ended: the rest counts as deleting.
    spent.set('deleting', (spent.get('deleting') ?? 0) + rest);
  }
  const phases = RIG_PHASES.map((phase) => ({
    phase,
    usd: spent.get(phase) ?? 0,
    seconds: rigs
      .flatMap(({ segments }) => segments)
      .filter((segment) => segment.phase === phase)
      .reduce((sum, { from, until }) => sum + (until - from) / 1000, 0),
  })).filter((one) => one.seconds > 0 || one.usd > 0);
  return {
    usd,
    lines: sumLines(lines),
    phases,
    idle: [...idle].map(([rig, seconds]) => ({ rig, seconds })),
    unknown: [...new Set([...intervals, ...once].flatMap(({ unknown }) => unknown))],
  };
}

/** Kinds that can be idle. */
const FILE_SYSTEM_KINDS: readonly BilledInterval['kind'][] = [
  'fsx:file-system',
  'efs:file-system',
  's3files:file-system',
];

// Data that simulated hosts stored on target instances and moved to and from them, if this costs money.

/** Data moved while a target instance had the same settings. */
interface TrafficPerSettings {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  read: number;
  written: number;
  files: number;
}

interface TargetInstanceUse {
  /** Bytes of its data sets. */
  readonly laid: number;
  readonly states: Map<string, TrafficPerSettings>;
}

interface TargetInstanceTraffic {
  /** Called for every step that works on the storage. The first step of a target instance also stores its data. */
  readonly add: TransferListener;
  /** Bytes of data sets on a file system with these tags; 0 if there are none, or if these cost nothing. */
  stored(tags: Readonly<Record<string, string>>): number;
  /** One-time costs of each target instance in each of its settings. */
  priced(book: PriceBook): readonly PricedLines[];
}

export function makeTargetInstanceTraffic(): TargetInstanceTraffic {
  const copies = new Map<string, TargetInstanceUse>();
  return {
    add: (task, { read, written, files = 0 }) => {
      const { plan, rig, copy, trial } = task;
      const target = findTarget(copy.kind);
      // Most targets are billed by time only.
      if (trial === null || (target?.prices.usage?.moved === undefined && target?.prices.usage?.stored === undefined))
        return;
      const key = getCopyTag(getRigTag(plan.executionId, rig.rig), copy.copy);
      const known = copies.get(key);
      const { laid, states } = known ?? { laid: sumDataSetBytes(task), states: new Map<string, TrafficPerSettings>() };
      copies.set(key, { laid, states });
      const { targetConfig: config } = trial.cell;
      const state = canonicalize(config);
      const one = states.get(state) ?? { kind: copy.kind, config, read: 0, written: 0, files: 0 };
      states.set(state, one);
      one.read += read;
      one.written += written + (known === undefined ? laid : 0);
      one.files += files;
    },
    stored: (tags) => copies.get(tags[TAG_KEYS.copy] ?? '')?.laid ?? 0,
    priced: (book) =>
      [...copies.values()]
        .flatMap(({ states }) => [...states.values()])
        .map(({ kind, config, ...bytes }) =>
          priceOneTimeAmounts(findTarget(kind)?.prices.usage?.moved?.(config, bytes) ?? [], book),
        ),
  };
}

/** Bytes of the data sets of a target instance. */
function sumDataSetBytes({ plan: { spec, cells, trials }, rig, copy }: HostTask): number {
  const its = trials.filter((one) => one.rig === rig.rig && one.copy === copy.copy);
  return sumDataSets(its, { spec, cells, kinds: adaptKinds(spec.fleet) }, rig.roles);
}

// The critical path: the steps that would have to be shorter for an earlier end.

export interface PathStep {
  readonly what: string;
  readonly seconds: number;
}

/** Milliseconds: the report alone takes less. */
const MIN_WAIT_MS = 60_000;

/**
 * Rigs that waited for each other, from the last to end backwards, by phase; then the steps after the rigs.
 * @param execution until its guardian ends @param measured until the experiment ends @param proven time of the receipt,
 * if any
 */
export function computeCriticalPath(
  rigs: readonly RigSegments[],
  execution: TimeRange,
  measured: TimeRange,
  proven: number = execution.until,
): PathStep[] {
  const steps: PathStep[] = [];
  const push = (what: string, milliseconds: number): void => {
    if (milliseconds >= 500) steps.unshift({ what, seconds: Math.round(milliseconds / 1000) });
  };
  const after = execution.until - proven;
  const waited = after >= MIN_WAIT_MS ? after : 0;
  push('metrics of servers, mail', waited);
  push('guardian: settle, verify, receipt', execution.until - waited - measured.until);
  // Rigs that ended as soon as they began delayed nothing.
  let rest = rigs.filter(({ segments }) => segments.length > 0);
  let end = measured.until;
  for (;;) {
    const before = end;
    rest = rest.filter((rig) => getRigEnd(rig) <= before);
    const last = rest.reduce<RigSegments | undefined>(
      (latest, rig) => (latest === undefined || getRigEnd(rig) > getRigEnd(latest) ? rig : latest),
      undefined,
    );
    if (last === undefined) break;
    push(end === measured.until ? 'results, report' : 'waiting', end - getRigEnd(last));
    for (const { phase, from, until } of mergeSegments(last).reverse()) push(`${last.rig} ${phase}`, until - from);
    end = last.segments[0]?.from ?? end;
    rest = rest.filter((rig) => rig !== last);
  }
  push('admission', end - execution.from);
  return steps;
}

function getRigEnd({ segments }: RigSegments): number {
  return ensure(segments.at(-1), 'a segment of a rig with a duration').until;
}

/** Trials and the moments between them are one step. */
function mergeSegments({ segments }: RigSegments): { phase: string; from: number; until: number }[] {
  const steps: { phase: string; from: number; until: number }[] = [];
  for (const { phase, from, until } of segments) {
    const name = phase === 'idle' ? 'measuring' : phase;
    const before = steps.at(-1);
    if (before?.phase === name) before.until = until;
    else steps.push({ phase: name, from, until });
  }
  return steps;
}
