/** CreateFileSystem, UpdateFileSystem and DeleteFileSystem. */
import { CreateFileSystemCommand, DeleteFileSystemCommand, UpdateFileSystemCommand } from '@aws-sdk/client-efs';
import { DURATIONS } from '../../../targets/efs/durations';
import { formatArn, type Service } from '../service';
import { makeAction, ArgumentError, type CommandInput } from '../sdk-shape';
import { readTags } from '../resource-store';
import {
  makeBadRequest,
  makeEfsError,
  type EfsState,
  type EfsRecord,
  makeUnavailableError,
  type Throughput,
} from './state';

const RESOURCE_KIND = 'efs:file-system';
/** Per account and Region. EFS guide, Quotas */
const MAX_FILE_SYSTEMS = 1000;
/** API reference, CreateFileSystem: CreationToken. */
const MAX_TOKEN_CHARACTERS = 64;

type CreateFileSystemInput = CommandInput<typeof CreateFileSystemCommand>;

export function makeFileSystemActions(state: EfsState): Service {
  return {
    CreateFileSystem: makeAction(CreateFileSystemCommand, (input) =>
      state.describeFileSystem(createFileSystem(state, input)),
    ),

    UpdateFileSystem: makeAction(UpdateFileSystemCommand, ({ FileSystemId, ...request }) => {
      const record = state.fileSystem(FileSystemId);
      if (record.lifecycle !== 'available') throw makeUnavailableError(record);
      const to = readThroughput(request, record.throughput);
      requireChangeInterval(record, to, state.now());
      record.changedAt = state.now();
      void changeThroughput(state, record, to);
      return state.describeFileSystem(record);
    }),

    DeleteFileSystem: makeAction(DeleteFileSystemCommand, ({ FileSystemId }) => {
      const record = state.fileSystem(FileSystemId);
      const inUse = (why: string): Error => makeEfsError('FileSystemInUse', `File system '${record.id}' ${why}`);
      if (state.mountTargetsOf(record).length > 0) throw inUse('has mount targets: delete them first');
      const undone = state.fileSystems.accept(record, inUse);
      void deleteFileSystem(state, record, undone);
      return {};
    }),
  };
}

function createFileSystem(state: EfsState, input: CreateFileSystemInput): EfsRecord {
  const {
    CreationToken: token = '',
    PerformanceMode: performanceMode = 'generalPurpose',
    AvailabilityZoneName: zone,
  } = input;
  if (token.length === 0 || token.length > MAX_TOKEN_CHARACTERS)
    throw makeBadRequest('CreationToken has 1 to 64 characters');
  const tags = readTags(input.Tags, makeBadRequest);
  // IAM policies of the roles deny this too (condition `aws:RequestTag`).
  state.requireTags(tags, (missing) => {
    const why = `because no identity-based policy allows it without the tags ${missing}`;
    return makeEfsError(
      'AccessDeniedException',
      `Not authorized to perform: elasticfilesystem:CreateFileSystem ${why}`,
    );
  });
  const before = state.fileSystems.all().find((one) => one.token === token);
  if (before !== undefined)
    throw makeEfsError('FileSystemAlreadyExists', `File system '${before.id}' already exists with this creation token`);
  const throughput = readThroughput(input);
  if (performanceMode !== 'generalPurpose' && performanceMode !== 'maxIO')
    throw makeBadRequest(`invalid performance mode: ${String(performanceMode)}`);
  if (input.KmsKeyId !== undefined && input.Encrypted !== true)
    throw makeBadRequest('KmsKeyId is for encrypted file systems: Encrypted must be true');
  if (performanceMode === 'maxIO' && (throughput.mode === 'elastic' || zone !== undefined))
    throw makeBadRequest('performance mode maxIO is not supported with throughput mode elastic, nor in one zone');
  if (zone !== undefined && !zone.startsWith(state.options.place.region))
    throw makeBadRequest(`the Availability Zone ${zone} is not one of this Region`);
  // One Zone file systems have AWS Backup by default, which costs money: fsxbench switches it off.
  if (input.Backup ?? zone !== undefined)
    throw new ArgumentError('efs:CreateFileSystem', ['automatic backups are not simulated: send Backup false']);
  if (state.fileSystems.all().length >= MAX_FILE_SYSTEMS)
    throw makeEfsError('FileSystemLimitExceeded', `The account has ${MAX_FILE_SYSTEMS} file systems already`);
  const id = state.newId('fs');
  const record: EfsRecord = {
    ...state.newBase(),
    id,
    arn: formatArn(state.options.place, 'elasticfilesystem', `file-system/${id}`),
    token,
    performanceMode,
    encrypted: input.Encrypted ?? false,
    key: input.KmsKeyId,
    zone,
    throughput,
    tags,
    lifecycle: 'creating',
  };
  void state.fileSystems.finishCreate(
    record,
    () => state.draw(DURATIONS.create),
    () => billFileSystem(state, record),
  );
  return state.fileSystems.add(record);
}

