/**
 * Faults of hosts: they die, hang, never register, become silent, never report an end, have a wrong clock, end at their
 * expiry, or have changed fixtures.
 */
import type { Clock } from '../../../lib/asl/clock/clock';
import { isCleanAttempt } from '../../../lib/aws/leases/leftovers';
import { Stop } from '../../../lib/asl/clock/stop';
import { TAG_KEYS } from '../../../lib/shapes/tags';
import type { ExternalHosts } from '../../../lib/twin/hosts/registered-hosts';
import type { SimulatedFixtures } from '../../../lib/twin/hosts/modelled/fixtures';
import type { HostCommand, HostDriver, HostLaunch, RunningCommand } from '../../../lib/twin/hosts/driver';
import { terminateAtExpiry } from '../../oracles/creation-log';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import { type Campaign, type RuleOf, pickRules } from './campaign';
import type { Schedule } from './schedule';
import { isDisabled } from './disabled-safeguards';

/** Silence of an agent that restarts, seconds: until after SSM lists it as ConnectionLost. */
const RESTART_SECONDS = 120;
/** Default clock error: more than any window, less than hosts wait for each other. */
const SKEW_SECONDS = 300;

/** Clock errors of hosts in seconds, by instance id; positive where they are ahead. */
export type Skews = Map<string, number>;

export interface FaultyDeployment {
  readonly campaign: Campaign;
  readonly strikes: Schedule;
  readonly clock: Clock;
  readonly skews?: Skews;
  /** Ids of hosts of which Systems Manager learns no end: {@link muteHosts}. */
  readonly mute?: Set<string>;
  readonly fixtures?: Pick<SimulatedFixtures, 'meddle'>;
  readonly deployment: () => SimulatedDeployment;
}

/** Wraps a driver with the faults of a campaign. */
export function wrapHosts(
  inner: HostDriver,
  { campaign, strikes, clock, skews = new Map(), mute = new Set(), fixtures, deployment }: FaultyDeployment,
): HostDriver {
  const rules = pickRules(campaign, 'host');
  const hanging = new Set<string>();
  /** Version of the contracts at the launch of each host: its scripts stay as they were. */
  const versions = new Map<string, number>();
  const dirty = new Set<string>();
  const timers = !isDisabled(campaign, 'host-timer');
  let launched = 0;

  async function launch(host: HostLaunch): Promise<void> {
    launched += 1;
    // External hosts have no fixed version.
    if (host.launchedAt > 0) versions.set(host.instanceId, deployment().deployedVersion());
    const struck = rules.filter(({ rule }) => isMeant(rule, launched));
    for (const { index } of struck) strikes.note(index, clock.now());
    const effects = struck.map(({ rule }) => rule);
    const skew = effects.find(({ effect }) => effect === 'skew');
    if (skew !== undefined) skews.set(host.instanceId, skew.seconds ?? SKEW_SECONDS);
    if (effects.some(({ effect }) => effect === 'dirty')) dirty.add(host.instanceId);
    // Belongs to another deployment, which has its own timer.
    const { [TAG_KEYS.stack]: stack } = host.tags;
    const isOurs = stack !== undefined && stack === deployment().config.stack;
    if (timers && isOurs && !effects.some(({ effect }) => effect === 'no-timer'))
      void terminateAtExpiry(host, clock, deployment, skews.get(host.instanceId));
    for (const rule of effects) void later(rule, host.instanceId);
    if (effects.some(({ effect }) => effect === 'never-registers')) await Promise.race([]);
    await inner.launch(host);
  }

  async function later(rule: RuleOf<'host'>, id: string): Promise<void> {
    await clock.sleep((rule.after ?? 0) * 1000);
    const { registered, account } = deployment();
    // The only fault of an external host is silence.
    const ec2 = registered.has(id) ? makeSilencer(registered) : account.ec2;
    if (rule.effect === 'dies') ec2.lose(id, { Code: 'Server.InternalError', Message: 'Server.InternalError' });
    if (rule.effect === 'hangs') hanging.add(id);
    if (rule.effect === 'never-reports') mute.add(id);
    if (rule.effect === 'meddled') fixtures?.meddle(id);
    if (rule.effect !== 'agent-restarts') return;
    ec2.silence(id, true);
    await clock.sleep(1000 * (rule.seconds ?? RESTART_SECONDS));
    ec2.silence(id, false);
  }

  return {
    launch,
    run: (id, command) => {
      if (dirty.has(id) && isCleanAttempt(command.parameters['Attempt'])) return makeStuck();
      if (hanging.has(id)) return makeHanging(command, clock);
      const planned = versions.get(id);
      const same = planned === undefined || planned === deployment().deployedVersion();
      return same || isCleanAttempt(command.parameters['Attempt']) ? inner.run(id, command) : OTHER_VERSION;
    },
    terminate: (id) => inner.terminate(id),
    survivors: () => inner.survivors(),
  };
}

/**
 * What Systems Manager learns of hosts: nothing about ends on mute ones, so that it gives commands up at their limits.
 * The hosts run them nevertheless (aws/amazon-ssm-agent#316, #430, #569).
 */
export function muteHosts(inner: HostDriver, mute: ReadonlySet<string>, clock: Clock): HostDriver {
  const givenUp = { exitCode: -1, status: 'TimedOut', stdout: '', stderr: '' } as const;
  return {
    ...inner,
    run: (id, command) => {
      const running = inner.run(id, command);
      if (!mute.has(id)) return running;
      return { ...running, done: clock.sleep(command.executionTimeoutSeconds * 1000).then(() => givenUp) };
    },
  };
}

/** The answer of a host to the document of another version: `workloads/host/attempts.sh`. */
const OTHER_VERSION: RunningCommand = {
  done: Promise.resolve({ exitCode: 1, status: 'Failed', stdout: '', stderr: 'run-script: OtherVersion' }),
  cancel: () => undefined,
};

function makeSilencer(registered: ExternalHosts): Pick<SimulatedDeployment['account']['ec2'], 'lose' | 'silence'> {
  return { lose: (id) => registered.silence(id, true), silence: (id, silent) => registered.silence(id, silent) };
}

function isMeant({ nth = 1, times }: RuleOf<'host'>, launched: number): boolean {
  return launched >= nth && launched < nth + (times ?? 1);
}

/** A mount that cannot be removed. */
function makeStuck(): RunningCommand {
  const result = { exitCode: 1, status: 'Failed' as const, stdout: '', stderr: 'a mount cannot be removed' };
  return { done: Promise.resolve(result), cancel: () => undefined };
}

/** A command that never ends by itself: its time-out or a cancel ends it. */
function makeHanging({ executionTimeoutSeconds }: HostCommand, clock: Clock): RunningCommand {
  const end = new Stop<'cancel'>();
  const done = clock.sleep(executionTimeoutSeconds * 1000, end).then((how) => ({
    exitCode: -1,
    status: how === 'elapsed' ? ('TimedOut' as const) : ('Cancelled' as const),
    stdout: '',
    stderr: '',
  }));
  return { done, cancel: () => end.stop('cancel') };
}
