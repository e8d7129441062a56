/** Hosts of a rehearsal: answer in virtual time from models of target, host and network, marked as simulated. */
import { FsxbenchError } from '../../../shapes/errors';
import type { CopyPlan } from '../../../shapes/plan';
import { type Random, makeRandom } from '../../../shapes/random';
import { findTarget } from '../../../targets/registry';
import type { Workload } from '../../../workloads/contract';
import { findWorkload as registeredWorkload } from '../../../workloads/registry';
import type { Cancel, Clock } from '../../../asl/clock/clock';
import { Stop } from '../../../asl/clock/stop';
import type { ObjectStore } from '../../cloud/s3/store';
import type { CommandResult, HostCommand, HostDriver, HostLaunch, RunningCommand } from '../driver';
import { CLEAN_STEP_NAME } from '../../../experiment/fixtures/managed-hosts';
import { ExternalHosts } from '../registered-hosts';
import { type HostTask, makeBucketDocuments, parseExecution, readParameters } from './host-task';
import { SimulatedFixtures } from './fixtures';
import { drawUniform } from './performance/noise';
import { type ModelFinder, formatMissingModel, type TransferListener, makeSimulatedTrials } from './trials';
import type { LoadListener } from './server-load';
import { awaitPredecessor, type EndReason, EXIT, toResult, type HostWorker, makeHostWorker } from './run-command';

export interface ModelledHostsOptions {
  readonly clock: Clock;
  /** The results bucket. */
  readonly store: Pick<ObjectStore, 'get' | 'put'>;
  /** Seed of random numbers: the same seed makes the same results. */
  readonly seed: string;
  /** Seconds from launch until the agent answers. Default: 60 to 150. */
  readonly bootSeconds?: (launch: HostLaunch) => number;
  /** The model of a target; null if there is none. Default: that of its kind. */
  readonly modelOf?: ModelFinder;
  /** Commands that do not end when another attempt needs their host. Default: none. */
  readonly stubborn?: (command: HostCommand) => boolean;
  /** Clock error of a host, seconds; positive if the clock is ahead. Default: 0. */
  readonly skewOf?: (instanceId: string) => number;
  /** Fixtures of the hosts. Default: none at first. */
  readonly fixtures?: SimulatedFixtures;
  /** External hosts. Default: none. */
  readonly registered?: ExternalHosts;
  /** Default: the registry. */
  readonly workloadOf?: (kind: string) => Workload | undefined;
  /** Called with the bytes that hosts read and write. */
  readonly onMoved?: TransferListener | undefined;
  /** Called with the load of storage servers. */
  readonly onLoad?: LoadListener<HostTask> | undefined;
}

/** In a rehearsal, targets on this machine are simulated on managed hosts. */
const findModel: ModelFinder = (kind, config, mount, instanceTypes) => {
  const target = findTarget(kind);
  return (target?.onManaged ?? target)?.performance.model(config, mount, instanceTypes) ?? null;
};

/** Seconds until an instance is managed by Systems Manager. Assumed: typically one to three minutes. */
const BOOT_SECONDS_RANGE = { least: 60, most: 150 };
/** Seconds of the state shutting-down. Assumed. */
const SHUTDOWN_SECONDS_RANGE = { least: 15, most: 45 };

type FirstDelivery = Required<Pick<RunningCommand, 'done' | 'begun'>>;

interface RunningHost {
  /** Stopped when a call terminates the host. */
  readonly ending: Stop<EndReason>;
  readonly seed: string;
  /** First deliveries by attempt and command. */
  readonly commands: Map<string, FirstDelivery>;
  presence: HostQueue;
  /** The execution of its last command; on external hosts none after the cleanup. */
  execution?: string | undefined;
  gone: Promise<void> | null;
}

