import { isLocalSpec, KINDS, adaptKinds } from '../../lib/experiment/kinds';

const MANAGED = { client: { managed: { tag: { a: 'b' } } } };
const DISK = { disk: { kind: 'directory', path: '/mnt/bench' } };

describe('adaptKinds', () => {
  it('makes `directory` an external target on managed hosts, and keeps other kinds unchanged', () => {
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

  it('makes a spec with managed hosts non-local, since it needs an AWS account', () => {
    expect(isLocalSpec({ targets: DISK, fleet: {} })).toBe(true);
    expect(isLocalSpec({ targets: DISK, fleet: MANAGED })).toBe(false);
  });
});
