/** Progress of an execution, read off the calls of its state machines. Pure: records in, facts and lines out. */
import { expected } from '../../shapes/errors';
import type { Cell, Plan, TrialPlan } from '../../shapes/plan';
import { isOf, rigOf } from '../../shapes/execution-names';
import { formatSeconds } from '../../shapes/quantity';
import type { CallRecord } from '../../twin/cloud/service';

type Phase = 'waiting' | 'booting' | 'preparing' | 'measuring' | 'deleting' | 'done';

interface RigProgress {
  phase: Phase;
  readonly trials: readonly TrialPlan[];
  readonly ended: Set<string>;
  current: TrialPlan | null;
  failed: number;
}

/** Follows one execution. */
export class Progress {
  private readonly rigs: Map<string, RigProgress>;
  private readonly cells: Map<string, Cell>;

  constructor(
    readonly plan: Plan,
    /** Epoch milliseconds. */
    private readonly startedAt: number,
  ) {
    this.cells = new Map(plan.cells.map((cell) => [cell.cellId, cell]));
    this.rigs = new Map(
      plan.rigs.map(({ rig }) => [
        rig,
        {
          phase: 'waiting',
          trials: plan.trials.filter((trial) => trial.rig === rig),
          ended: new Set<string>(),
          current: null,
          failed: 0,
        },
      ]),
    );
  }

  /**
   * Takes one call. @returns a log line where something happened that a reader wants to keep, else null
   */
  see(call: CallRecord): string | null {
    if (call.error !== undefined) return null;
    const rig = this.rigOf(call);
    if (rig === null) return null;
    const [name, state] = rig;
    if (call.action === 'CreateFleet') return this.enter(name, state, 'booting');
    if (call.action === 'TerminateInstances') return this.enter(name, state, 'deleting');
    if (call.action === 'SendCommand' && state.phase === 'booting') return this.enter(name, state, 'preparing');
    if (call.action !== 'PutObject') return null;
    const mark = /\/raw\/[^/]+\/(t\d+)\/a(\d+)\/(started|ended)\.json$/.exec(keyOf(call));
    if (mark === null) return null;
    const trial = state.trials.find((one) => one.trial === mark[1]);
    if (trial === undefined) return null;
    if (mark[3] === 'started') {
      state.phase = 'measuring';
      state.current = trial;
      return null;
    }
    state.current = null;
    state.ended.add(trial.trial);
    const failed = /"status":"(FAILED|LOST)"/.test(String((call.input as { Body?: unknown }).Body));
    if (failed) state.failed += 1;
    const place = `${name} trial ${state.ended.size} of ${state.trials.length}`;
    return `${place}: ${this.label(trial)}${failed ? ': did not succeed' : ''}`;
  }

  private enter(name: string, state: RigProgress, phase: Phase): string | null {
    if (state.phase === phase) return null;
    state.phase = phase;
    state.current = null;
    const { copies } = expected(
      this.plan.rigs.find((one) => one.rig === name),
      `the rig ${name} of the plan`,
    );
    const targets = [...new Set(copies.map(({ target }) => target))].join(', ');
    const words = {
      waiting: '',
      booting: 'launching hosts',
      preparing: 'preparing',
      measuring: '',
      deleting: 'tearing down',
      done: '',
    };
    return `${name} ${targets}: ${words[phase]}`;
  }

  private rigOf(call: CallRecord): [string, RigProgress] | null {
    const own = isOf(call.execution, this.plan.executionId) ? rigOf(call.execution) : null;
    const state = own === null ? undefined : this.rigs.get(own);
    return own === null || state === undefined ? null : [own, state];
  }

  private label(trial: TrialPlan): string {
    const levels = Object.entries(this.cells.get(trial.cell)?.levels ?? {}).map(([name, level]) => `${name}=${level}`);
    return [...(levels.length === 0 ? [] : [levels.join(' ')]), `replicate ${trial.replicate}`].join(', ');
  }

  /** Seconds until the last trial should end, as the plan models it. */
  secondsLeft(): number {
    const perRig = [...this.rigs].map(([name, state]) => {
      const left = state.trials.filter((trial) => !state.ended.has(trial.trial));
      const rig = this.plan.rigs.find((one) => one.rig === name);
      const prepare = ['waiting', 'booting', 'preparing'].includes(state.phase)
        ? (rig?.copies ?? []).flatMap(({ prepare }) => prepare)
        : [];
      return [...left, ...prepare].reduce((sum, one) => sum + one.expectedSeconds, 0);
    });
    const atOnce = Math.max(1, this.plan.parallelRigs);
    return Math.max(perRig.reduce((sum, seconds) => sum + seconds, 0) / atOnce, 0);
  }

  /** Modelled money so far: every rig that has begun, by the hour. */
  usdSoFar(now: number): number {
    const begun = this.plan.rigs.filter(
      ({ rig }) => !['waiting', 'done'].includes(this.rigs.get(rig)?.phase ?? 'waiting'),
    );
    return begun.reduce((sum, rig) => sum + (rig.usdPerHour * (now - this.startedAt)) / 3_600_000, 0);
  }

  /** The living lines: one a rig that is at work, one for the whole. */
  lines(now: number): string[] {
    const rigs = [...this.rigs]
      .filter(([, state]) => !['waiting', 'done'].includes(state.phase))
      .map(([name, state]) => {
        const doing = state.current === null ? state.phase : `${state.phase} ${this.label(state.current)}`;
        return `  ${name}  ${state.ended.size}/${state.trials.length}  ${doing}`;
      });
    const ended = [...this.rigs.values()].reduce((sum, state) => sum + state.ended.size, 0);
    const money = this.plan.local ? 'no cost' : `$${this.usdSoFar(now).toFixed(2)} so far (modelled)`;
    const left = Math.round(this.secondsLeft());
    const passed = formatSeconds(Math.round((now - this.startedAt) / 1000));
    return [
      ...rigs,
      `  ${ended} of ${this.plan.trials.length} trials, ${passed} passed, about ${formatSeconds(left)} left, ${money}`,
    ];
  }
}

function keyOf(call: CallRecord): string {
  const { Key } = call.input as { Key?: unknown };
  return typeof Key === 'string' ? Key : '';
}
