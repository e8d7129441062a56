import {
  endOf,
  HOST_KINDS,
  isStorageId,
  kindOfCall,
  changedKindOfId,
  isChangedId,
  madeBy,
  kindOfId,
  LISTED_KINDS,
  RESOURCES,
  STORAGE_CALLS,
  STORAGE_KINDS,
  storageCallsOf,
  type StorageKind,
} from '../../lib/shapes/resources';

/** An id of each kind: its table entry, filled in. */
const ID = (kind: StorageKind): string =>
  RESOURCES[kind].id
    .replace('[0-9a-f]+', '0123456789abcdef0')
    .replace('[a-z-]+', 'aws-cn')
    .replace('[a-z0-9-]+', 'cn-north-1')
    .replace('[0-9]{12}', '123456789012')
    .replace('[A-Za-z0-9/_+=.@-]+', 'bench/one.secret-AbCdEf');

describe('the table of resources', () => {
  it('has no two kinds with a call or an id in common: both tell the kind', () => {
    expect(new Set(STORAGE_CALLS).size).toBe(STORAGE_CALLS.length);
    expect(STORAGE_CALLS.map((call) => kindOfCall(call))).toEqual([
      'ec2:volume',
      ...STORAGE_KINDS.flatMap((kind) => [kind, ...RESOURCES[kind].updates.map(() => kind)]),
    ]);
    expect([madeBy('ec2:ModifyVolume'), madeBy('UpdateFileSystem'), madeBy('CreateFileSystem')]).toEqual([
      null,
      null,
      'fsx:file-system',
    ]);
    // A volume of a host is changed by requests, and neither made nor deleted as storage is.
    expect([isStorageId('vol-0123'), isChangedId('vol-0123'), changedKindOfId('vol-0123')]).toEqual([
      false,
      true,
      'ec2:volume',
    ]);
    expect([isChangedId('fsvol-0123'), isChangedId('vol-x')]).toEqual([true, false]);
    for (const kind of STORAGE_KINDS) {
      expect(kindOfId(ID(kind))).toBe(kind);
      const alike = STORAGE_KINDS.filter((other) => new RegExp(`^${RESOURCES[other].id}$`).test(ID(kind)));
      expect(alike).toEqual([kind]);
    }
  });

  it.each([
    '',
    'fs-',
    'vol-1',
    'i-0123456789abcdef0',
    'fs-1; rm',
    'xfs-1',
    'fs-1\n',
    'FS-1',
    'arn:aws:elasticfilesystem:x:1:file-system/fs-1',
  ])('takes %j for no id of storage', (id) => {
    expect(isStorageId(id)).toBe(false);
    expect(() => kindOfId(id)).toThrow('expected a kind of storage whose ids');
  });

  it('has what is in or mounts something above it: teardown goes from top to bottom', () => {
    const kinds = Object.keys(RESOURCES);
    const above = Object.entries(RESOURCES).flatMap(([kind, { parent, mountedBy }]) => [
      ...(parent === null ? [] : [[kind, parent]]),
      ...(mountedBy === null ? [] : [[mountedBy, kind]]),
    ]);
    expect(above).toContainEqual(['fsx:volume', 'fsx:file-system']);
    expect(above.filter(([upper = '', lower = '']) => kinds.indexOf(upper) > kinds.indexOf(lower))).toEqual([]);
  });

  it('lists all that does not go with something that is listed', () => {
    const kinds = [...HOST_KINDS, ...STORAGE_KINDS];
    expect(LISTED_KINDS).toEqual(expect.arrayContaining(kinds.filter((kind) => RESOURCES[kind].ends === 'by itself')));
    for (const kind of kinds.filter((one) => !LISTED_KINDS.some((listed) => listed === one)))
      expect(LISTED_KINDS).toContain(RESOURCES[kind].parent);
  });

  it('says of each type how it ends, and of one that nobody knows that it must be asked for', () => {
    expect(endOf('fsx:volume', { Name: 'v', VolumeType: 'OPENZFS' })).toBe('with parent');
    for (const stranger of [{ VolumeType: 'constructor' }, { VolumeType: 1 }, {}])
      expect(endOf('fsx:volume', stranger)).toBe('by itself');
    expect(endOf('fsx:file-system', { VolumeType: 'OPENZFS' })).toBe('by itself');
  });

  it('names every call of a service', () => {
    const calls = storageCallsOf('fsx');
    expect(calls).toEqual(
      expect.arrayContaining(['CreateFileSystem', 'UpdateVolume', 'DescribeVolumes', 'DeleteVolume']),
    );
    expect(new Set(calls).size).toBe(calls.length);
    expect(calls.filter((call) => !/^(Create|Update|Describe|Delete)[A-Z]/.test(call))).toEqual([]);
  });
});
