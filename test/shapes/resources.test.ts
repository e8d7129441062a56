import {
  getDeletion,
  HOST_KINDS,
  getCallKind,
  findCreatedKind,
  LISTED_KINDS,
  RESOURCES,
  STORAGE_CALLS,
  STORAGE_KINDS,
} from '../../lib/shapes/resources';

describe('RESOURCES', () => {
  it('has each API call in one kind only', () => {
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

  it('lists children before their parent, and mounting kinds before what they mount', () => {
    const kinds = Object.keys(RESOURCES);
    const above = Object.entries(RESOURCES).flatMap(([kind, { parent, mountedBy }]) => [
      ...(parent === null ? [] : [[kind, parent]]),
      ...(mountedBy === null ? [] : [[mountedBy, kind]]),
    ]);
    expect(above).toContainEqual(['fsx:volume', 'fsx:file-system']);
    expect(above.filter(([upper = '', lower = '']) => kinds.indexOf(upper) > kinds.indexOf(lower))).toEqual([]);
  });

  it('includes in LISTED_KINDS each kind deleted by itself, and the parent of every other kind', () => {
    const kinds = [...HOST_KINDS, ...STORAGE_KINDS];
    expect(LISTED_KINDS).toEqual(expect.arrayContaining(kinds.filter((kind) => RESOURCES[kind].ends === 'by itself')));
    for (const kind of kinds.filter((one) => !LISTED_KINDS.some((listed) => listed === one)))
      expect(LISTED_KINDS).toContain(RESOURCES[kind].parent);
  });

  it('deletes an OpenZFS volume with its parent, and a volume of unknown type by itself', () => {
    expect(getDeletion('fsx:volume', { Name: 'v', VolumeType: 'OPENZFS' })).toBe('with parent');
    for (const stranger of [{ VolumeType: 'constructor' }, { VolumeType: 1 }, {}])
      expect(getDeletion('fsx:volume', stranger)).toBe('by itself');
    expect(getDeletion('fsx:file-system', { VolumeType: 'OPENZFS' })).toBe('by itself');
  });
});
