/** Log of all created resources, written at their creation: later, tags may change, and answers may be lost. */
import { TAG_KEYS } from '../../lib/shapes/tags';
import type { ResourceKind } from '../../lib/shapes/resources';
import type { CallRecord } from '../../lib/twin/cloud/service';
import type { SimulatedDeployment } from '../../lib/twin/simulated-deployment';
import type { Clock } from '../../lib/asl/clock/clock';
import type { SlotStatus } from '../../lib/shapes/fixture';
import type { HostCommand, HostDriver, HostLaunch, RunningCommand } from '../../lib/twin/hosts/driver';
import type { SimulatedFixtures } from '../../lib/twin/hosts/modelled/fixtures';

export interface Creation {
  readonly kind: ResourceKind | 'fsx:backup';
  /** For launch templates: the name. */
  readonly id: string;
  /** Name of its rig, from its tags. Without tags: name of the execution that created it. Empty if external. */
  readonly execution: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Epoch milliseconds of its deletion, as seen at the next call. Null while it exists. */
  goneAt: number | null;
}

const CREATE_OR_DELETE_ACTION = /^(?:Create|Run|Delete|Terminate|PutMetricAlarm$)/;

/** Compares the existing resources before and after each call that may create or delete one. */
export class CreationLog {
  private readonly known = new Map<string, Creation>();

  constructor(
    private readonly deployment: () => SimulatedDeployment,
    private readonly now: () => number,
  ) {}

  /** Called after the answer of each call. */
  recordCall(call: CallRecord): void {
    if (CREATE_OR_DELETE_ACTION.test(call.action)) this.scan(call.execution);
  }

  scan(execution: string): void {
    const at = this.now();
    const living = this.living();
    for (const { kind, id, rig, of } of living) {
      // Rigs may create at the same moment: tags identify the owner. A backup belongs to its file system's creator.
      const source = of === undefined ? undefined : this.known.get(of)?.execution;
      const maker = source ?? (execution === '' ? '' : (rig ?? execution));
      if (!this.known.has(id)) this.known.set(id, { kind, id, execution: maker, at, goneAt: null });
    }
    const ids = new Set(living.map(({ id }) => id));
    for (const birth of this.known.values()) {
      if (birth.goneAt === null && !ids.has(birth.id)) birth.goneAt = at;
    }
  }

  all(): readonly Creation[] {
    return [...this.known.values()];
  }

  /** `of`: the file system of a backup. */
  private living(): (Pick<Creation, 'kind' | 'id'> & {
    readonly rig?: string | undefined;
    readonly of?: string | undefined;
  })[] {
    const { ec2, stored } = this.deployment().account;
    return [
      ...ec2
        .hosts()
        .flatMap(({ instanceId, state, tags }) =>
          state === 'terminated' ? [] : [{ kind: 'ec2:instance' as const, id: instanceId, rig: tags[TAG_KEYS.rig] }],
        ),
      ...ec2.volumes().map(({ id, tags }) => ({ kind: 'ec2:volume' as const, id, rig: tags[TAG_KEYS.rig] })),
      ...ec2
        .templates()
        .map((id) => ({ kind: 'ec2:launch-template' as const, id, rig: ec2.templateTags(id)[TAG_KEYS.rig] })),
      ...stored.left().map(({ kind, id, tags, fileSystemId }) => ({
        kind,
        id,
        rig: tags[TAG_KEYS.rig],
        of: kind === 'fsx:backup' ? fileSystemId : undefined,
      })),
    ];
  }
}

// Records the commands that hosts run, and terminates hosts at their expiry.

/** A command that a host ran. Times in epoch milliseconds. */
export interface HostCommandRecord {
  readonly instanceId: string;
  readonly attempt: string;
  readonly step: string;
  readonly outputPrefix: string;
  /** Start of its script, after commands of older attempts have ended. */
  from: number;
  /** Null while it runs. */
  until: number | null;
  succeeded: boolean;
  readonly role: string;
  /** The actual fixtures of the host at its end. */
  slots?: Readonly<Record<string, SlotStatus>> | undefined;
}

interface RecordedHostDriver {
  readonly driver: HostDriver;
  /** All commands of hosts, sorted by start time. */
  readonly work: readonly HostCommandRecord[];
}

/** Wraps a host driver and records its commands. @param fixtures the actual fixtures of hosts */
export function recordHostCommands(
  inner: HostDriver,
  { clock, fixtures }: { readonly clock: Clock; readonly fixtures?: Pick<SimulatedFixtures, 'status'> | undefined },
): RecordedHostDriver {
  const work: HostCommandRecord[] = [];
  const roles = new Map<string, string>();

  function run(instanceId: string, command: HostCommand): RunningCommand {
    const note = toHostCommandRecord(instanceId, roles.get(instanceId) ?? '', command, clock.now());
    const running = inner.run(instanceId, command);
    if (running.begun === undefined) work.push(note);
    // A command that was refused, or that ended while it waited for others, never ran.
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
    roles.set(host.instanceId, host.tags[TAG_KEYS.role] ?? '');
    return inner.launch(host);
  };
  return { driver: { ...inner, launch, run }, work };
}

function toHostCommandRecord(
  instanceId: string,
  role: string,
  { parameters }: HostCommand,
  from: number,
): HostCommandRecord {
  const { Attempt: attempt = '', Step: step = '', OutputPrefix: outputPrefix = '' } = parameters;
  return { instanceId, role, attempt, step, outputPrefix, from, until: null, succeeded: false };
}

/** Terminates a host at the expiry in its launch tags. @param aheadSeconds error of the host's clock, which decides */
export async function terminateAtExpiry(
  { instanceId, tags }: HostLaunch,
  clock: Clock,
  deployment: () => SimulatedDeployment,
  aheadSeconds = 0,
): Promise<void> {
  const expiresAt = Number(tags[TAG_KEYS.expiresAt]);
  if (!Number.isFinite(expiresAt)) return;
  const ownTime = clock.now() + 1000 * aheadSeconds;
  await clock.sleep(Math.max(0, expiresAt * 1000 - ownTime));
  const message = 'Client.InstanceInitiatedShutdown: Instance initiated shutdown';
  deployment().account.ec2.lose(instanceId, { Code: 'Client.InstanceInitiatedShutdown', Message: message });
}
