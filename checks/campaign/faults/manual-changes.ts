/** What people do beside an execution: tags changed, objects lost or spoilt, things of others with the same names. */
import { ensure } from '../../../lib/shapes/errors';
import { TAG } from '../../../lib/shapes/layout';
import { getService } from '../../../lib/shapes/resources';
import { ALL_MACHINES } from '../../../lib/shapes/machines';
import type { MemoryStore } from '../../../lib/twin/cloud/s3/store';
import { type CallRecord, ServiceError } from '../../../lib/twin/cloud/service';
import type { World } from '../../../lib/twin/world';
import { PERSON_ROLE } from '../../../lib/twin/checkers/after/execution-record';
import type { RuleOf } from './campaign';
import { getCreateCall, getNameField } from './makers';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';

/** How services call the token of a create. */
const TOKENS = ['ClientRequestToken', 'ClientToken', 'CreationToken'];
/** In whose name people call. */
const CALLER = { execution: '', state: '', role: PERSON_ROLE };
/** A stack that is none of ours. */
const OTHER_STACK = 'somebody-else';

export interface Hands {
  readonly world: () => World;
  readonly store: MemoryStore;
  /** What was asked for so far. */
  readonly calls: readonly CallRecord[];
  /** Texts of objects before they were lost or spoilt, by key: for who judges afterwards. */
  readonly before: Map<string, string>;
  /** Ids of what lost its tags, and of backups: nobody here may delete those. */
  readonly untagged: Set<string>;
  /** Ids, of templates the names, of what somebody made in the execution's name, by what the services answered. */
  readonly copied: Set<string>;
}

/** Does one thing. @returns how many were touched */
export async function byHand(rule: RuleOf<'hand'>, hands: Hands): Promise<number> {
  const { world, store, calls, before, untagged } = hands;
  const { effect, what = '' } = rule;
  switch (effect) {
    case 'untag':
      for (const { id } of world().account.stored.left()) untagged.add(id);
      return retagAll(world(), () => ({}));
    case 'retag':
      return retagAll(world(), (tags) => ({ ...tags, [TAG.execution]: 'another-one' }));
    case 'lose':
    case 'spoil': {
      const found = (await store.list('')).filter(({ key }) => key.includes(what));
      for (const { key } of found) {
        before.set(key, (await store.get(key))?.text ?? '');
        if (effect === 'lose') store.lose(key);
        else await store.put(key, 'spoilt', false);
      }
      return found.length;
    }
    case 'foreign':
      return foreign(world(), calls);
    case 'copies':
      return copies(rule, hands);
    case 'redrive':
      return redriven(world());
    case 'backup':
      return backedUp(world(), untagged);
  }
}

type Tags = Readonly<Record<string, string>>;

function retagAll(world: World, change: (tags: Tags) => Tags): number {
  world.account.stored.retag(change);
  return world.account.stored.left().length;
}

