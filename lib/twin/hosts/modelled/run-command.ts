/** One command on one simulated host, from delivery to exit code: `run-script.sh` without processes. */
import type { DesiredFixture } from '../../../experiment/fixtures/difference';
import { FIXTURES_STEP_NAME } from '../../../experiment/fixtures/script';
import { FIXTURE_MISMATCH } from '../../../shapes/fixture';
import { type Random, makeStreams } from '../../../shapes/random';
import type { HostStatus } from '../../../workloads/contract';
import type { Clock } from '../../../asl/clock/clock';
import { Stop } from '../../../asl/clock/stop';
import type { ObjectStore } from '../../cloud/s3/store';
import { type CommandResult, type HostCommand, getErrorMessage, type RunningCommand } from '../driver';
import {
  type HostTask,
  findHostTask,
  type BucketDocuments,
  parseExecution,
  parsePredecessor,
  type CommandParameters,
  readParameters,
} from './host-task';
import type { ExternalHosts } from '../registered-hosts';
import { type CommandRun, storeResults as storeAll } from './store-results';
import type { SimulatedFixtures } from './fixtures';
import { scheduleFixtureCheck, scheduleCommand, type ScheduledRun } from './schedule';
import type { SimulatedTrials } from './trials';

interface HostWorkerOptions {
  readonly clock: Clock;
  readonly store: Pick<ObjectStore, 'put'>;
  readonly documents: BucketDocuments;
  readonly trials: SimulatedTrials;
  readonly fixtures: SimulatedFixtures;
  readonly registered: ExternalHosts;
  readonly seed: string;
  /** Clock error of a host, seconds; positive if the clock is ahead. */
  readonly skewOf: (instanceId: string) => number;
  /** Why hosts cannot work with a target kind; undefined if they can. */
  readonly problemOf: (task: HostTask) => string | undefined;
}

/** `MANAGED_LATE_SECONDS` of `workloads/host/managed.sh`. */
const MAX_START_DELAY_SECONDS = 400;

/** Why a command was ended from outside. */
export type EndReason = 'cancel' | 'expel' | 'terminate';

/** Exit code in SSM of a command that did not end by itself. */
const NO_EXIT_CODE = -1;
/** Placeholder of a rig without created resources: SSM accepts no empty parameter. */
const NO_ENDPOINTS = 'none';
/** Exit codes of `run-script.sh`. */
export const EXIT = {
  noHost: 91,
  noObject: 92,
  superseded: 96,
  otherScript: 97,
  failed: 1,
  timeOut: 124,
  cancelled: 143,
  /** From `slots_check` in `workloads/shell/status.sh`. */
  otherFixtures: 75,
} as const;
/** A tenth of a command's time, at most a minute, is reserved for storing its results. */
const STORING_TIME = { share: 0.1, mostSeconds: 60 };

/** One command on one host. Every problem becomes a failed command. @param ended its reason is an {@link EndReason} */
export type HostWorker = (
  instanceId: string,
  command: HostCommand,
  ended: Stop<EndReason>,
  otherCommands?: OtherCommands,
) => Promise<CommandResult>;

export interface OtherCommands {
  /** Commands of other attempts that could not be ended. */
  readonly others: readonly string[];
  /** Whether the command ignored a request to end. */
  readonly isAskedToEnd: () => boolean;
}

const NO_OTHER_COMMANDS: OtherCommands = { others: [], isAskedToEnd: () => false };

type HostClock = Pick<Clock, 'now' | 'sleep'>;

function skewClock(clock: Clock, seconds: number): HostClock {
  return { now: () => clock.now() + seconds * 1000, sleep: (milliseconds, end) => clock.sleep(milliseconds, end) };
}

/** The part of a command that is the same for all hosts. */
interface PreparedCommand {
  readonly parameters: CommandParameters;
  readonly task: HostTask;
  /** Fixtures of the command `fixtures`; null for other commands. */
  readonly wanted: readonly DesiredFixture[] | null;
  /** A separate stream for each host, by its name. */
  readonly streams: (host: string) => Random;
}

