import {
  getDeletion,
  HOST_KINDS,
  getCallKind,
  findCreatedKind,
  LISTED_KINDS,
  RESOURCES,
  STORAGE_CALLS,
  STORAGE_KINDS,
  listStorageCalls,
} from '../../lib/shapes/resources';

describe('the table of resources', () => {
  it('has no two kinds with a call in common: it tells the kind', () => {
    expect(new Set(STORAGE_CALLS).size).toBe(STORAGE_CALLS.length);
    expect(STORAGE_CALLS.map((call) => getCallKind(call))).toEqual([
      'ec2:volume',
      ...STORAGE_KINDS.flatMap((kind) => [kind, ...RESOURCES[kind].updates.map(() => kind)]),
    ]);
    expect([
      findCreatedKind('ec2:ModifyVolume'),
      findCreatedKind('UpdateFileSystem'),
      findCreatedKind('CreateFileSystem'),
    ]).toEqual([null, null, 'fsx:file-system']);
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
    expect(getDeletion('fsx:volume', { Name: 'v', VolumeType: 'OPENZFS' })).toBe('with parent');
    for (const stranger of [{ VolumeType: 'constructor' }, { VolumeType: 1 }, {}])
      expect(getDeletion('fsx:volume', stranger)).toBe('by itself');
    expect(getDeletion('fsx:file-system', { VolumeType: 'OPENZFS' })).toBe('by itself');
  });

  it('names every call of a service', () => {
    const calls = listStorageCalls('fsx');
    expect(calls).toEqual(
      expect.arrayContaining(['CreateFileSystem', 'UpdateVolume', 'DescribeVolumes', 'DeleteVolume']),
    );
    expect(new Set(calls).size).toBe(calls.length);
    expect(calls.filter((call) => !/^(Create|Update|Describe|Delete)[A-Z]/.test(call))).toEqual([]);
  });
});