/** Executions inside of Map runs go on with what started them. Of a deleted stack there are none any more. */
async function redriven(world: World): Promise<number> {
  const redrivable = world.account.sfn.executions().filter((one) => one.redriveRefusal() === undefined);
  let done = 0;
  for (const { machineArn, name } of redrivable) {
    const machine = ALL_MACHINES.find((one) => one === toMachineName(machineArn));
    if (machine === undefined) continue;
    try {
      await world.redrive(machine, name);
      done += 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  return done;
}

/** Of what is being made, or is scratch, there are none. */
async function backedUp(world: World, untagged: Set<string>): Promise<number> {
  let made = 0;
  for (const { kind, id } of world.account.stored.left()) {
    if (kind !== 'fsx:file-system') continue;
    try {
      const answer = await world.account.cloud.call('fsx', 'CreateBackup', { FileSystemId: id }, CALLER);
      untagged.add(
        ensure(
          (answer as { readonly Backup?: { readonly BackupId?: string } }).Backup?.BackupId,
          'the id of a new backup',
        ),
      );
      made += 1;
    } catch (error) {
      if (!['UnsupportedOperation', 'BadRequest'].includes((error as Error).name)) throw error;
    }
  }
  return made;
}

/** The same requests again, by somebody else. */
async function foreign(world: World, calls: readonly CallRecord[]): Promise<number> {
  const wanted = calls.filter(({ action, error }) => error === undefined && FOREIGN.includes(action));
  const templates = new Map<unknown, string | undefined>();
  for (const [index, { service, action, input, output }] of wanted.entries()) {
    const request = JSON.parse(JSON.stringify(input), (key, value: unknown) =>
      key === 'LaunchTemplateId' ? templates.get(value) : foreignMember(key, value, index),
    ) as unknown;
    const { LaunchTemplate } = (await world.account.cloud.call(service, action, request, CALLER)) as Answer;
    templates.set((output as Answer).LaunchTemplate?.LaunchTemplateId, LaunchTemplate?.LaunchTemplateId);
  }
  return wanted.length;
}

/** Creates that others repeat; hosts come with their disks. */
const FOREIGN: readonly string[] = ['CreateFileSystem', 'CreateLaunchTemplate', 'CreateFleet', 'CreateSecret'];

/** Names and tags as they are, but for the stack, the expiry, and what must be of its own in an account. */
function foreignMember(key: string, value: unknown, index: number): unknown {
  // Secrets Manager takes no token of less than 32 characters, and hides what it is given.
  if (TOKENS.includes(key)) return `foreign-${index}`.padEnd(32, '-');
  if (key === 'LaunchTemplateName' || key === 'Name') return `${OTHER_STACK}-${String(value)}`;
  const { Key } = (typeof value === 'object' && value !== null ? value : {}) as { readonly Key?: unknown };
  if (Key === TAG.stack) return { Key, Value: OTHER_STACK };
  return Key === TAG.expiresAt ? { Key, Value: '1000000000' } : value;
}

/**
 * More of what the execution made last, in its name and with its tags: as many as a larger experiment has, or as come
 * of answers that were lost. Where the service refuses more, there are fewer.
 */
async function copies(
  { kind = 'fsx:file-system', things = 1 }: RuleOf<'hand'>,
  { world, calls, copied }: Hands,
): Promise<number> {
  const { account } = world();
  const made = calls.findLast(
    ({ service, action, error }) =>
      error === undefined && service === getService(kind) && action === getCreateCall(kind),
  );
  if (made === undefined) return 0;
  const atOnce = made.action === 'CreateFleet';
  for (let nth = 0; nth < (atOnce ? 1 : things); nth += 1) {
    const request = JSON.parse(JSON.stringify(made.input), (key, value: unknown) => {
      // Secrets Manager takes no token of less than 32 characters.
      if (TOKENS.includes(key)) return `copy-${nth}`.padEnd(32, '-');
      if (key === 'LaunchTemplateName' && !atOnce) return `${String(value)}-copy-${nth}`;
      if (key === 'JunctionPath') return `${String(value)}_copy_${nth}`;
      return key === 'TotalTargetCapacity' || key === 'MinTargetCapacity' ? things : value;
    }) as Record<string, unknown>;
    // ONTAP knows no hyphen in names.
    const name = getNameField(kind);
    if (name !== null) request[name] = `${String(request[name])}_copy_${nth}`;
    try {
      const caller = { ...CALLER, execution: made.execution };
      const answer = await account.cloud.call(made.service, made.action, request, caller);
      // A create of an alarm answers nothing: it is known by the name that it chose.
      const { AlarmName } = request as Answer;
      for (const id of madeBy({ ...(answer as Answer), AlarmName }, account.ec2)) copied.add(id);
    } catch (error) {
      if (error instanceof ServiceError) return nth;
      throw error;
    }
  }
  return things;
}

/** What the calls of {@link getCreateCall} answer, as far as it names what they made. */
interface Answer {
  readonly FileSystem?: { readonly FileSystemId?: string };
  /** Of EFS. */
  readonly FileSystemArn?: string;
  readonly MountTargetId?: string;
  readonly StorageVirtualMachine?: { readonly StorageVirtualMachineId?: string };
  readonly Volume?: { readonly VolumeId?: string };
  readonly Instances?: readonly { readonly InstanceIds?: readonly string[] }[];
  readonly LaunchTemplate?: { readonly LaunchTemplateName?: string; readonly LaunchTemplateId?: string };
  /** Of a secret. */
  readonly ARN?: string;
  readonly AlarmName?: string | undefined;
}

/** Ids of what a call made, hosts with their disks; templates are known by their names. */
function madeBy(answer: Answer, ec2: World['account']['ec2']): string[] {
  const { FileSystem, FileSystemArn, MountTargetId, StorageVirtualMachine, Volume } = answer;
  const { Instances = [], LaunchTemplate, ARN, AlarmName } = answer;
  const hosts = Instances.flatMap(({ InstanceIds = [] }) => InstanceIds);
  const disks = hosts.flatMap((id) => ec2.host(id)?.diskIds ?? []);
  const one =
    FileSystem?.FileSystemId ??
    MountTargetId ??
    FileSystemArn ??
    StorageVirtualMachine?.StorageVirtualMachineId ??
    Volume?.VolumeId ??
    ARN ??
    AlarmName ??
    LaunchTemplate?.LaunchTemplateName;
  return [...(hosts.length > 0 ? [] : [ensure(one, 'the id of what was made by hand')]), ...hosts, ...disks];
}