/** @returns a worker that prepares a command once for all hosts: fleets have hundreds */
export function makeHostWorker(options: HostWorkerOptions): HostWorker {
  const orders = new WeakMap<HostCommand, Promise<PreparedCommand | CommandResult>>();
  return async (instanceId, command, ended, otherCommands = NO_OTHER_COMMANDS) => {
    try {
      const skew = options.skewOf(instanceId);
      const clock = skewClock(options.clock, skew);
      const received = clock.now() / 1000;
      const { HostsKey = '' } = command.parameters;
      const host = await options.documents.host(HostsKey, instanceId);
      if (host === null) return toResult(EXIT.noHost, '', `${HostsKey} has no line for host ${instanceId}`);
      const found = orders.get(command) ?? prepareCommand(command, options);
      orders.set(command, found);
      const order = await found;
      if ('exitCode' in order) return order;
      const { parameters, task, wanted, streams } = order;
      const { others } = otherCommands;
      const { fixtures, registered, trials, store } = options;
      if (registered.has(instanceId)) {
        const { executionId, expiresAt } = task.plan;
        const age = Math.floor(received - Number(parameters.IssuedAt) / 1000);
        const isFirst = !registered.holds(instanceId, executionId) && task.command !== task.rig.clean;
        if (isFirst && age > MAX_START_DELAY_SECONDS)
          return toResult(EXIT.failed, '', `sent ${age} s ago, which is too late`);
        if (registered.arrive(instanceId, { executionId, until: 1000 * expiresAt })) fixtures.forget(instanceId);
      }
      const cleans = task.command === task.rig.clean;
      if (cleans && registered.isStuck(instanceId)) return toResult(EXIT.failed, '', 'a mount cannot be removed');
      const stated = wanted === null ? task.trial?.plan.slots : undefined;
      const wrongFixture = stated === undefined ? null : fixtures.findProblem(instanceId, host.role, stated);
      const applied = wanted === null ? null : fixtures.apply(instanceId, host.role, wanted);
      const time = { now: received, skew };
      const looksOnly = wrongFixture !== null || applied?.changes === false;
      const scheduled = looksOnly
        ? scheduleFixtureCheck(received, streams(host.host))
        : scheduleCommand(task, parameters, host, trials, time, streams(host.host), others.length);
      const slots = (): HostStatus['slots'] => fixtures.status(instanceId) ?? (stated === undefined ? undefined : {});
      const ran = { host, parameters, kind: task.copy.kind, others, wrongFixture };
      const running = {
        ...scheduled,
        received,
        ran,
        slots,
        isAskedToEnd: otherCommands.isAskedToEnd,
        ready: () => (cleans ? registered.leave(instanceId) : applied?.end(true)),
      };
      return await runScheduled(command, running, ended, { clock, store });
    } catch (error) {
      return toResult(EXIT.failed, '', getErrorMessage(error));
    }
  };
}

/** @returns the prepared command, or why it cannot run */
async function prepareCommand(
  command: HostCommand,
  { documents, seed, problemOf }: HostWorkerOptions,
): Promise<PreparedCommand | CommandResult> {
  const parameters = readParameters(command.parameters);
  const found = await documents.sha256(parameters.ScriptKey);
  if (found === null) return toResult(EXIT.noObject, '', `cannot read ${parameters.ScriptKey}`);
  if (found !== parameters.ScriptSha256)
    return toResult(EXIT.otherScript, '', `SHA-256 of ${parameters.ScriptKey} is ${found}, another was expected`);
  const { EndpointsKey } = parameters;
  if (EndpointsKey !== '' && EndpointsKey !== NO_ENDPOINTS && (await documents.sha256(EndpointsKey)) === null)
    return toResult(EXIT.noObject, '', `cannot read ${EndpointsKey}`);
  const execution = parseExecution(parameters);
  const plan = execution === null ? null : await documents.plan(execution);
  if (execution === null || plan === null)
    return toResult(EXIT.noObject, '', `no plan for results below ${parameters.OutputPrefix}`);
  const task = findHostTask(plan, execution, parameters);
  const problem = problemOf(task);
  if (problem !== undefined) return toResult(EXIT.failed, '', problem);
  const { Attempt, Step } = parameters;
  const streams = makeStreams(`${seed} ${plan.executionId} ${task.rig.rig} ${Attempt} ${Step}`);
  // Steps that prepare a target instance have its name as prefix.
  const puts = Step === FIXTURES_STEP_NAME || Step.endsWith(`-${FIXTURES_STEP_NAME}`);
  const wanted = puts ? await documents.fixtures(parameters.ScriptKey) : null;
  return { parameters, task, wanted, streams };
}

interface HostRun extends ScheduledRun {
  readonly received: number;
  readonly ran: Pick<CommandRun, 'host' | 'parameters' | 'kind' | 'others' | 'wrongFixture'>;
  /** Fixtures at the end of the command. */
  readonly slots: () => CommandRun['slots'];
  /** Called when the command has done all its work. */
  readonly ready: () => unknown;
  readonly isAskedToEnd: OtherCommands['isAskedToEnd'];
}