/** AWS documents no state for a failed change. The simulation uses `error`. */
async function changeThroughput(state: EfsState, record: EfsRecord, to: EfsRecord['throughput']): Promise<void> {
  record.lifecycle = 'updating';
  const fault = state.options.faults?.update?.(record.arn);
  if (fault === 'hangs') return;
  await state.sleep((typeof fault === 'number' ? fault : 0) + state.draw(DURATIONS.changes.throughput));
  if (record.lifecycle !== 'updating') return;
  record.lifecycle = fault === 'fails' ? 'error' : 'available';
  if (fault === 'fails') return;
  record.throughput = to;
  billFileSystem(state, record);
}

/** Deletes a file system after the simulated duration, or restores it if a fault undoes the delete. */
async function deleteFileSystem(state: EfsState, record: EfsRecord, undone: boolean): Promise<void> {
  const mark = state.fileSystems.mark(record);
  await state.sleep(state.draw(DURATIONS.delete));
  if (undone) {
    mark.restore();
    return;
  }
  mark.drop();
  state.bill(RESOURCE_KIND, record.arn, record.tags, null);
}

/** Starts billing the current settings. Stored data is not simulated. */
function billFileSystem(state: EfsState, record: EfsRecord): void {
  const its = state.describeFileSystem(record);
  const configuration = {
    ThroughputMode: its.ThroughputMode,
    PerformanceMode: its.PerformanceMode,
    ProvisionedThroughputInMibps: its.ProvisionedThroughputInMibps,
    AvailabilityZoneName: its.AvailabilityZoneName,
    Encrypted: its.Encrypted,
    SizeInBytes: its.SizeInBytes,
  };
  state.bill(RESOURCE_KIND, record.arn, record.tags, { kind: RESOURCE_KIND, configuration });
}

/** "1-3414 MiBps". API reference, CreateFileSystem */
const PROVISIONED_MIBPS_RANGE = { least: 1, most: 3414 };
/** API reference, UpdateFileSystem, TooManyRequests. */
const DAY_MS = 24 * 3_600_000;

type ThroughputInput = Pick<CreateFileSystemInput, 'ThroughputMode' | 'ProvisionedThroughputInMibps'>;

/** @throws ServiceError BadRequest for an amount missing or not allowed in its mode, and ThroughputLimitExceeded */
function readThroughput(request: ThroughputInput, before?: Throughput): Throughput {
  const mode = request.ThroughputMode ?? before?.mode ?? 'bursting';
  if (!['bursting', 'provisioned', 'elastic'].includes(mode)) throw makeBadRequest(`invalid throughput mode: ${mode}`);
  const provisioned = request.ProvisionedThroughputInMibps;
  if (mode !== 'provisioned') {
    if (provisioned !== undefined)
      throw makeBadRequest(`ProvisionedThroughputInMibps cannot be given with throughput mode ${mode}`);
    return { mode };
  }
  const amount = provisioned ?? before?.provisioned;
  if (amount === undefined) throw makeBadRequest('throughput mode provisioned needs ProvisionedThroughputInMibps');
  if (amount < PROVISIONED_MIBPS_RANGE.least)
    throw makeBadRequest(`ProvisionedThroughputInMibps must be at least ${PROVISIONED_MIBPS_RANGE.least}`);
  if (amount > PROVISIONED_MIBPS_RANGE.most)
    throw makeEfsError(
      'ThroughputLimitExceeded',
      `the limit of ${PROVISIONED_MIBPS_RANGE.most} MiB/s has been reached`,
    );
  return { mode, provisioned: amount };
}

/** Whether a change is limited to one a day: another mode, or a decrease (EFS guide, Managing throughput). */
function isRateLimited(from: Throughput, to: Throughput): boolean {
  return from.mode !== to.mode || (to.provisioned ?? 0) < (from.provisioned ?? 0);
}

/** @throws ServiceError TooManyRequests */
function requireChangeInterval({ changedAt, throughput }: EfsRecord, to: Throughput, now: number): void {
  if (!isRateLimited(throughput, to) || changedAt === undefined || now >= changedAt + DAY_MS) return;
  const when = new Date(changedAt + DAY_MS).toISOString();
  const what = 'the maximum number of throughput mode changes or provisioned throughput value decreases';
  throw makeEfsError('TooManyRequests', `You have reached ${what}. Wait until ${when} and try again.`);
}