/** @returns hosts without processes */
export function makeModelledHosts(options: ModelledHostsOptions): HostDriver {
  const { clock, seed, modelOf = findModel, registered = new ExternalHosts() } = options;
  const fixtures = options.fixtures ?? new SimulatedFixtures();
  const living = new Map<string, RunningHost>();
  /** Target instances with a model. */
  const known = new WeakSet<CopyPlan>();
  const work = makeHostWorker({
    clock,
    store: options.store,
    documents: makeBucketDocuments(options.store),
    trials: makeSimulatedTrials({ ...options, modelOf, workloadOf: options.workloadOf ?? registeredWorkload }),
    seed,
    fixtures,
    registered,
    skewOf: options.skewOf ?? (() => 0),
    problemOf: ({ copy }) => {
      if (known.has(copy)) return undefined;
      if (modelOf(copy.kind, copy.targetConfig) === null) return formatMissingModel(copy.kind);
      known.add(copy);
      return undefined;
    },
  });

  const begin = makeStarter(options, work);

  async function launch(host: HostLaunch): Promise<void> {
    const ending = new Stop<EndReason>();
    const own = `${seed} ${host.instanceId}`;
    const one = { ending, seed: own, commands: new Map(), presence: makeHostQueue(), gone: null };
    living.set(host.instanceId, one);
    if (registered.has(host.instanceId)) return;
    const seconds = options.bootSeconds?.(host) ?? drawSeconds(`${own} boot`, BOOT_SECONDS_RANGE);
    if ((await clock.sleep(seconds * 1000, ending)) === 'cancelled')
      throw new FsxbenchError('HostFailed', `host ${host.instanceId} was terminated while it booted`);
  }

  function run(instanceId: string, command: HostCommand): RunningCommand {
    const host = living.get(instanceId);
    if (host === undefined || host.ending.aborted) return makeRefusedResult(`host ${instanceId} is not there`);
    if (registered.has(instanceId)) prepareExternalHost(host, instanceId, command, fixtures);
    const end = new Stop<EndReason>();
    const terminated = (): void => end.stop('terminate');
    host.ending.addEventListener('abort', terminated);
    const { Attempt = '', Step = '' } = command.parameters;
    const lock = `${Attempt} ${Step}`;
    const first = host.commands.get(lock);
    const { done, begun } =
      first === undefined
        ? startFirst(host, lock, (begins) => begin(instanceId, host, command, end, begins))
        : { done: awaitFirstRun(first.done, command, end, clock), begun: first.begun };
    const cleans = Step === CLEAN_STEP_NAME && registered.has(instanceId);
    void done.then(({ exitCode }) => {
      host.ending.removeEventListener('abort', terminated);
      if (exitCode === 0 && cleans) resetHost(host, instanceId, fixtures);
    });
    return { done, begun, cancel: () => end.stop('cancel') };
  }

  function terminate(instanceId: string): Promise<void> {
    const host = living.get(instanceId);
    if (host === undefined) return Promise.resolve();
    host.ending.stop('terminate');
    host.gone ??= clock.sleep(drawSeconds(`${host.seed} end`, SHUTDOWN_SECONDS_RANGE) * 1000).then(() => {
      living.delete(instanceId);
    });
    return host.gone;
  }

  return { launch, run, terminate, survivors: () => Promise.resolve([]) };
}

function startFirst(
  { commands }: RunningHost,
  lock: string,
  start: (begins: () => void) => Promise<CommandResult>,
): FirstDelivery {
  const { promise: begun, resolve } = makeResolvers();
  const delivery = { done: start(resolve), begun };
  commands.set(lock, delivery);
  return delivery;
}

function makeResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Prepares an external host: leftovers and delivered commands of an earlier execution have no effect. */
function prepareExternalHost(
  host: RunningHost,
  id: string,
  { parameters }: HostCommand,
  fixtures: SimulatedFixtures,
): void {
  const execution = parseExecution(readParameters(parameters))?.executionId;
  if (host.execution !== undefined && host.execution !== execution) resetHost(host, id, fixtures);
  host.execution = execution;
}

function resetHost(host: RunningHost, id: string, fixtures: SimulatedFixtures): void {
  host.commands.clear();
  host.presence = makeHostQueue();
  host.execution = undefined;
  fixtures.forget(id);
}

/** @returns a function that starts a command after other attempts have ended; the function never rejects */
function makeStarter({ clock, stubborn }: ModelledHostsOptions, work: HostWorker) {
  return async (
    instanceId: string,
    host: RunningHost,
    command: HostCommand,
    end: Stop<EndReason>,
    begins: () => void,
  ) => {
    const own = { end, stubborn: stubborn?.(command) === true };
    const waited = await awaitPredecessor(host.commands, command, end, clock);
    if (waited !== null) return waited;
    const random = (): Random => makeRandom(`${host.seed} ${command.commandId}`);
    const entered = await admitCommand(host.presence, command, own, clock, random);
    if ('refused' in entered) return toResult(EXIT.superseded, '', entered.refused);
    const { present, others } = entered;
    begins();
    const given = await work(instanceId, command, end, { others, isAskedToEnd: () => present.isAskedToEnd });
    host.presence.running.delete(present);
    return given;
  };
}

