/** The calls of S3 Files that the machines use: file systems over buckets, and their mount targets. */
import {
  CreateFileSystemCommand,
  CreateMountTargetCommand,
  DeleteFileSystemCommand,
  DeleteMountTargetCommand,
  GetFileSystemCommand,
  GetMountTargetCommand,
  ListFileSystemsCommand,
  ListMountTargetsCommand,
  ListTagsForResourceCommand,
  PutSynchronizationConfigurationCommand,
} from '@aws-sdk/client-s3files';
import { DURATIONS } from '../../../targets/s3-files/requests';
import { getPage, type PageRules } from '../paging';
import { readTags, type StorageService } from '../resource-store';
import { type CommandInput, makeAction } from '../sdk-shape';
import { type Service, ServiceError } from '../service';
import { addRigBuckets } from './buckets';
import {
  type S3FileSystem,
  makeConflict,
  makeInvalid,
  type S3MountTarget,
  type S3FilesOptions,
  S3FilesState,
} from './state';

const RESOURCE_KIND = 's3files:file-system';
/** Time from a write to its export: "about 60 seconds". S3 guide, Understanding how synchronization works */
const EXPORT_MS = 60_000;

/** @returns S3 Files, and S3 with the calls for its buckets. @param results S3 of the results bucket */
export function makeS3Files(options: S3FilesOptions, results: Service): StorageService & { readonly s3: Service } {
  const state = new S3FilesState(options);
  const service = {
    ...makeFileSystemActions(state),
    ...makeMountTargetActions(state),
    ...makeListingActions(state),
  };
  return { ...state.toService(service), s3: addRigBuckets(results, state) };
}

function makePageRules(most: number): PageRules {
  return {
    least: 1,
    most,
    refuseSize: (size) => makeInvalid(`maxResults is 1 to ${most}, not ${size}`),
    refuseToken: () => makeInvalid('invalid nextToken'),
  };
}

/** API reference: maxResults of ListFileSystems, ListMountTargets, ListTagsForResource. */
const PAGES = { fileSystems: makePageRules(100), mountTargets: makePageRules(100), tags: makePageRules(50) };

function makeListingActions(state: S3FilesState): Service {
  return {
    GetFileSystem: makeAction(GetFileSystemCommand, ({ fileSystemId }) =>
      state.describeFileSystem(state.fileSystem(fileSystemId)),
    ),
    ListFileSystems: makeAction(ListFileSystemsCommand, ({ maxResults, nextToken }) => {
      const { items, next } = getPage(state.fileSystems.list(), maxResults, nextToken, PAGES.fileSystems);
      const fileSystems = items.map((one) => {
        const {
          tags: _tags,
          clientToken: _token,
          prefix: _prefix,
          kmsKeyId: _key,
          ...its
        } = state.describeFileSystem(one);
        return its as Required<typeof its>;
      });
      return { fileSystems, nextToken: next };
    }),
    ListTagsForResource: makeAction(ListTagsForResourceCommand, ({ resourceId, maxResults, nextToken }) => {
      const { tags = [] } = state.describeFileSystem(state.fileSystem(resourceId));
      const ranked = tags.map((tag, rank) => ({ tag, rank }));
      const { items, next } = getPage(ranked, maxResults, nextToken, PAGES.tags);
      return { tags: items.map(({ tag }) => tag), nextToken: next };
    }),
    GetMountTarget: makeAction(GetMountTargetCommand, ({ mountTargetId }) =>
      state.describeMountTarget(state.mountTargets.find(mountTargetId)),
    ),
    ListMountTargets: makeAction(ListMountTargetsCommand, ({ fileSystemId = '', maxResults, nextToken }) => {
      const found = state.mountTargetsOf(state.fileSystem(fileSystemId));
      const { items, next } = getPage(found, maxResults, nextToken, PAGES.mountTargets);
      return { mountTargets: items.map((one) => state.describeMountTarget(one)), nextToken: next };
    }),
  };
}

// File systems.

function makeFileSystemActions(state: S3FilesState): Service {
  return {
    CreateFileSystem: makeAction(CreateFileSystemCommand, (input) => {
      const { clientToken, ...request } = input;
      const record = state.once('CreateFileSystem', clientToken, request, () => createFileSystem(state, input), {
        exists: ({ id }) => state.fileSystems.get(id) !== undefined,
        refuse: (member) => makeConflict(`the token was used with another ${member}`),
      });
      return state.describeFileSystem(record);
    }),
    PutSynchronizationConfiguration: makeAction(PutSynchronizationConfigurationCommand, (input) => {
      const record = state.fileSystem(input.fileSystemId);
      if (record.lifecycle !== 'available') throw makeConflict(`file system ${record.id} is ${record.lifecycle}`);
      // "Omit this value when creating a synchronization configuration for the first time": a repeat changes nothing.
      if (record.syncVersion > 0 && input.latestVersionNumber !== record.syncVersion) return {};
      record.syncVersion += 1;
      return {};
    }),
    DeleteFileSystem: makeAction(DeleteFileSystemCommand, ({ fileSystemId, forceDelete = false }) => {
      const record = state.fileSystem(fileSystemId);
      const refuse = (why: string): Error => makeConflict(`file system ${record.id} ${why}`);
      if (state.mountTargetsOf(record).length > 0) throw refuse('has mount targets: delete them first');
      if (record.isPending && !forceDelete) throw refuse('has data that waits for its export: use forceDelete');
      const isUndone = state.fileSystems.accept(record, refuse);
      void deleteFileSystem(state, record, isUndone);
      return {};
    }),
  };
}

