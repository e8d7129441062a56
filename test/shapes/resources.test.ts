import {
  isStorageId,
  kindOfCall,
  kindOfId,
  LISTED_KINDS,
  RESOURCES,
  STORAGE_CALLS,
  STORAGE_KINDS,
} from '../../lib/shapes/resources';

const IDS = { 'fsx:file-system': 'fs-0123456789abcdef0', 'fsx:volume': 'fsvol-0123456789abcdef0' } as const;

describe('the table of resources', () => {
  it('has no two kinds with a call or an id in common: both tell the kind', () => {
    expect(new Set(STORAGE_CALLS).size).toBe(STORAGE_CALLS.length);
    expect(STORAGE_CALLS.map((call) => kindOfCall(call))).toEqual(
      STORAGE_KINDS.flatMap((kind) => [kind, ...RESOURCES[kind].updates.map(() => kind)]),
    );
    for (const kind of STORAGE_KINDS) {
      expect(kindOfId(IDS[kind])).toBe(kind);
      const alike = STORAGE_KINDS.filter((other) => new RegExp(`^${RESOURCES[other].id}$`).test(IDS[kind]));
      expect(alike).toEqual([kind]);
    }
  });

  it.each(['', 'fs-', 'vol-1', 'i-0123456789abcdef0', 'fs-1; rm', 'xfs-1', 'fs-1\n', 'FS-1'])(
    'takes %j for no id of storage',
    (id) => {
      expect(isStorageId(id)).toBe(false);
      expect(() => kindOfId(id)).toThrow('expected a kind of storage whose ids');
    },
  );

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
    for (const { ends, parent } of Object.values(RESOURCES))
      if (ends === 'with parent') expect(LISTED_KINDS).toContain(parent);
    expect(LISTED_KINDS).toEqual(['ec2:instance', 'ec2:launch-template', 'fsx:file-system']);
  });
});