/** A second delivery waits for the end of the first, and returns its exit code. */
async function awaitFirstRun(
  first: Promise<CommandResult>,
  { executionTimeoutSeconds }: HostCommand,
  end: Cancel,
  clock: Clock,
): Promise<CommandResult> {
  const over = new Stop();
  const stop = (): void => over.stop('over');
  end.addEventListener('abort', stop, { once: true });
  const given = await Promise.race([first, clock.sleep(executionTimeoutSeconds * 1000, over)]);
  end.removeEventListener('abort', stop);
  stop();
  if (given === 'elapsed') return { exitCode: -1, status: 'TimedOut', stdout: '', stderr: '' };
  if (given === 'cancelled') return { exitCode: -1, status: 'Cancelled', stdout: '', stderr: '' };
  return { ...given, stdout: `delivered twice; exit code of the first delivery: ${given.exitCode}` };
}

function drawSeconds(seed: string, { least, most }: { readonly least: number; readonly most: number }): number {
  return Math.round(drawUniform(makeRandom(seed), least, most) * 1000) / 1000;
}

function makeRefusedResult(reason: string): RunningCommand {
  return { done: Promise.resolve({ exitCode: -1, status: 'Failed', stdout: '', stderr: reason }), cancel: () => {} };
}

// As in `workloads/host/attempts.sh`: a newer attempt ends commands of older attempts; late commands are refused.

/** Seconds from the request to end a script until it has ended. Assumed: as measured here for fio. */
const ABORT_SECONDS_RANGE = { least: 0.2, most: 1 };

export interface ActiveCommand {
  readonly attempt: string;
  readonly step: string;
  readonly end: Stop<EndReason>;
  /** Ignores the request to end, like a process that waits for a device. */
  readonly stubborn: boolean;
  /** Whether the command was asked to end. A stubborn command reacts only when it ends by itself. */
  isAskedToEnd: boolean;
}

interface HostQueue {
  readonly running: Set<ActiveCommand>;
  /** Resolves when earlier commands have entered: one after another, like the lock in the scripts. */
  gate: Promise<unknown>;
  newest: { readonly attempt: string; readonly issued: number };
}

export function makeHostQueue(): HostQueue {
  return { running: new Set(), gate: Promise.resolve(), newest: { attempt: '', issued: 0 } };
}

/** Admits a command after older attempts ended. @returns other commands that still run, or why this one is refused */
export function admitCommand(...given: Parameters<typeof abortOlderAttempts>): ReturnType<typeof abortOlderAttempts> {
  const [presence] = given;
  const entered = presence.gate.then(() => abortOlderAttempts(...given));
  presence.gate = entered;
  return entered;
}

async function abortOlderAttempts(
  presence: HostQueue,
  { parameters }: HostCommand,
  own: Pick<ActiveCommand, 'end' | 'stubborn'>,
  clock: Clock,
  random: () => Random,
): Promise<{ readonly present: ActiveCommand; readonly others: readonly string[] } | { readonly refused: string }> {
  const { Attempt: attempt = '', Step: step = '', IssuedAt = '0' } = parameters;
  const issued = Number(IssuedAt);
  if (presence.newest.attempt !== attempt) {
    if (issued > 0 && issued < presence.newest.issued)
      return { refused: `attempt ${presence.newest.attempt} was begun after this command was sent` };
    presence.newest = { attempt, issued };
  }
  const older = [...presence.running].filter((one) => one.attempt !== attempt);
  for (const one of older) {
    one.isAskedToEnd = true;
    if (!one.stubborn) one.end.stop('expel');
  }
  if (older.length > 0)
    await clock.sleep(1000 * drawUniform(random(), ABORT_SECONDS_RANGE.least, ABORT_SECONDS_RANGE.most));
  const present: ActiveCommand = { ...own, attempt, step, isAskedToEnd: false };
  presence.running.add(present);
  const others = older.filter((one) => presence.running.has(one));
  return { present, others: others.map((one) => `${one.attempt} ${one.step}`) };
}