function createFileSystem(
  state: S3FilesState,
  {
    bucket: arn,
    prefix = '',
    clientToken,
    kmsKeyId,
    roleArn,
    tags: list = [],
  }: CommandInput<typeof CreateFileSystemCommand>,
): S3FileSystem {
  const tags = readTags(
    list.map(({ key, value }) => ({ Key: key, Value: value })),
    makeInvalid,
  );
  // IAM policies of the roles deny this too (condition `aws:RequestTag`).
  state.requireTags(
    tags,
    (missing) => new ServiceError('AccessDeniedException', `s3files:CreateFileSystem without tags ${missing}`, 403),
  );
  const bucket = state.buckets.get(arn.replace(/^.*:/, ''));
  if (bucket === undefined) throw makeInvalid(`the bucket ${arn} does not exist`);
  if (!bucket.isVersioned) throw makeInvalid(`the bucket ${arn} has no versioning`);
  if (!/^(|.*\/)$/.test(prefix)) throw makeInvalid(`the prefix ${prefix} does not end in a slash`);
  const id = state.newId('fs');
  const record: S3FileSystem = {
    ...state.newBase(),
    id,
    arn: state.newFileSystemArn(id),
    token: clientToken,
    bucket,
    prefix,
    roleArn,
    key: kmsKeyId,
    isPending: false,
    syncVersion: 0,
    tags,
    lifecycle: 'creating',
  };
  void state.fileSystems.finishCreate(
    record,
    () => state.draw(DURATIONS.create),
    () => {
      const configuration = state.describeFileSystem(record);
      state.bill(RESOURCE_KIND, record.arn, record.tags, { kind: RESOURCE_KIND, configuration });
    },
  );
  return state.fileSystems.add(record);
}

async function deleteFileSystem(state: S3FilesState, record: S3FileSystem, isUndone: boolean): Promise<void> {
  const mark = state.fileSystems.mark(record);
  await state.sleep(state.draw(DURATIONS.delete));
  if (isUndone) {
    mark.restore();
    return;
  }
  mark.drop();
  state.bill(RESOURCE_KIND, record.arn, record.tags, null);
}

// Mount targets.

/** API reference, CreateMountTarget. */
const SUBNET_ID = /^subnet-[0-9a-f]{8,40}$/;

function makeMountTargetActions(state: S3FilesState): Service {
  return {
    CreateMountTarget: makeAction(CreateMountTargetCommand, (input) => ({
      // An answer has these members always.
      ...state.describeMountTarget(createMountTarget(state, input)),
    })),
    DeleteMountTarget: makeAction(DeleteMountTargetCommand, ({ mountTargetId }) => {
      const record = state.mountTargets.find(mountTargetId);
      const isUndone = state.mountTargets.accept(record, (why) => makeConflict(`mount target ${record.id} ${why}`));
      void deleteMountTarget(state, record, isUndone);
      return {};
    }),
  };
}

function createMountTarget(
  state: S3FilesState,
  { fileSystemId, subnetId, securityGroups = [] }: CommandInput<typeof CreateMountTargetCommand>,
): S3MountTarget {
  const { network = {}, place } = state.options;
  const of = state.fileSystem(fileSystemId);
  if (!SUBNET_ID.test(subnetId)) throw makeInvalid(`invalid subnet ID: ${subnetId}`);
  const at = network.subnets === undefined ? 0 : network.subnets.indexOf(subnetId);
  if (at < 0) throw makeInvalid(`the subnet ${subnetId} does not exist`);
  const missing = securityGroups.find((id) => network.securityGroups?.includes(id) === false);
  if (missing !== undefined) throw makeInvalid(`the security group ${missing} does not exist`);
  if (of.lifecycle !== 'available') throw makeConflict(`file system ${of.id} is ${of.lifecycle}`);
  const zoneId = `${place.region}-az${at + 1}`;
  const before = state.mountTargetsOf(of).find((one) => one.zoneId === zoneId);
  if (before !== undefined) throw makeConflict(`${before.id} already exists in this zone`);
  const base = state.newBase();
  const record: S3MountTarget = {
    ...base,
    id: state.newId('fsmt'),
    of,
    tags: of.tags,
    subnetId,
    zoneId,
    address: `10.0.${Math.floor(base.rank / 200) % 60}.${20 + (base.rank % 200)}`,
    interfaceId: state.newId('eni'),
    lifecycle: 'creating',
  };
  void state.mountTargets.finishCreate(
    record,
    () => state.draw(DURATIONS.mountTargets.create),
    (outcome) => {
      if (outcome === 'made') void exportFiles(state, of);
    },
  );
  return state.mountTargets.add(record);
}

/** Hosts write soon after the mount target is available: versions and a delete marker appear in the bucket. */
async function exportFiles(state: S3FilesState, of: S3FileSystem): Promise<void> {
  of.isPending = true;
  await state.sleep(EXPORT_MS);
  if (state.fileSystems.get(of.id) === undefined || of.lifecycle === 'deleting') return;
  of.isPending = false;
  for (const key of ['h1/data.0', 'h1/data.0', 'h1/data.1']) state.write(of.bucket, `${of.prefix}${key}`);
  state.write(of.bucket, `${of.prefix}h1/data.1`, true);
}

async function deleteMountTarget(state: S3FilesState, record: S3MountTarget, isUndone: boolean): Promise<void> {
  const mark = state.mountTargets.mark(record);
  await state.sleep(state.draw(DURATIONS.mountTargets.delete));
  if (isUndone) mark.restore();
  else mark.drop();
}
