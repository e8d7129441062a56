/**
 * Manual changes during an execution: tags changed, objects lost or damaged, external resources with the same names.
 */
import { ensure } from '../../../lib/shapes/errors';
import { TAG_KEYS } from '../../../lib/shapes/tags';
import { getService } from '../../../lib/shapes/resources';
import { ALL_MACHINES } from '../../../lib/shapes/machines';
import type { MemoryStore } from '../../../lib/twin/cloud/s3/store';
import { type CallRecord, ServiceError } from '../../../lib/twin/cloud/service';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import { PERSON_ROLE_NAME } from '../../oracles/execution-record';
import type { RuleOf } from './campaign';
import { getCreateCall, getNameField } from './makers';
import { toMachineName } from '../../../lib/twin/rehearsal/machine-use';

/** Names of the client token in services. */
const TOKENS = ['ClientRequestToken', 'ClientToken', 'clientToken', 'CreationToken'];
/** The caller of manual calls. */
const CALLER = { execution: '', state: '', role: PERSON_ROLE_NAME };
/** A stack that does not belong to fsxbench. */
const OTHER_STACK = 'somebody-else';

export interface Hands {
  readonly deployment: () => SimulatedDeployment;
  readonly store: MemoryStore;
  /** The requests so far. */
  readonly calls: readonly CallRecord[];
  /** Original texts of lost or damaged objects, by key, for the checks afterwards. */
  readonly before: Map<string, string>;
  /** Ids of resources that fsxbench may not delete: untagged ones, and backups. */
  readonly untagged: Set<string>;
  /** Ids (names for templates) of resources made by hand in the execution's name, from the answers. */
  readonly copied: Set<string>;
}

/** Applies one rule. @returns the number of affected resources */
export async function applyManualChange(rule: RuleOf<'hand'>, hands: Hands): Promise<number> {
  const { deployment, store, calls, before, untagged } = hands;
  const { effect, what = '' } = rule;
  switch (effect) {
    case 'untag':
      for (const { id } of deployment().account.stored.left()) untagged.add(id);
      return retagAll(deployment(), () => ({}));
    case 'retag':
      return retagAll(deployment(), (tags) => ({ ...tags, [TAG_KEYS.execution]: 'another-one' }));
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
      return createForeign(deployment(), calls);
    case 'copies':
      return createCopies(rule, hands);
    case 'redrive':
      return redriveFailed(deployment());
    case 'backup':
      return makeBackups(deployment(), untagged);
  }
}

type Tags = Readonly<Record<string, string>>;

function retagAll(deployment: SimulatedDeployment, change: (tags: Tags) => Tags): number {
  deployment.account.stored.retag(change);
  return deployment.account.stored.left().length;
}

