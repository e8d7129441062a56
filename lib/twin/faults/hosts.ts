/**
 * Hosts that die, hang, never register, fall silent, have a wrong clock, end themselves at their expiry, or that
 * somebody meddles with.
 */
import type { Clock } from '../../asl/clock/clock';
import { Stop } from '../../asl/clock/stop';
import type { SlotStatus } from '../../shapes/fixture';
import { TAG } from '../../shapes/layout';
import type { RegisteredHosts } from '../hosts/registered';
import type { ModelledFixtures } from '../hosts/modelled/fixtures';
import type { HostCommand, HostDriver, HostLaunch, RunningCommand } from '../hosts/driver';
import type { World } from '../world';
import { type Campaign, type RuleOf, rulesOf } from './campaign';
import type { Strikes } from './strikes';
import { isWithout } from './without';

/** A command that a host ran. Epoch milliseconds. */
export interface HostWork {
  readonly instanceId: string;
  readonly attempt: string;
  readonly step: string;
  readonly outputPrefix: string;
  /** When its script could begin: until then it waits for what older attempts left. */
  from: number;
  /** Null while it runs. */
  until: number | null;
  /** It ended well. */
  succeeded: boolean;
  readonly role: string;
  /** What stood on the host at its end. */
  slots?: Readonly<Record<string, SlotStatus>> | undefined;
}

/** Silence of an agent that restarts, seconds: longer than SSM needs to call it lost. */
const RESTART_SECONDS = 120;
/** What a clock is off where the rule does not say: more than any window, less than hosts wait for each other. */
const SKEW_SECONDS = 300;

/** Seconds by which clocks of hosts are off, by instance id; positive where they are ahead. */
export type Skews = Map<string, number>;

export interface FaultyHosts {
  readonly driver: HostDriver;
  /** Everything that hosts ran, in order of its begin. */
  readonly work: readonly HostWork[];
}

export interface FaultyWorld {
  readonly campaign: Campaign;
  readonly strikes: Strikes;
  readonly clock: Clock;
  readonly skews?: Skews;
  readonly fixtures?: Pick<ModelledFixtures, 'meddle' | 'status'>;
  readonly world: () => World;
}

/** A driver that does as another does, but for the rules of a campaign. */
export function faultyHosts(
  inner: HostDriver,
  { campaign, strikes, clock, skews = new Map(), fixtures, world }: FaultyWorld,
): FaultyHosts {
  const rules = rulesOf(campaign, 'host');
  const hanging = new Set<string>();
  const timers = !isWithout(campaign, 'host-timer');
  const work: HostWork[] = [];
  const roles = new Map<string, string>();
  let launched = 0;

  async function launch(host: HostLaunch): Promise<void> {
    launched += 1;
    roles.set(host.instanceId, host.tags[TAG.role] ?? '');
    const struck = rules.filter(({ rule }) => isMeant(rule, launched));
    for (const { index } of struck) strikes.note(index, clock.now());
    const effects = struck.map(({ rule }) => rule);
    const skew = effects.find(({ effect }) => effect === 'skew');
    if (skew !== undefined) skews.set(host.instanceId, skew.seconds ?? SKEW_SECONDS);
    if (timers && !effects.some(({ effect }) => effect === 'no-timer')) void endAtExpiry(host, clock, world, skews);
    for (const rule of effects) void later(rule, host.instanceId);
    if (effects.some(({ effect }) => effect === 'never-registers')) await Promise.race([]);
    await inner.launch(host);
  }

  async function later(rule: RuleOf<'host'>, id: string): Promise<void> {
    await clock.sleep((rule.after ?? 0) * 1000);
    const { registered, account } = world();
    // Of hosts that others own nobody here knows more than that they are silent.
    const ec2 = registered.has(id) ? silenced(registered) : account.ec2;
    if (rule.effect === 'dies') ec2.lose(id, { Code: 'Server.InternalError', Message: 'Server.InternalError' });
    if (rule.effect === 'hangs') hanging.add(id);
    if (rule.effect === 'meddled') fixtures?.meddle(id);
    if (rule.effect !== 'agent-restarts') return;
    ec2.silence(id, true);
    await clock.sleep(1000 * (rule.seconds ?? RESTART_SECONDS));
    ec2.silence(id, false);
  }

  function run(instanceId: string, command: HostCommand): RunningCommand {
    const note = noteOf(instanceId, roles.get(instanceId) ?? '', command, clock.now());
    const running = hanging.has(instanceId) ? hung(command, clock) : inner.run(instanceId, command);
    if (running.begun === undefined) work.push(note);
    // Refused, or ended while it waited for others to end, it never ran.
    else
      void running.begun.then(() => {
        note.from = clock.now();
        work.push(note);
      });
    void running.done.then(({ exitCode }) => {
      note.succeeded = exitCode === 0;
      note.slots = fixtures?.status(instanceId);
      note.until = clock.now();
    });
    return running;
  }

  return {
    driver: { launch, run, terminate: (id) => inner.terminate(id), survivors: () => inner.survivors() },
    work,
  };
}

function silenced(registered: RegisteredHosts): Pick<World['account']['ec2'], 'lose' | 'silence'> {
  return { lose: (id) => registered.silence(id, true), silence: (id, silent) => registered.silence(id, silent) };
}

function noteOf(instanceId: string, role: string, { parameters }: HostCommand, from: number): HostWork {
  const { Attempt: attempt = '', Step: step = '', OutputPrefix: outputPrefix = '' } = parameters;
  return { instanceId, role, attempt, step, outputPrefix, from, until: null, succeeded: false };
}

function isMeant({ nth = 1, times }: RuleOf<'host'>, launched: number): boolean {
  return launched >= nth && launched < nth + (times ?? 1);
}

/** A host ends itself at the expiry that it was launched with, by its own clock, whatever became of everybody else. */
async function endAtExpiry(
  { instanceId, tags }: HostLaunch,
  clock: Clock,
  world: () => World,
  skews: Skews,
): Promise<void> {
  const expiresAt = Number(tags[TAG.expiresAt]);
  if (!Number.isFinite(expiresAt)) return;
  const ownTime = clock.now() + 1000 * (skews.get(instanceId) ?? 0);
  await clock.sleep(Math.max(0, expiresAt * 1000 - ownTime));
  const message = 'Client.InstanceInitiatedShutdown: Instance initiated shutdown';
  world().account.ec2.lose(instanceId, { Code: 'Client.InstanceInitiatedShutdown', Message: message });
}

/** What never ends by itself: the time-out of the command ends it, or who cancels it. */
function hung({ executionTimeoutSeconds }: HostCommand, clock: Clock): RunningCommand {
  const end = new Stop<'cancel'>();
  const done = clock.sleep(executionTimeoutSeconds * 1000, end).then((how) => ({
    exitCode: -1,
    status: how === 'elapsed' ? ('TimedOut' as const) : ('Cancelled' as const),
    stdout: '',
    stderr: '',
  }));
  return { done, cancel: () => end.stop('cancel') };
}
