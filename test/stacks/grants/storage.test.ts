import { changeStorage, createStorage, deleteStorage, listStorage } from '../../../lib/stacks/grants/storage';
import {
  IAM_ACTIONS,
  IAM_SERVICE,
  LISTED_KINDS,
  RESOURCES,
  getService,
  STORAGE_KINDS,
  type StorageFacts,
  type StorageKind,
} from '../../../lib/shapes/resources';

const CARRIES = { StringEquals: { 'aws:ResourceTag/fsxbench:stack': 'bench' } };
const getFacts = (kind: StorageKind): StorageFacts => RESOURCES[kind];
const listActions = (statements: ReturnType<typeof listStorage>): string[] => statements.flatMap((one) => one.actions);

describe('IAM policy for storage', () => {
  it('allows exactly the API calls of the resource table and the tagging calls', () => {
    const named = (kind: StorageKind, call: string): string => {
      const action = `${IAM_SERVICE[getService(kind)]}:${call}`;
      return IAM_ACTIONS[action] ?? action;
    };
    const describes = STORAGE_KINDS.map((kind) => named(kind, RESOURCES[kind].describe));
    // What goes with its parent is not listed; FSx may ask for its delete with that of the parent.
    const ending = STORAGE_KINDS.filter((kind) => (LISTED_KINDS as readonly string[]).includes(kind));
    const removes = STORAGE_KINDS.map((kind) => named(kind, RESOURCES[kind].remove));
    const changes = STORAGE_KINDS.flatMap((kind) => {
      const { create, updates, read } = getFacts(kind);
      // What a later request needs of it, e.g. a password, is read by whoever sends that.
      return [create, ...updates, ...(read === undefined ? [] : [read])].map((call) => named(kind, call));
    });
    const tagging = ['fsx', 'elasticfilesystem', 's3files', 's3', 'secretsmanager', 'cloudwatch'].map(
      (service) => `${service}:TagResource`,
    );
    const storage = (statements: ReturnType<typeof listStorage>): Set<string> =>
      new Set(
        listActions(statements).filter((action) =>
          /^(fsx|elasticfilesystem|s3files|s3|secretsmanager|cloudwatch):/.test(action),
        ),
      );
    expect(storage(changeStorage('bench'))).toEqual(
      new Set([...changes, ...tagging, ...describes, 's3:PutBucketVersioning', 's3:ListBucketVersions']),
    );
    expect(storage(deleteStorage('bench'))).toEqual(
      new Set([...removes, 's3:ListBucketVersions', 's3:DeleteObject', 's3:DeleteObjectVersion']),
    );
    expect(listActions(listStorage())).toEqual([
      ...ending.map((kind) => named(kind, getFacts(kind).list ?? getFacts(kind).describe)),
      ...ending.flatMap((kind) => {
        const { tagsBy } = getFacts(kind);
        return tagsBy === undefined ? [] : [named(kind, tagsBy)];
      }),
    ]);
  });

  it('limits alarms to names of the stack, and denies alarm actions other than SNS topics', () => {
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

  it('allows EFS mount targets only in file systems with the tag of this stack', () => {
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

  it('allows untaggable resources only in parents with the tag of this stack', () => {
    const [made] = createStorage('fsx:volume', { ...RESOURCES['fsx:volume'], tags: 'parent' }, 'bench');
    expect(made?.actions).toEqual(['fsx:CreateVolume']);
    expect(made?.resources).toEqual([expect.stringMatching(/:file-system\/\*$/)]);
    expect(made?.conditions).toEqual(CARRIES);
    const [tagged] = createStorage('fsx:volume', RESOURCES['fsx:volume'], 'bench');
    expect(tagged?.resources).toEqual([expect.stringMatching(/:volume\/\*$/)]);
    expect(Object.keys(tagged?.conditions as object)).toEqual(['StringEquals', 'Null']);
  });

  it('requires the tag of this stack on the parent that a create call names', () => {
    const [, parent, ...more] = createStorage('fsx:volume', RESOURCES['fsx:volume'], 'bench');
    expect(parent?.resources).toEqual([expect.stringMatching(/:storage-virtual-machine\/\*$/)]);
    expect(parent?.conditions).toEqual(CARRIES);
    expect(more).toEqual([]);
    expect(createStorage('fsx:file-system', RESOURCES['fsx:file-system'], 'bench')).toHaveLength(1);
  });
});
