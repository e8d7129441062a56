import { change, getDataLayout } from '../../../lib/targets/fsx-lustre/change';
import { schema } from '../../../lib/targets/fsx-lustre/schema';
import type { FsxLustre, Persistent } from '../../../lib/targets/fsx-lustre/config';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, SCRATCH_1, TIERED } from './config';
import { withoutNull } from '../../without-null';
import cases from './change.cases.json';

const FASTER = { ...TIERED, throughputMBps: 8000 };
/** As rows name them. */
const BASES: Readonly<Record<string, FsxLustre>> = { SCRATCH_1, HARD_DISK, TIERED, FASTER, PERSISTENT, PERSISTENT_1 };
type Changes = Partial<Persistent>;
const from = (before: Changes, after: Changes) => change({ ...PERSISTENT, ...before }, { ...PERSISTENT, ...after });
const inputs = (made: ReturnType<typeof change>) =>
  made.kind === 'inPlace' ? made.requests.map(({ input }) => input) : made.why;
const sent = (input: object) => [{ FileSystemId: '@fs.id', ...input }];

describe('changes of a Lustre file system', () => {
  it('are none where nothing changes', () => {
    expect(from({}, {})).toEqual({ kind: 'inPlace', requests: [] });
    expect(change(SCRATCH, SCRATCH)).toEqual({ kind: 'inPlace', requests: [] });
  });

  it('leave data for hours on the servers on which they were written: those of a grown one are laid out anew', () => {
    expect(getDataLayout({ ...PERSISTENT, storageGiB: 4800 })).not.toEqual(getDataLayout(PERSISTENT));
    expect(getDataLayout({ ...PERSISTENT, perUnitMBps: 500, metadataIops: 12_000 })).toEqual(getDataLayout(PERSISTENT));
  });

  it('take storage up in place, six hours apart, and may cut clients off', () => {
    expect(from({}, { storageGiB: 4800 })).toEqual(cases.storage);
    expect(inputs(change(SCRATCH, { ...SCRATCH, storageGiB: 2400 }))).toEqual(sent({ StorageCapacity: 2400 }));
  });

  it.each([
    [125, 1000],
    [1000, 125],
  ] as const)('take throughput from %d to %d in place', (before, after) => {
    const made = from({ perUnitMBps: before }, { perUnitMBps: after });
    expect(inputs(made)).toEqual(sent({ LustreConfiguration: { PerUnitStorageThroughput: after } }));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 21_600, interruption: true, timeoutSeconds: 7200 }] });
  });

  it.each(cases.metadataIops as [number | 'automatic', number | 'automatic', object][])(
    'take metadata operations from %p to %p in place',
    (before, after, configuration) => {
      expect(inputs(from({ metadataIops: before }, { metadataIops: after }))).toEqual(
        sent({ LustreConfiguration: { MetadataConfiguration: configuration } }),
      );
    },
  );
});

describe('more storage in place', () => {
  it.each(cases.possible as [string, Changes, number][])('is possible where %s', (_name, before, storageGiB) => {
    expect(inputs(from(before, { ...before, storageGiB }))).toEqual(sent({ StorageCapacity: storageGiB }));
  });
});

describe('changes without a cool-down', () => {
  it('are compression, with data laid out again', () => {
    const made = from({}, { compression: 'LZ4' });
    expect(inputs(made)).toEqual(sent({ LustreConfiguration: { DataCompressionType: 'LZ4' } }));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 0, coolsDown: [], interruption: false }] });
    expect(getDataLayout({ ...PERSISTENT, compression: 'LZ4' })).not.toEqual(getDataLayout(PERSISTENT));
  });

  it.each([
    ['none', { SizingMode: 'NO_CACHE' }],
    [4096, { SizingMode: 'USER_PROVISIONED', SizeGiB: 4096 }],
  ] as const)('are a read cache of %p', (readCacheGiB, configuration) => {
    const made = change(TIERED, { ...TIERED, readCacheGiB });
    expect(inputs(made)).toEqual(sent({ LustreConfiguration: { DataReadCacheConfiguration: configuration } }));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 0, coolsDown: [], interruption: false }] });
    expect(getDataLayout({ ...TIERED, readCacheGiB })).toEqual(getDataLayout(TIERED));
  });

  it('come before one that has one', () => {
    expect(inputs(from({}, { compression: 'LZ4', perUnitMBps: 500 }))).toEqual(
      [{ DataCompressionType: 'LZ4' }, { PerUnitStorageThroughput: 500 }].map((LustreConfiguration) => ({
        FileSystemId: '@fs.id',
        LustreConfiguration,
      })),
    );
  });
});

describe('changes of other types', () => {
  it.each(cases.inPlace as [string, string, object, object][])(
    'take %s in place',
    (_what, name, after, LustreConfiguration) => {
      const before = BASES[name];
      expect(inputs(change(before as FsxLustre, schema.parse({ ...before, ...after })))).toEqual(
        sent({ LustreConfiguration }),
      );
    },
  );

  it('take storage of hard disks, and of one for EFA, up in place', () => {
    expect(inputs(change(HARD_DISK, { ...HARD_DISK, storageGiB: 12_000 }))).toEqual(sent({ StorageCapacity: 12_000 }));
    const efa: FsxLustre = { ...PERSISTENT, efa: true, storageGiB: 19_200 };
    expect(inputs(change(efa, { ...efa, storageGiB: 38_400 }))).toEqual(sent({ StorageCapacity: 38_400 }));
  });

  it('leave what is stored to prices: no request is made of it', () => {
    expect(change(TIERED, { ...TIERED, storedGiB: 1 })).toEqual({ kind: 'inPlace', requests: [] });
  });

  it('lay data out anew on the servers that come with more throughput of Intelligent-Tiering', () => {
    expect(getDataLayout({ ...TIERED, throughputMBps: 8000 })).not.toEqual(getDataLayout(TIERED));
  });

  it.each(cases.recreated as [string, object, string][])('need a fresh one: %s, %j', (name, after, why) => {
    const before = BASES[name];
    expect(change(before as FsxLustre, schema.parse(withoutNull({ ...before, ...after })))).toEqual({
      kind: 'recreate',
      why,
    });
  });

  it('need a fresh one for EFA, and for another throughput with it', () => {
    const efa: FsxLustre = { ...PERSISTENT, efa: true, storageGiB: 38_400 };
    expect(change({ ...PERSISTENT, storageGiB: 38_400 }, efa)).toEqual({
      kind: 'recreate',
      why: 'efa false to true: fixed when a file system is created',
    });
    expect(change(efa, { ...efa, perUnitMBps: 500 })).toEqual({
      kind: 'recreate',
      why: 'perUnitMBps 250 to 500: fixed on a file system for EFA',
    });
  });
});

describe('a fresh file system', () => {
  it.each(cases.needed as [string, Changes, Changes, string][])('is needed for %s', (_name, before, after, why) => {
    const made = from(before, after);
    expect(made.kind).toBe('recreate');
    expect(made.kind === 'recreate' ? made.why : '').toMatch(new RegExp(why));
  });

  it('is needed for another type', () => {
    const types: [FsxLustre, FsxLustre][] = [
      [SCRATCH, PERSISTENT],
      [PERSISTENT, SCRATCH],
    ];
    for (const [before, after] of types)
      expect(change(before, after)).toMatchObject({
        kind: 'recreate',
        why: expect.stringMatching(/^deploymentType .*fixed/),
      });
  });
});
