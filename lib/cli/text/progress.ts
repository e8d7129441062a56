/** Progress of an execution, from the calls of its state machines. Pure: records in, facts and lines out. */
import type pc from 'picocolors';
import { makeLabels } from '../../results/label';
import { ensure } from '../../shapes/errors';
import { isOwnedBy, findRig } from '../../shapes/execution-names';
import { toPrintable } from '../../shapes/printable';
import { layout } from '../../shapes/layout';
import type { Plan, RigPlan, TrialPlan } from '../../shapes/plan';
import { formatSeconds } from '../../shapes/quantity';
import type { CallRecord } from '../../twin/cloud/service';
import { formatUsd } from '../../results/format';

/** Current work of a rig, as shown; rigs that wait or are done have no line. */
type Phase =
  | 'waiting'
  | 'creating'
  | 'launching hosts'
  | 'preparing'
  | 'measuring'
  | 'changing'
  | 'tearing down'
  | 'done';

/** State of a rig from its calls. Times are epoch milliseconds. */
interface RigProgress {
  readonly plan: RigPlan;
  readonly trials: readonly TrialPlan[];
  readonly ended: Set<string>;
  phase: Phase;
  current: TrialPlan | null;
  currentSince: number;
  /** First and last call; null before. */
  since: number | null;
  until: number | null;
  /** From launch to end of its hosts; storage exists and is billed before. */
  hostsSince: number | null;
  hostsUntil: number | null;
  /** From the start of the first trial to the latest end of a trial. */
  firstStart: number | null;
  lastEnd: number | null;
}

/** Calls that start a phase; other calls leave it unchanged. */
const PHASE_CALLS: readonly (readonly [action: RegExp, from: readonly Phase[], phase: Phase])[] = [
  [/^Create(FileSystem|Volume|StorageVirtualMachine|LaunchTemplate)$/, ['waiting'], 'creating'],
  [/^CreateFleet$/, ['waiting', 'creating'], 'launching hosts'],
  [/^SendCommand$/, ['launching hosts'], 'preparing'],
  [/^Update(FileSystem|Volume|StorageVirtualMachine)$/, ['preparing', 'measuring'], 'changing'],
  [/^TerminateInstances$/, ['creating', 'launching hosts', 'preparing', 'measuring', 'changing'], 'tearing down'],
];

/** Phases with a log line. */
const LOGGED_PHASES: readonly Phase[] = ['launching hosts', 'preparing', 'changing', 'tearing down'];

export class Progress {
  readonly rigs: ReadonlyMap<string, RigProgress>;
  private readonly labels: ReadonlyMap<string, string>;
  private readonly outcomes: ReadonlyMap<string, string>;
  /** Time of the latest call. */
  now: number;

  constructor(
    readonly plan: Plan,
    /** Epoch milliseconds. */
    readonly startedAt: number,
  ) {
    this.now = startedAt;
    const names = plan.factors.map(({ name }) => name);
    const labels = makeLabels(plan.cells, names);
    this.labels = new Map(plan.cells.map(({ cellId }, index) => [cellId, labels[index] ?? cellId]));
    const keys = layout(plan.experiment, plan.executionId);
    this.outcomes = new Map(plan.rigs.map(({ rig }) => [keys.rigOutcome(rig), rig]));
    this.rigs = new Map(
      plan.rigs.map((rig) => [
        rig.rig,
        {
          plan: rig,
          trials: plan.trials.filter((trial) => trial.rig === rig.rig),
          ended: new Set<string>(),
          phase: 'waiting',
          current: null,
          currentSince: startedAt,
          since: null,
          until: null,
          hostsSince: null,
          hostsUntil: null,
          firstStart: null,
          lastEnd: null,
        },
      ]),
    );
  }

