/**
 * Hosts of a rehearsal: no process, no file. They answer commands in virtual time with what a model of target, host and
 * network makes of them, in the output format of the tools, marked as simulated.
 */
import { FsxbenchError } from '../../../shapes/errors';
import type { CopyPlan } from '../../../shapes/plan';
import { type Random, randomFrom } from '../../../shapes/random';
import { targetOf } from '../../../targets/registry';
import type { Workload } from '../../../workloads/contract';
import { workloadOf as registeredWorkload } from '../../../workloads/registry';
import type { Cancel, Clock } from '../../../asl/clock/clock';
import { Stop } from '../../../asl/clock/stop';
import type { ObjectStore } from '../../cloud/s3/store';
import type { CommandResult, HostCommand, HostDriver, HostLaunch, RunningCommand } from '../driver';
import { CLEAN_STEP } from '../../../experiment/fixtures/managed';
import { RegisteredHosts } from '../registered';
import { type Asked, documents, executionOf, parametersOf } from './find-command';
import { ModelledFixtures } from './fixtures';
import { between } from './performance/noise';
import { type ModelOf, notModelled, type OnMoved, trials } from './trials';
import type { OnLoad } from './server-load';
import { type Ending, EXIT, result, type Work, worker } from './work';

export interface ModelledHostsOptions {
  readonly clock: Clock;
  /** The results bucket. */
  readonly store: Pick<ObjectStore, 'get' | 'put'>;
  /** The same seed gives the same answers. */
  readonly seed: string;
  /** Seconds from launch until the agent answers. Default: 60 to 150. */
  readonly bootSeconds?: (launch: HostLaunch) => number;
  /** What a target is taken for; null where nothing is known. Default: as its kind says. */
  readonly modelOf?: ModelOf;
  /** Commands that do not end when another attempt wants their host. Default: none. */
  readonly stubborn?: (command: HostCommand) => boolean;
  /** Seconds by which the clock of a host is off, positive where it is ahead. Default: 0. */
  readonly skewOf?: (instanceId: string) => number;
  /** What stands on hosts. Default: nothing at first. */
  readonly fixtures?: ModelledFixtures;
  /** Hosts that others own. Default: none. */
  readonly registered?: RegisteredHosts;
  /** Default: the registry. */
  readonly workloadOf?: (kind: string) => Workload | undefined;
  /** Told of what hosts read and write. */
  readonly onMoved?: OnMoved | undefined;
  /** Told of what servers of storage have to do. */
  readonly onLoad?: OnLoad<Asked> | undefined;
}

/** Hosts of a rehearsal are never this machine: what lives on it elsewhere is on managed hosts. */
const modelled: ModelOf = (kind, config, mount, instanceTypes) => {
  const target = targetOf(kind);
  return (target?.onManaged ?? target)?.model(config, mount, instanceTypes) ?? null;
};

/** Seconds until an instance is managed by Systems Manager. Assumed: one to three minutes are commonly seen. */
const BOOT_SECONDS = { least: 60, most: 150 };
/** Seconds that an instance is shutting down. Assumed. */
const SHUT_DOWN_SECONDS = { least: 15, most: 45 };

interface LivingHost {
  /** Stopped when the host is told to end. */
  readonly ending: Stop<Ending>;
  readonly seed: string;
  /** First deliveries by attempt and command. */
  readonly commands: Map<string, Promise<CommandResult>>;
  presence: Presence;
  /** Whose commands it took last; of hosts that others own, none once it is cleaned. */
  execution?: string | undefined;
  gone: Promise<void> | null;
}

/** @returns hosts without processes */
export function modelledHosts(options: ModelledHostsOptions): HostDriver {
  const { clock, seed, modelOf = modelled, registered = new RegisteredHosts() } = options;
  const fixtures = options.fixtures ?? new ModelledFixtures();
  const living = new Map<string, LivingHost>();
  /** Copies whose target has a model. */
  const known = new WeakSet<CopyPlan>();
  const work = worker({
    clock,
    store: options.store,
    documents: documents(options.store),
    trials: trials({ ...options, modelOf, workloadOf: options.workloadOf ?? registeredWorkload }),
    seed,
    fixtures,
    registered,
    skewOf: options.skewOf ?? (() => 0),
    problemOf: ({ copy }) => {
      if (known.has(copy)) return undefined;
      if (modelOf(copy.kind, copy.targetConfig) === null) return notModelled(copy.kind);
      known.add(copy);
      return undefined;
    },
  });

  const begin = beginner(options, work);

  async function launch(host: HostLaunch): Promise<void> {
    const ending = new Stop<Ending>();
    const one = { ending, seed: `${seed} ${host.instanceId}`, commands: new Map(), presence: nobody(), gone: null };
    living.set(host.instanceId, one);
    if (registered.has(host.instanceId)) return;
    const seconds = options.bootSeconds?.(host) ?? drawn(`${seed} ${host.instanceId} boot`, BOOT_SECONDS);
    if ((await clock.sleep(seconds * 1000, ending)) === 'cancelled')
      throw new FsxbenchError('HostFailed', `host ${host.instanceId} was terminated while it booted`);
  }

  function run(instanceId: string, command: HostCommand): RunningCommand {
    const host = living.get(instanceId);
    if (host === undefined || host.ending.aborted) return refused(`host ${instanceId} is not there`);
    if (registered.has(instanceId)) arrive(host, instanceId, command, fixtures);
    const end = new Stop<Ending>();
    const terminated = (): void => end.stop('terminate');
    host.ending.addEventListener('abort', terminated);
    const { Attempt = '', Step = '' } = command.parameters;
    const lock = `${Attempt} ${Step}`;
    const first = host.commands.get(lock);
    const { promise: begun, resolve: begins } = resolvers();
    const done =
      first === undefined ? begin(instanceId, host, command, end, begins) : follow(first, command, end, clock);
    if (first === undefined) host.commands.set(lock, done);
    const cleans = Step === CLEAN_STEP && registered.has(instanceId);
    void done.then(({ exitCode }) => {
      host.ending.removeEventListener('abort', terminated);
      if (exitCode === 0 && cleans) forget(host, instanceId, fixtures);
    });
    return { done, ...(first === undefined ? { begun } : {}), cancel: () => end.stop('cancel') };
  }

  function terminate(instanceId: string): Promise<void> {
    const host = living.get(instanceId);
    if (host === undefined) return Promise.resolve();
    host.ending.stop('terminate');
    host.gone ??= clock.sleep(drawn(`${host.seed} end`, SHUT_DOWN_SECONDS) * 1000).then(() => {
      living.delete(instanceId);
    });
    return host.gone;
  }

  return { launch, run, terminate, survivors: () => Promise.resolve([]) };
}

function resolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Of hosts that others own: nothing that an earlier execution left stands in its way, nor what that one was told. */
function arrive(host: LivingHost, id: string, { parameters }: HostCommand, fixtures: ModelledFixtures): void {
  const execution = executionOf(parametersOf(parameters))?.executionId;
  if (host.execution !== undefined && host.execution !== execution) forget(host, id, fixtures);
  host.execution = execution;
}

function forget(host: LivingHost, id: string, fixtures: ModelledFixtures): void {
  host.commands.clear();
  host.presence = nobody();
  host.execution = undefined;
  fixtures.forget(id);
}

/** @returns what lets a command begin on its host once no other attempt is there; it never rejects */
function beginner({ clock, stubborn }: ModelledHostsOptions, work: Work) {
  return async (instanceId: string, host: LivingHost, command: HostCommand, end: Stop<Ending>, begins: () => void) => {
    const own = { end, stubborn: stubborn?.(command) === true };
    const random = (): Random => randomFrom(`${host.seed} ${command.commandId}`);
    const entered = await enter(host.presence, command, own, clock, random);
    if ('refused' in entered) return result(EXIT.superseded, '', entered.refused);
    const { present, others } = entered;
    begins();
    const given = await work(instanceId, command, end, { others, told: () => present.told });
    host.presence.running.delete(present);
    return given;
  };
}

/** A second delivery: it waits for the end of the first, and has its exit code. */
async function follow(
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
  return { ...given, stdout: `delivered twice; this is the exit code of the first delivery: ${given.exitCode}` };
}

function drawn(seed: string, { least, most }: { readonly least: number; readonly most: number }): number {
  return Math.round(between(randomFrom(seed), least, most) * 1000) / 1000;
}

function refused(reason: string): RunningCommand {
  return { done: Promise.resolve({ exitCode: -1, status: 'Failed', stdout: '', stderr: reason }), cancel: () => {} };
}

// * * Which commands run on a modelled host, as `workloads/host/attempts.sh` keeps it: those of one attempt run beside
// each other, one of another attempt first ends what the older left, and one that comes late is refused.

/** Seconds until a script has ended that was told to. Assumed: as measured here for fio. */
const EXPEL_SECONDS = { least: 0.2, most: 1 };

/** A command on its host. */
export interface Present {
  readonly attempt: string;
  readonly step: string;
  readonly end: Stop<Ending>;
  /** It does not end when it is told to: as a process that waits for a device. */
  readonly stubborn: boolean;
  /** It was told to end; a stubborn one hears of it at its own end. */
  told: boolean;
}

interface Presence {
  readonly running: Set<Present>;
  /** Resolves when whoever came before has entered: one after the other, as the scripts lock their gate. */
  gate: Promise<unknown>;
  newest: { readonly attempt: string; readonly issued: number };
}

export function nobody(): Presence {
  return { running: new Set(), gate: Promise.resolve(), newest: { attempt: '', issued: 0 } };
}

/**
 * Lets a command in, once older attempts have ended.
 * @returns which commands of other attempts go on all the same, or why it is refused
 */
export function enter(...given: Parameters<typeof throughGate>): ReturnType<typeof throughGate> {
  const [presence] = given;
  const entered = presence.gate.then(() => throughGate(...given));
  presence.gate = entered;
  return entered;
}

async function throughGate(
  presence: Presence,
  { parameters }: HostCommand,
  own: Pick<Present, 'end' | 'stubborn'>,
  clock: Clock,
  random: () => Random,
): Promise<{ readonly present: Present; readonly others: readonly string[] } | { readonly refused: string }> {
  const { Attempt: attempt = '', Step: step = '', IssuedAt = '0' } = parameters;
  const issued = Number(IssuedAt);
  if (presence.newest.attempt !== attempt) {
    if (issued > 0 && issued < presence.newest.issued)
      return { refused: `attempt ${presence.newest.attempt} was begun after this command was sent` };
    presence.newest = { attempt, issued };
  }
  const older = [...presence.running].filter((one) => one.attempt !== attempt);
  for (const one of older) {
    one.told = true;
    if (!one.stubborn) one.end.stop('expel');
  }
  if (older.length > 0) await clock.sleep(1000 * between(random(), EXPEL_SECONDS.least, EXPEL_SECONDS.most));
  const present: Present = { ...own, attempt, step, told: false };
  presence.running.add(present);
  const others = older.filter((one) => presence.running.has(one));
  return { present, others: others.map((one) => `${one.attempt} ${one.step}`) };
}
