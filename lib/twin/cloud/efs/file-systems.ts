/** CreateFileSystem, UpdateFileSystem and DeleteFileSystem. */
import { CreateFileSystemCommand, DeleteFileSystemCommand, UpdateFileSystemCommand } from '@aws-sdk/client-efs';
import { DURATIONS } from '../../../targets/efs/durations';
import type { Service } from '../service';
import { action, ArgumentError, type InputOf } from '../shape';
import { describeFileSystem, findFileSystem } from './describe';
import { badRequest, efsError } from './errors';
import type { EfsState, FileSystemRecord, Tags } from './state';
import { requirePause, throughputOf } from './throughput';

/** Of an account in a Region. EFS guide, Quotas */
const MOST_FILE_SYSTEMS = 1000;
/** API reference, CreateFileSystem: CreationToken; Tag. */
const TOKEN_CHARACTERS = 64;
const KEY_CHARACTERS = 128;
const VALUE_CHARACTERS = 256;

type Input = InputOf<typeof CreateFileSystemCommand>;

export function fileSystemActions(state: EfsState): Service {
  return {
    CreateFileSystem: action(
      CreateFileSystemCommand,
      'CreationToken! PerformanceMode Encrypted KmsKeyId ThroughputMode ProvisionedThroughputInMibps ' +
        'AvailabilityZoneName Backup Tags',
      (input) => describeFileSystem(state, create(state, input)),
    ),

    UpdateFileSystem: action(
      UpdateFileSystemCommand,
      'FileSystemId ThroughputMode ProvisionedThroughputInMibps',
      ({ FileSystemId, ...asked }) => {
        const record = findFileSystem(state, FileSystemId);
        if (record.lifecycle !== 'available') throw notAvailable(record);
        const to = throughputOf(asked, record.throughput);
        requirePause(record, to, state.now());
        record.changedAt = state.now();
        void become(state, record, to);
        return describeFileSystem(state, record);
      },
    ),

    DeleteFileSystem: action(DeleteFileSystemCommand, 'FileSystemId', ({ FileSystemId }) => {
      const record = findFileSystem(state, FileSystemId);
      const inUse = (why: string): Error => efsError('FileSystemInUse', `File system '${record.id}' ${why}`);
      if (state.mountTargetsOf(record.id).length > 0) throw inUse('has mount targets: delete them first');
      // Documented is neither: a refusal is the harder case.
      if (record.lifecycle === 'creating' || record.lifecycle === 'deleting') throw inUse(`is ${record.lifecycle}`);
      record.deletions++;
      const fault = state.options.faults?.deletion?.(record.arn, record.deletions);
      if (fault === 'refused') throw inUse('cannot be deleted at this time');
      void remove(state, record, fault === 'undone');
      return {};
    }),
  };
}

/** The lifecycle in which something else was wanted. */
export function notAvailable({ id, lifecycle }: FileSystemRecord): Error {
  return efsError('IncorrectFileSystemLifeCycleState', `File system '${id}' is ${lifecycle}, not available`);
}

function create(state: EfsState, input: Input): FileSystemRecord {
  const {
    CreationToken: token = '',
    PerformanceMode: performanceMode = 'generalPurpose',
    AvailabilityZoneName: zone,
  } = input;
  if (token.length === 0 || token.length > TOKEN_CHARACTERS) throw badRequest('CreationToken has 1 to 64 characters');
  const tags = tagsOf(input.Tags);
  requireTags(tags, state.options.requiredTags ?? []);
  const before = [...state.fileSystems.values()].find((one) => one.token === token);
  if (before !== undefined)
    throw efsError('FileSystemAlreadyExists', `File system '${before.id}' already exists with this creation token`);
  const throughput = throughputOf(input);
  if (performanceMode !== 'generalPurpose' && performanceMode !== 'maxIO')
    throw badRequest(`invalid performance mode: ${String(performanceMode)}`);
  if (input.KmsKeyId !== undefined && input.Encrypted !== true)
    throw badRequest('KmsKeyId is for encrypted file systems: Encrypted must be true');
  if (performanceMode === 'maxIO' && (throughput.mode === 'elastic' || zone !== undefined))
    throw badRequest('performance mode maxIO is not supported with throughput mode elastic, nor in one zone');
  if (zone !== undefined && !zone.startsWith(state.options.place.region))
    throw badRequest(`the Availability Zone ${zone} is not one of this Region`);
  // One of AWS Backup is on in one zone where nothing is said, and would cost: nobody here asks for one.
  if (input.Backup ?? zone !== undefined)
    throw new ArgumentError('efs:CreateFileSystem', ['automatic backups are not modelled: send Backup false']);
  if (state.fileSystems.size >= MOST_FILE_SYSTEMS)
    throw efsError('FileSystemLimitExceeded', `The account has ${MOST_FILE_SYSTEMS} file systems already`);
  const id = state.newId('fs');
  const record: FileSystemRecord = {
    id,
    arn: state.arnOf(id),
    rank: state.nextRank(),
    createdAt: state.now(),
    token,
    performanceMode,
    encrypted: input.Encrypted ?? false,
    ...(input.KmsKeyId === undefined ? {} : { key: input.KmsKeyId }),
    ...(zone === undefined ? {} : { zone }),
    throughput,
    tags,
    lifecycle: 'creating',
    deletions: 0,
  };
  state.fileSystems.set(id, record);
  void becomeAvailable(state, record);
  return record;
}

