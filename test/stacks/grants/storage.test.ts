import { changeStorage, createStorage, deleteStorage, listStorage } from '../../../lib/stacks/grants/storage';
import {
  IAM_SERVICE,
  LISTED_KINDS,
  RESOURCES,
  getService,
  STORAGE_KINDS,
  type StorageFacts,
  type StorageKind,
} from '../../../lib/shapes/resources';

const CARRIES = { StringEquals: { 'aws:ResourceTag/fsxbench:stack': 'bench' } };
const factsOf = (kind: StorageKind): StorageFacts => RESOURCES[kind];
const actionsOf = (statements: ReturnType<typeof listStorage>): string[] => statements.flatMap((one) => one.actions);

describe('grants of storage', () => {
  it('are the calls of the table and what the services need beside them, nothing else', () => {
    const named = (kind: StorageKind, call: string): string => `${IAM_SERVICE[getService(kind)]}:${call}`;
    const describes = STORAGE_KINDS.map((kind) => named(kind, RESOURCES[kind].describe));
    // What goes with its parent is not listed; FSx may ask for its delete with that of the parent.
    const ending = STORAGE_KINDS.filter((kind) => (LISTED_KINDS as readonly string[]).includes(kind));
    const removes = STORAGE_KINDS.map((kind) => named(kind, RESOURCES[kind].remove));
    const changes = STORAGE_KINDS.flatMap((kind) => {
      const { create, updates, read } = factsOf(kind);
      // What a later request needs of it, e.g. a password, is read by whoever sends that.
      return [create, ...updates, ...(read === undefined ? [] : [read])].map((call) => named(kind, call));
    });
    const tagging = ['fsx', 'elasticfilesystem', 'secretsmanager', 'cloudwatch'].map(
      (service) => `${service}:TagResource`,
    );
    const storage = (statements: ReturnType<typeof listStorage>): Set<string> =>
      new Set(
        actionsOf(statements).filter((action) => /^(fsx|elasticfilesystem|secretsmanager|cloudwatch):/.test(action)),
      );
    expect(storage(changeStorage('bench'))).toEqual(new Set([...changes, ...tagging, ...describes]));
    expect(storage(deleteStorage('bench'))).toEqual(new Set(removes));
    expect(actionsOf(listStorage())).toEqual([
      ...ending.map((kind) => named(kind, factsOf(kind).list ?? factsOf(kind).describe)),
      ...ending.flatMap((kind) => factsOf(kind).tagsBy ?? []).map((call) => named('cloudwatch:alarm', call)),
    ]);
  });

  it('know alarms by the stack in their names: IAM tells their delete no tags, and they only publish', () => {
    const own = expect.stringMatching(/:cloudwatch:.*:alarm:fsxbench\/bench\/\*$/) as unknown;
    const [removing] = deleteStorage('bench').filter(({ actions }) => actions.includes('cloudwatch:DeleteAlarms'));
    expect([removing?.resources, removing?.conditions]).toEqual([[own], {}]);
    const [making, ...others] = changeStorage('bench').filter(({ actions }) =>
      actions.includes('cloudwatch:PutMetricAlarm'),
    );
    expect(making?.resources).toEqual([own]);
    expect(Object.keys(making?.conditions as object)).toEqual(['StringEquals', 'Null']);
    expect(others.map(({ effect, conditions }): unknown[] => [effect, conditions])).toEqual([
      [
        'Deny',
        { 'ForAnyValue:StringNotLike': { 'cloudwatch:AlarmActions': expect.stringMatching(/^arn:.*:sns:.*:\*$/) } },
      ],
    ]);
  });

  it('let mount targets of EFS be made and deleted only in a file system that carries the tag of this stack', () => {
    for (const [statements, call] of [
      [changeStorage('bench'), 'CreateMountTarget'],
      [deleteStorage('bench'), 'DeleteMountTarget'],
    ] as const) {
      const its = statements.filter(({ actions }) => actions.includes(`elasticfilesystem:${call}`));
      expect(its).toHaveLength(1);
      expect(its[0]?.resources).toEqual([expect.stringMatching(/:elasticfilesystem:.*:file-system\/\*$/)]);
      expect(its[0]?.conditions).toEqual(CARRIES);
    }
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
