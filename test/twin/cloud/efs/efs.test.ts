import type { FileSystemDescription, MountTargetDescription } from '@aws-sdk/client-efs';
import { listStorageCalls } from '../storage-calls';
import { type AccountOptions, REQUIRED_TAGS } from '../../../../lib/twin/cloud/account';
import { makeEfs } from '../../../../lib/twin/cloud/efs/efs';
import type { EfsOptions } from '../../../../lib/twin/cloud/efs/state';
import type { BillingEvent } from '../../../../lib/twin/cloud/resource-store';
import { makeServices, readPages, RIG_TAGS, tagList } from '../services';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const [HERE, THERE] = ['subnet-00000000000000000', 'subnet-00000000000000002'];
const NETWORK = { subnets: [HERE, THERE], securityGroups: ['sg-00000000000000001'] };

function makeEfsServices(fsx: AccountOptions['fsx'] = {}, more: Partial<AccountOptions> = {}) {
  const paid: BillingEvent[] = [];
  const onPaid = (change: BillingEvent): void => void paid.push(change);
  const services = makeServices({ onPaid, fsx: { network: NETWORK, ...fsx }, ...more });
  const call = <T = object>(action: string, input: object = {}): Promise<T> => services.call<T>('efs', action, input);
  const refused = (action: string, input: object): Promise<string> =>
    call(action, input).then(
      () => 'accepted',
      ({ name }: Error) => name,
    );
  const create = (input: object = {}): Promise<FileSystemDescription> =>
    call('CreateFileSystem', { CreationToken: 't1', Backup: false, Tags: tagList(RIG_TAGS), ...input });
  const made = async (input: object = {}): Promise<string> => {
    const { FileSystemId = '' } = await create(input);
    await services.pass(MINUTE);
    return FileSystemId;
  };
  const mount = async (FileSystemId: string): Promise<string> => {
    const input = { FileSystemId, SubnetId: HERE };
    const { MountTargetId = '' } = await call<MountTargetDescription>('CreateMountTarget', input);
    await services.pass(3 * MINUTE);
    return MountTargetId;
  };
  return { ...services, callOf: services.call, call, refused, create, made, mount, paid };
}