/** @throws ServiceError BadRequest for what cannot be a list of tags */
function tagsOf(list: Input['Tags']): Tags {
  const tags: Record<string, string> = {};
  for (const { Key, Value } of list ?? []) {
    if (Key === undefined || Value === undefined) throw badRequest('a tag has a key and a value');
    if (Key === '' || Key.length > KEY_CHARACTERS || Value.length > VALUE_CHARACTERS)
      throw badRequest(`a tag has a key of 1 to ${KEY_CHARACTERS} and a value of 0 to ${VALUE_CHARACTERS} characters`);
    if (Key.startsWith('aws:') || Object.hasOwn(tags, Key)) throw badRequest(`invalid or duplicate tag key '${Key}'`);
    tags[Key] = Value;
  }
  return tags;
}

/** As the roles' policies do (condition `aws:RequestTag`). */
function requireTags(tags: Tags, required: readonly string[]): void {
  const missing = required.filter((key) => !tags[key]);
  if (missing.length === 0) return;
  const why = `because no identity-based policy allows it without the tags ${missing.join(', ')}`;
  throw efsError('AccessDeniedException', `Not authorized to perform: elasticfilesystem:CreateFileSystem ${why}`);
}

async function becomeAvailable(state: EfsState, record: FileSystemRecord): Promise<void> {
  const { arn: id, rank, tags } = record;
  const fault = state.options.faults?.create?.({ kind: 'efs:file-system', id, tags, rank });
  if (fault === 'hangs') return;
  await state.take(DURATIONS.create, typeof fault === 'number' ? fault : 0);
  if (record.lifecycle !== 'creating') return;
  record.lifecycle = fault === 'fails' || fault === 'misconfigured' ? 'error' : 'available';
  pay(state, record);
}

/** A change that comes to nothing is told by no reason: the model lets it end as `error`. */
async function become(state: EfsState, record: FileSystemRecord, to: FileSystemRecord['throughput']): Promise<void> {
  record.lifecycle = 'updating';
  const fault = state.options.faults?.update?.(record.arn);
  if (fault === 'hangs') return;
  await state.take(DURATIONS.changes.throughput, typeof fault === 'number' ? fault : 0);
  if (record.lifecycle !== 'updating') return;
  record.lifecycle = fault === 'fails' ? 'error' : 'available';
  if (fault === 'fails') return;
  record.throughput = to;
  pay(state, record);
}

/** Gone after its time, or back, where a fault undoes it. */
async function remove(state: EfsState, record: FileSystemRecord, undone: boolean): Promise<void> {
  const { lifecycle } = record;
  record.lifecycle = 'deleting';
  await state.take(DURATIONS.delete);
  if (undone) {
    record.lifecycle = lifecycle === 'updating' ? 'available' : lifecycle;
    return;
  }
  state.fileSystems.delete(record.id);
  state.options.onPaid?.({ at: state.now(), kind: 'efs:file-system', id: record.arn, tags: record.tags, what: null });
}

/** From now on it costs what its present settings cost; what it holds is not modelled. */
function pay(state: EfsState, record: FileSystemRecord): void {
  const kind = 'efs:file-system';
  const its = describeFileSystem(state, record);
  const configuration = {
    ThroughputMode: its.ThroughputMode,
    PerformanceMode: its.PerformanceMode,
    ProvisionedThroughputInMibps: its.ProvisionedThroughputInMibps,
    AvailabilityZoneName: its.AvailabilityZoneName,
    Encrypted: its.Encrypted,
    SizeInBytes: its.SizeInBytes,
  };
  state.options.onPaid?.({ at: state.now(), kind, id: record.arn, tags: record.tags, what: { kind, configuration } });
}