/** Waits, and stores the results at the end. */
async function runScheduled(
  command: HostCommand,
  { received, began, ends, output, ran, slots, ready, isAskedToEnd }: HostRun,
  ended: Stop<EndReason>,
  { clock, store }: { readonly clock: HostClock; readonly store: HostWorkerOptions['store'] },
): Promise<CommandResult> {
  const waiting = parsePredecessor(ran.parameters)?.seconds ?? 0;
  const limit = (Number(ran.parameters.ExecutionTimeout) || command.executionTimeoutSeconds) - waiting;
  const gaveUp = received + limit - Math.min(limit * STORING_TIME.share, STORING_TIME.mostSeconds);
  const killed = received + command.executionTimeoutSeconds;
  const then = Math.min(ends, gaveUp, killed);
  const how = ended.aborted ? 'cancelled' : await clock.sleep(then * 1000 - clock.now(), ended);
  const at = clock.now() / 1000;
  const leave = async (rc: number, problem: string): Promise<string> => {
    const whole = rc === 0 ? output : null;
    const { stored, kept } = await storeAll(
      {
        ...ran,
        slots: slots(),
        rc,
        started: whole === null ? received : began,
        ended: at,
        sent: clock.now() / 1000,
        output: whole,
        problem,
      },
      store,
    );
    return `${stored} files stored, ${kept} of them were there already`;
  };
  const line = (rc: number, text: string): string => {
    const { Attempt, Step } = ran.parameters;
    return `${Attempt} ${Step} ${ran.host.host}: exit ${rc} after ${(at - received).toFixed(3)} s, ${text}`;
  };
  if (how === 'cancelled') {
    if (ended.reason === 'terminate') return { ...toResult(NO_EXIT_CODE, '', 'the host was terminated') };
    const stored = await leave(EXIT.cancelled, 'the command was cancelled');
    if (ended.reason === 'expel') return toResult(EXIT.cancelled, line(EXIT.cancelled, stored), '');
    return { exitCode: NO_EXIT_CODE, status: 'Cancelled', stdout: line(EXIT.cancelled, stored), stderr: '' };
  }
  if (then === killed && then < Math.min(ends, gaveUp))
    return { exitCode: NO_EXIT_CODE, status: 'TimedOut', stdout: '', stderr: '' };
  if (then === ends && isAskedToEnd()) {
    const late = line(EXIT.cancelled, await leave(EXIT.cancelled, 'the command was cancelled'));
    return toResult(EXIT.cancelled, late, '');
  }
  if (then === ends && ran.wrongFixture !== null) {
    const problem = `${FIXTURE_MISMATCH}: ${ran.wrongFixture}`;
    return toResult(EXIT.otherFixtures, line(EXIT.otherFixtures, await leave(EXIT.otherFixtures, problem)), problem);
  }
  if (then === ends) {
    ready();
    return toResult(0, line(0, await leave(0, '')), '');
  }
  const problem = `the time was over after ${(at - received).toFixed(3)} s`;
  return toResult(EXIT.timeOut, line(EXIT.timeOut, await leave(EXIT.timeOut, problem)), problem);
}

export function toResult(exitCode: number, stdout: string, stderr: string): CommandResult {
  return { exitCode, status: exitCode === 0 ? 'Success' : 'Failed', stdout, stderr };
}

/** Interval at which a host checks whether another command has arrived and ended, milliseconds. */
const PREDECESSOR_POLL_MS = 100;

/** Waits for the command that was sent before. @returns why the command cannot begin; null if it can */
export async function awaitPredecessor(
  commands: ReadonlyMap<string, Pick<RunningCommand, 'done'>>,
  { parameters }: HostCommand,
  end: Stop<EndReason>,
  clock: Clock,
): Promise<CommandResult | null> {
  const before = parsePredecessor(parameters);
  if (before === null) return null;
  const until = clock.now() + 1000 * before.seconds;
  while (!commands.has(before.command) && clock.now() < until && !end.aborted)
    await clock.sleep(PREDECESSOR_POLL_MS, end);
  const first = commands.get(before.command);
  const over = new Stop();
  const stop = (): void => over.stop('over');
  end.addEventListener('abort', stop);
  const how = end.aborted
    ? 'cancelled'
    : first === undefined
      ? 'elapsed'
      : await Promise.race([first.done, clock.sleep(until - clock.now(), over)]);
  end.removeEventListener('abort', stop);
  stop();
  if (how === 'cancelled') return toResult(EXIT.cancelled, '', `ended before ${before.command} had ended`);
  if (how === 'elapsed') return toResult(EXIT.timeOut, '', `${before.command} did not end within ${before.seconds} s`);
  return null;
}