describe('EFS in the simulated account', () => {
  it('implements every EFS call in the table of resource kinds', () => {
    const { service } = makeEfs({} as EfsOptions);
    expect(Object.keys(service)).toEqual(expect.arrayContaining([...listStorageCalls('efs')]));
  });

  it('accepts a customer KMS key for an encrypted file system only', async () => {
    const services = makeEfsServices();
    const KmsKeyId = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    expect(await services.create({ Encrypted: true, KmsKeyId })).toMatchObject({ Encrypted: true, KmsKeyId });
    const plain = { CreationToken: 't2', Backup: false, KmsKeyId };
    expect(await services.refused('CreateFileSystem', plain)).toBe('BadRequest');
    expect((await services.create({ CreationToken: 't3', Encrypted: true })).KmsKeyId).toContain(':kms:');
  });

  it('creates a file system that is available within a minute, and describes it by id or ARN', async () => {
    const services = makeEfsServices();
    const throughput = { ThroughputMode: 'provisioned', ProvisionedThroughputInMibps: 20 };
    const made = await services.create({ ...throughput, Encrypted: true });
    const fresh = { LifeCycleState: 'creating', NumberOfMountTargets: 0, PerformanceMode: 'generalPurpose' };
    expect(made).toMatchObject(fresh);
    expect(made.FileSystemArn).toMatch(new RegExp(`^arn:aws:elasticfilesystem:.*:file-system/${made.FileSystemId}$`));
    await services.pass(MINUTE);
    for (const FileSystemId of [made.FileSystemId, made.FileSystemArn]) {
      const found = await services.call('DescribeFileSystems', { FileSystemId });
      expect(found).toMatchObject({ FileSystems: [{ LifeCycleState: 'available', ...throughput }] });
    }
    expect(services.account.stored.left()).toMatchObject([{ kind: 'efs:file-system', id: made.FileSystemArn }]);
  });

  it.each<[string, object]>([
    ['BadRequest', { ThroughputMode: 'provisioned' }],
    ['ThroughputLimitExceeded', { ThroughputMode: 'provisioned', ProvisionedThroughputInMibps: 3415 }],
    ['BadRequest', { ThroughputMode: 'elastic', ProvisionedThroughputInMibps: 1 }],
    ['BadRequest', { ThroughputMode: 'elastic', PerformanceMode: 'maxIO' }],
    ['BadRequest', { PerformanceMode: 'maxIO', AvailabilityZoneName: 'xx-local-1a' }],
    ['BadRequest', { AvailabilityZoneName: 'eu-west-9a' }],
    // In one zone a backup is on where nothing is said.
    ['ArgumentError', { AvailabilityZoneName: 'xx-local-1a', Backup: undefined }],
    ['FileSystemAlreadyExists', { CreationToken: 't1' }],
  ])('refuses with %s to create a file system with %j', async (name, input) => {
    const services = makeEfsServices();
    await services.made();
    const created = services.refused('CreateFileSystem', { CreationToken: 'other', Backup: false, ...input });
    expect(await created).toBe(name);
  });

  it('refuses a missing id, and a create without the required tags', async () => {
    const services = makeEfsServices({}, { requiredTags: REQUIRED_TAGS });
    const missing = services.refused('DescribeFileSystems', { FileSystemId: 'fs-00000000000000000' });
    expect(await missing).toBe('FileSystemNotFound');
    expect(await services.refused('CreateFileSystem', { CreationToken: 'a' })).toBe('AccessDeniedException');
  });

  it('creates one mount target per zone, in the zone of a One Zone file system only', async () => {
    const services = makeEfsServices();
    const { FileSystemId = '' } = await services.create({ AvailabilityZoneName: 'xx-local-1a' });
    const target = (SubnetId: string, more: object = {}): Promise<string> =>
      services.refused('CreateMountTarget', { FileSystemId, SubnetId, ...more });
    expect(await target(HERE)).toBe('IncorrectFileSystemLifeCycleState');
    await services.pass(MINUTE);
    expect(await target(THERE)).toBe('AvailabilityZonesMismatch');
    expect(await target('subnet-00000000000000009')).toBe('SubnetNotFound');
    expect(await target(HERE, { SecurityGroups: ['sg-00000000000000009'] })).toBe('SecurityGroupNotFound');
    expect(await target(HERE, { SecurityGroups: NETWORK.securityGroups })).toBe('accepted');
    expect(await target(HERE)).toBe('MountTargetConflict');
    expect(await services.call('DescribeMountTargets', { FileSystemId })).toMatchObject({
      MountTargets: [{ LifeCycleState: 'creating', IpAddress: expect.stringMatching(/^10\./) }],
    });
    expect(await services.refused('DescribeMountTargets', {})).toBe('BadRequest');
  });

  it('refuses to delete a file system with mount targets, and reports a deleted one as not found', async () => {
    const services = makeEfsServices();
    const id = await services.made();
    const MountTargetId = await services.mount(id);
    expect(await services.refused('DeleteFileSystem', { FileSystemId: id })).toBe('FileSystemInUse');
    await services.call('DeleteMountTarget', { MountTargetId });
    expect(await services.refused('DeleteFileSystem', { FileSystemId: id })).toBe('FileSystemInUse');
    await services.pass(3 * MINUTE);
    expect(await services.refused('DescribeMountTargets', { MountTargetId })).toBe('MountTargetNotFound');
    await services.call('DeleteFileSystem', { FileSystemId: id });
    await services.pass(MINUTE);
    expect(await services.refused('DeleteFileSystem', { FileSystemId: id })).toBe('FileSystemNotFound');
    expect(services.account.stored.left()).toEqual([]);
    expect(services.paid.map(({ what }) => what?.kind)).toEqual(['efs:file-system', undefined]);
  });

  it('accepts higher throughput at any time, but lower throughput or another mode once in 24 hours', async () => {
    const services = makeEfsServices();
    const FileSystemId = await services.made({ ThroughputMode: 'elastic' });
    const update = async (ThroughputMode: string, ProvisionedThroughputInMibps?: number): Promise<string> => {
      const change = { FileSystemId, ThroughputMode, ProvisionedThroughputInMibps };
      const answer = await services.refused('UpdateFileSystem', change);
      await services.pass(5 * MINUTE);
      return answer;
    };
    expect(await update('provisioned', 20)).toBe('accepted');
    expect(await update('provisioned', 40)).toBe('accepted');
    expect(await update('provisioned', 30)).toBe('TooManyRequests');
    expect(await update('bursting')).toBe('TooManyRequests');
    await services.pass(23 * HOUR);
    // More at any time; a day from then on nothing else.
    expect(await update('provisioned', 50)).toBe('accepted');
    await services.pass(2 * HOUR);
    expect(await update('provisioned', 30)).toBe('TooManyRequests');
    await services.pass(24 * HOUR);
    expect(await update('provisioned', 30)).toBe('accepted');
    expect(await update('elastic')).toBe('TooManyRequests');
    const billed = services.paid.map(({ what }) => what !== null && 'configuration' in what && what.configuration);
    expect(billed).toMatchObject([
      { ThroughputMode: 'elastic' },
      { ProvisionedThroughputInMibps: 20 },
      { ProvisionedThroughputInMibps: 40 },
      { ProvisionedThroughputInMibps: 50 },
      { ProvisionedThroughputInMibps: 30 },
    ]);
  });

  it('ends a create in error, and refuses or undoes a delete, as injected faults say', async () => {
    const create = ({ kind }: { kind: string }) => (kind === 'efs:mount-target' ? 'fails' : undefined);
    const failing = makeEfsServices({ faults: { create } });
    const id = await failing.made();
    await failing.mount(id);
    expect(failing.account.stored.left().map(({ state }) => state)).toEqual(['available', 'error']);
    const back = makeEfsServices({ faults: { deletion: (_, attempt) => (attempt === 1 ? 'refused' : 'undone') } });
    const FileSystemId = await back.made();
    expect(await back.refused('DeleteFileSystem', { FileSystemId })).toBe('FileSystemInUse');
    await back.call('DeleteFileSystem', { FileSystemId });
    expect(back.account.stored.left()).toMatchObject([{ state: 'deleting' }]);
    await back.pass(HOUR);
    expect(back.account.stored.left()).toMatchObject([{ state: 'available' }]);
  });

  it('lists file systems in pages, and a new one only after a delay', async () => {
    const services = makeEfsServices();
    for (const CreationToken of ['a', 'b', 'c']) await services.create({ CreationToken });
    const list = async (input: object): Promise<unknown[][]> => {
      const of = { call: services.callOf };
      const action = ['efs', 'DescribeFileSystems'] as const;
      const pages = await readPages<FileSystemDescription>(of, action, 'FileSystems', input);
      return pages.map((page) => page.map(({ CreationToken }) => CreationToken));
    };
    expect(await list({})).toEqual([[]]);
    await services.pass(MINUTE);
    expect(await list({ MaxItems: 2 })).toEqual([['a', 'b'], ['c']]);
    expect(await list({ CreationToken: 'b' })).toEqual([['b']]);
  });
});
