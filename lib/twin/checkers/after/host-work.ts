/** What hosts ran, noted from outside, and that each ends itself at its expiry. */
import type { Clock } from '../../../asl/clock/clock';
import type { SlotStatus } from '../../../shapes/fixture';
import { TAG } from '../../../shapes/layout';
import type { HostCommand, HostDriver, HostLaunch, RunningCommand } from '../../hosts/driver';
import type { ModelledFixtures } from '../../hosts/modelled/fixtures';
import type { World } from '../../world';

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

export interface RecordedHosts {
  readonly driver: HostDriver;
  /** Everything that hosts ran, in order of its begin. */
  readonly work: readonly HostWork[];
}

/** A driver that does as another does, and notes what it is asked to run. @param fixtures what truly stands on hosts */
export function recordHosts(
  inner: HostDriver,
  { clock, fixtures }: { readonly clock: Clock; readonly fixtures?: Pick<ModelledFixtures, 'status'> | undefined },
): RecordedHosts {
  const work: HostWork[] = [];
  const roles = new Map<string, string>();

  function run(instanceId: string, command: HostCommand): RunningCommand {
    const note = noteOf(instanceId, roles.get(instanceId) ?? '', command, clock.now());
    const running = inner.run(instanceId, command);
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

  const launch = (host: HostLaunch): Promise<void> => {
    roles.set(host.instanceId, host.tags[TAG.role] ?? '');
    return inner.launch(host);
  };
  return {
    driver: { launch, run, terminate: (id) => inner.terminate(id), survivors: () => inner.survivors() },
    work,
  };
}

function noteOf(instanceId: string, role: string, { parameters }: HostCommand, from: number): HostWork {
  const { Attempt: attempt = '', Step: step = '', OutputPrefix: outputPrefix = '' } = parameters;
  return { instanceId, role, attempt, step, outputPrefix, from, until: null, succeeded: false };
}

/**
 * A host ends itself at the expiry that it was launched with, by its own clock, whatever became of everybody else.
 * @param aheadSeconds how far its clock is ahead
 */
export async function endAtExpiry(
  { instanceId, tags }: HostLaunch,
  clock: Clock,
  world: () => World,
  aheadSeconds = 0,
): Promise<void> {
  const expiresAt = Number(tags[TAG.expiresAt]);
  if (!Number.isFinite(expiresAt)) return;
  const ownTime = clock.now() + 1000 * aheadSeconds;
  await clock.sleep(Math.max(0, expiresAt * 1000 - ownTime));
  const message = 'Client.InstanceInitiatedShutdown: Instance initiated shutdown';
  world().account.ec2.lose(instanceId, { Code: 'Client.InstanceInitiatedShutdown', Message: message });
}