/** Executions inside of Map runs are redriven with their parent. A deleted stack has none. */
async function redriveFailed(deployment: SimulatedDeployment): Promise<number> {
  const redrivable = deployment.account.sfn.executions().filter((one) => one.getRedriveRefusal() === undefined);
  let done = 0;
  for (const { machineArn, name } of redrivable) {
    const machine = ALL_MACHINES.find((one) => one === toMachineName(machineArn));
    if (machine === undefined) continue;
    try {
      await deployment.redrive(machine, name);
      done += 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  return done;
}

/** File systems that are being made, and scratch ones, have no backups. */
async function makeBackups(deployment: SimulatedDeployment, untagged: Set<string>): Promise<number> {
  let made = 0;
  for (const { kind, id } of deployment.account.stored.left()) {
    if (kind !== 'fsx:file-system') continue;
    try {
      const answer = await deployment.account.cloud.call('fsx', 'CreateBackup', { FileSystemId: id }, CALLER);
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

/** Repeats the requests for another stack. */
async function createForeign(deployment: SimulatedDeployment, calls: readonly CallRecord[]): Promise<number> {
  const wanted = calls.filter(({ action, error }) => error === undefined && FOREIGN.includes(action));
  const templates = new Map<unknown, string | undefined>();
  for (const [index, { service, action, input, output }] of wanted.entries()) {
    const request = JSON.parse(JSON.stringify(input), (key, value: unknown) =>
      key === 'LaunchTemplateId' ? templates.get(value) : toForeignMember(key, value, index),
    ) as unknown;
    const { LaunchTemplate } = (await deployment.account.cloud.call(service, action, request, CALLER)) as Answer;
    templates.set((output as Answer).LaunchTemplate?.LaunchTemplateId, LaunchTemplate?.LaunchTemplateId);
  }
  return wanted.length;
}

/** Repeated create calls; hosts come with their volumes. */
const FOREIGN: readonly string[] = ['CreateFileSystem', 'CreateLaunchTemplate', 'CreateFleet', 'CreateSecret'];

/** Same names and tags, except the stack, the expiry, and what must be unique in an account. */
function toForeignMember(key: string, value: unknown, index: number): unknown {
  // Secrets Manager requires tokens of at least 32 characters, and the log hides the value.
  if (TOKENS.includes(key)) return `foreign-${index}`.padEnd(32, '-');
  if (key === 'LaunchTemplateName' || key === 'Name') return `${OTHER_STACK}-${String(value)}`;
  const { Key } = (typeof value === 'object' && value !== null ? value : {}) as { readonly Key?: unknown };
  if (Key === TAG_KEYS.stack) return { Key, Value: OTHER_STACK };
  return Key === TAG_KEYS.expiresAt ? { Key, Value: '1000000000' } : value;
}

/**
 * Makes more of the last created resources, with the same name and tags: as in a larger experiment, or after lost
 * answers. Fewer where the service refuses more.
 */
async function createCopies(
  { kind = 'fsx:file-system', things = 1 }: RuleOf<'hand'>,
  { deployment, calls, copied }: Hands,
): Promise<number> {
  const { account } = deployment();
  const made = calls.findLast(
    ({ service, action, error }) =>
      error === undefined && service === getService(kind) && action === getCreateCall(kind),
  );
  if (made === undefined) return 0;
  const atOnce = made.action === 'CreateFleet';
  for (let nth = 0; nth < (atOnce ? 1 : things); nth += 1) {
    const request = JSON.parse(JSON.stringify(made.input), (key, value: unknown) => {
      // Secrets Manager requires tokens of at least 32 characters.
      if (TOKENS.includes(key)) return `copy-${nth}`.padEnd(32, '-');
      if (key === 'LaunchTemplateName' && !atOnce) return `${String(value)}-copy-${nth}`;
      if (key === 'JunctionPath') return `${String(value)}_copy_${nth}`;
      return key === 'TotalTargetCapacity' || key === 'MinTargetCapacity' ? things : value;
    }) as Record<string, unknown>;
    // ONTAP allows no hyphen in names.
    const name = getNameField(kind);
    if (name !== null) request[name] = `${String(request[name])}_copy_${nth}`;
    try {
      const caller = { ...CALLER, execution: made.execution };
      const answer = await account.cloud.call(made.service, made.action, request, caller);
      // The create of an alarm returns nothing: its name identifies it.
      const { AlarmName } = request as Answer;
      for (const id of listCreatedIds({ ...(answer as Answer), AlarmName }, account.ec2)) copied.add(id);
    } catch (error) {
      if (error instanceof ServiceError) return nth;
      throw error;
    }
  }
  return things;
}

/** Answers of the calls of {@link getCreateCall}, as far as they name the created resource. */
interface Answer {
  readonly FileSystem?: { readonly FileSystemId?: string };
  /** EFS. */
  readonly FileSystemArn?: string;
  readonly MountTargetId?: string;
  /** S3 Files. */
  readonly fileSystemArn?: string;
  readonly mountTargetId?: string;
  readonly StorageVirtualMachine?: { readonly StorageVirtualMachineId?: string };
  readonly Volume?: { readonly VolumeId?: string };
  readonly Instances?: readonly { readonly InstanceIds?: readonly string[] }[];
  readonly LaunchTemplate?: { readonly LaunchTemplateName?: string; readonly LaunchTemplateId?: string };
  /** A secret. */
  readonly ARN?: string;
  readonly AlarmName?: string | undefined;
}

/** Ids of created resources, hosts with their volumes; names for templates. */
function listCreatedIds(answer: Answer, ec2: SimulatedDeployment['account']['ec2']): string[] {
  const { FileSystem, FileSystemArn, MountTargetId, StorageVirtualMachine, Volume } = answer;
  const { Instances = [], LaunchTemplate, ARN, AlarmName, fileSystemArn, mountTargetId } = answer;
  const hosts = Instances.flatMap(({ InstanceIds = [] }) => InstanceIds);
  const disks = hosts.flatMap((id) => ec2.host(id)?.diskIds ?? []);
  const one =
    FileSystem?.FileSystemId ??
    MountTargetId ??
    FileSystemArn ??
    mountTargetId ??
    fileSystemArn ??
    StorageVirtualMachine?.StorageVirtualMachineId ??
    Volume?.VolumeId ??
    ARN ??
    AlarmName ??
    LaunchTemplate?.LaunchTemplateName;
  return [...(hosts.length > 0 ? [] : [ensure(one, 'the id of what was made by hand')]), ...hosts, ...disks];
}