  /** Processes one call. @returns a log line for the start of a phase or the end of a trial, else null */
  trackCall(call: CallRecord): string | null {
    const at = Date.parse(call.time);
    this.now = Math.max(this.now, at);
    if (call.error !== undefined) return null;
    const name = isOwnedBy(call.execution, this.plan.executionId) ? findRig(call.execution) : null;
    const rig = name === null ? undefined : this.rigs.get(name);
    if (name === null || rig === undefined || rig.phase === 'done') return null;
    if (call.action === 'PutObject') return this.trackObject(name, rig, call, at);
    const begun = PHASE_CALLS.find(([action, from]) => action.test(call.action) && from.includes(rig.phase));
    if (begun === undefined) return null;
    const [, , phase] = begun;
    rig.phase = phase;
    rig.current = null;
    rig.since ??= at;
    if (phase === 'launching hosts') rig.hostsSince ??= at;
    if (phase === 'tearing down') rig.hostsUntil ??= at;
    return LOGGED_PHASES.includes(phase) ? `${name} ${this.targetsOf(rig)}: ${phase}` : null;
  }

  /** Processes marks of trials, and the outcome of a rig, its last object. */
  private trackObject(name: string, rig: RigProgress, { input }: CallRecord, at: number): string | null {
    const { Key: key, Body: body } = input as { Key?: unknown; Body?: unknown };
    if (typeof key !== 'string') return null;
    if (this.outcomes.get(key) === name) {
      rig.phase = 'done';
      rig.until = at;
      return null;
    }
    const mark = /\/raw\/[^/]+\/(t\d+)\/a\d+\/(started|ended)\.json$/.exec(key);
    const trial = rig.trials.find((one) => one.trial === mark?.[1]);
    if (mark === null || trial === undefined) return null;
    rig.since ??= at;
    if (mark[2] === 'started') {
      rig.phase = 'measuring';
      rig.current = trial;
      rig.currentSince = at;
      rig.firstStart ??= at;
      return null;
    }
    rig.current = null;
    rig.ended.add(trial.trial);
    rig.lastEnd = at;
    const failed = /"status":"(FAILED|LOST)"/.test(String(body)) ? ': failed' : '';
    return `${name} trial ${rig.ended.size} of ${rig.trials.length}: ${this.label(trial)}${failed}`;
  }

  private targetsOf({ trials }: RigProgress): string {
    const cells = new Map(this.plan.cells.map((cell) => [cell.cellId, cell]));
    const targets = trials.map(({ cell }) => ensure(cells.get(cell), `the cell ${cell} of the plan`).target);
    return [...new Set(targets)].join(', ');
  }

  /** The name of a trial, as in the report. */
  label({ cell, replicate }: TrialPlan): string {
    return `${this.labels.get(cell) ?? cell}, replicate ${replicate}`;
  }

  /** Number of ended trials. */
  get ended(): number {
    return [...this.rigs.values()].reduce((sum, { ended }) => sum + ended.size, 0);
  }

  /** Ratio of real to planned time of the ended trials, including pauses between them; 1 without any. */
  private pace(): number {
    let [took, planned] = [0, 0];
    for (const { trials, ended, firstStart, lastEnd } of this.rigs.values()) {
      if (firstStart === null || lastEnd === null) continue;
      took += (lastEnd - firstStart) / 1000;
      planned += sumSeconds(trials.filter(({ trial }) => ended.has(trial)));
    }
    return planned > 0 ? took / planned : 1;
  }

