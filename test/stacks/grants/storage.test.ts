import { changeStorage, createStorage, deleteStorage, listStorage } from '../../../lib/stacks/grants/storage';
import { LISTED_KINDS, RESOURCES, STORAGE_CALLS, STORAGE_KINDS } from '../../../lib/shapes/resources';

const CARRIES = { StringEquals: { 'aws:ResourceTag/fsxbench:stack': 'bench' } };
const actionsOf = (statements: ReturnType<typeof listStorage>): string[] => statements.flatMap((one) => one.actions);

describe('grants of storage', () => {
  it('are the calls of the table and what FSx needs beside them, nothing else', () => {
    const describes = STORAGE_KINDS.map((kind) => `fsx:${RESOURCES[kind].describe}`);
    // What goes with its parent is not listed; FSx may ask for its delete with that of the parent.
    const ending = STORAGE_KINDS.filter((kind) => (LISTED_KINDS as readonly string[]).includes(kind));
    const removes = STORAGE_KINDS.map((kind) => `fsx:${RESOURCES[kind].remove}`);
    const changes = STORAGE_CALLS.map((call) => `fsx:${call}`);
    const fsx = (statements: ReturnType<typeof listStorage>): Set<string> =>
      new Set(actionsOf(statements).filter((action) => action.startsWith('fsx:')));
    expect(fsx(changeStorage('bench'))).toEqual(new Set([...changes, 'fsx:TagResource', ...describes]));
    expect(fsx(deleteStorage('bench'))).toEqual(new Set(removes));
    expect(actionsOf(listStorage())).toEqual(ending.map((kind) => `fsx:${RESOURCES[kind].describe}`));
  });

  it('let what cannot be tagged be made only in something that carries the tag of this stack', () => {
    const [made] = createStorage('fsx:volume', { ...RESOURCES['fsx:volume'], tags: 'parent' }, 'bench');
    expect(made?.actions).toEqual(['fsx:CreateVolume']);
    expect(made?.resources).toEqual([expect.stringMatching(/:file-system\/\*$/)]);
    expect(made?.conditions).toEqual(CARRIES);
    const [tagged] = createStorage('fsx:volume', RESOURCES['fsx:volume'], 'bench');
    expect(tagged?.resources).toEqual([expect.stringMatching(/:volume\/\*$/)]);
    expect(Object.keys(tagged?.conditions as object)).toEqual(['StringEquals', 'Null']);
  });

  it('ask for the tag of this stack on what a create names beside the new thing', () => {
    const [, parent, ...more] = createStorage('fsx:volume', RESOURCES['fsx:volume'], 'bench');
    expect(parent?.resources).toEqual([expect.stringMatching(/:storage-virtual-machine\/\*$/)]);
    expect(parent?.conditions).toEqual(CARRIES);
    expect(more).toEqual([]);
    expect(createStorage('fsx:file-system', RESOURCES['fsx:file-system'], 'bench')).toHaveLength(1);
  });
});
