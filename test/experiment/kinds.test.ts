import { isLocalSpec, KINDS, adaptKinds } from '../../lib/experiment/kinds';

const MANAGED = { client: { managed: { tag: { a: 'b' } } } };
const DISK = { disk: { kind: 'directory', path: '/mnt/bench' } };

describe('kinds on managed hosts', () => {
  it('take a directory for a folder that others own, and leave other kinds as they are', () => {
    const there = adaptKinds(MANAGED);
    expect(there.targetOf('directory')).toMatchObject({ kind: 'directory', local: false });
    expect(there.targetOf('directory')?.external?.stores({ kind: 'directory', path: '/mnt/bench/' })).toEqual([
      'directory:/mnt/bench',
    ]);
    expect(there.targetOf('directory')).toBe(adaptKinds(MANAGED).targetOf('directory'));
    expect(there.targetOf('efs')).toBe(KINDS.targetOf('efs'));
    expect(there.targetOf('nothing')).toBeUndefined();
    expect(adaptKinds({ client: {} })).toBe(KINDS);
  });

  it('make an experiment one that needs an account', () => {
    expect(isLocalSpec({ targets: DISK, fleet: {} })).toBe(true);
    expect(isLocalSpec({ targets: DISK, fleet: MANAGED })).toBe(false);
  });
});