  /** Expected seconds left: trials at the current pace, the rest as planned; at least what the estimate has left. */
  secondsLeft(now: number): number {
    const pace = this.pace();
    const perRig = [...this.rigs.values()].map(({ plan, trials, ended, phase, since, current, currentSince }) => {
      if (phase === 'done') return 0;
      const all = sumSeconds(trials);
      const around = Math.max(0, plan.expectedSeconds - all);
      const left = sumSeconds(trials.filter(({ trial }) => !ended.has(trial))) * pace;
      if (phase === 'measuring' || phase === 'changing') {
        const begun = current === null ? 0 : Math.min((now - currentSince) / 1000, current.expectedSeconds * pace);
        return left - begun;
      }
      if (phase === 'tearing down') return 0;
      return left + Math.max(0, around - (since === null ? 0 : (now - since) / 1000));
    });
    const open = perRig.filter((seconds) => seconds > 0);
    const together = open.reduce((sum, seconds) => sum + seconds, 0) / Math.min(open.length, this.plan.parallelRigs);
    // Final deletion and verification are in the time of no rig.
    const { local, estimate } = this.plan;
    const estimated = local || this.over ? 0 : estimate.seconds - (now - this.startedAt) / 1000;
    return Math.max(0, estimated, ...open, open.length === 0 ? 0 : together);
  }

  /** Estimated spend so far: hosts from launch to end, storage from the launch of hosts to the end of its rig. */
  usdSoFar(now: number): number {
    return [...this.rigs.values()].reduce((sum, { plan, hostsSince, hostsUntil, until }) => {
      if (hostsSince === null) return sum;
      const hours = (end: number | null): number => ((end ?? now) - hostsSince) / 3_600_000;
      const storage = Math.max(0, plan.usdPerHour - plan.hostsUsdPerHour);
      return sum + plan.hostsUsdPerHour * hours(hostsUntil ?? until) + storage * hours(until);
    }, 0);
  }

  /** Whether all rigs are done: only the guardian still works. */
  get over(): boolean {
    return [...this.rigs.values()].every(({ phase }) => phase === 'done');
  }

  /** Elapsed and expected time of the current trial; empty between trials. */
  within({ current, currentSince }: RigProgress, now: number): string {
    if (current === null) return '';
    const took = Math.max(0, Math.round((now - currentSince) / 1000));
    return `${formatSeconds(took)} of ${formatSeconds(Math.round(current.expectedSeconds))}`;
  }
}

function sumSeconds(trials: readonly TrialPlan[]): number {
  return trials.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0);
}

/** The part of picocolors that is used. */
type ProgressColours = Pick<ReturnType<typeof pc.createColors>, 'bold' | 'cyan' | 'dim' | 'green' | 'yellow'>;

/** Width of the bar in characters. */
const BAR_WIDTH = 10;

/** Status lines: current trial per rig, trials done, time left, spend. @param now epoch milliseconds of its clock */
export function formatProgress(progress: Progress, now: number, colours: ProgressColours): string[] {
  const { bold, cyan, dim, green } = colours;
  const { plan, rigs } = progress;
  const working = [...rigs].flatMap(([name, rig]) => {
    if (rig.phase === 'waiting' || rig.phase === 'done') return [];
    const count = `${rig.ended.size}/${rig.trials.length}`;
    const phase = cyan(rig.phase);
    const within = dim(`, ${progress.within(rig, now)}`);
    const doing = rig.current === null ? phase : `${phase} ${bold(toPrintable(progress.label(rig.current)))}${within}`;
    return [`  ${name}  ${count}  ${doing}`];
  });
  const { ended } = progress;
  const all = plan.trials.length;
  const full = all === 0 ? 0 : Math.round((ended / all) * BAR_WIDTH);
  const bar = `${green('█'.repeat(full))}${dim('░'.repeat(BAR_WIDTH - full))}`;
  const passed = formatSeconds(Math.round((now - progress.startedAt) / 1000));
  const left = formatSeconds(Math.round(progress.secondsLeft(now)));
  const usd = `${formatUsd(progress.usdSoFar(now))} of ${formatUsd(plan.estimate.usd)} (estimated)`;
  const parts = [
    `${bar} ${bold(String(ended))} of ${all} trials`,
    `${passed} elapsed`,
    progress.over ? 'verifying cleanup' : `about ${bold(left)} left`,
    plan.local ? 'no cost' : usd,
  ];
  return [...working, `  ${parts.join(', ')}`];
}
