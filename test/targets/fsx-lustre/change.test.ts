import { planLustreChange, getLustreLayout } from '../../../lib/targets/fsx-lustre/change';
import { lustreSchema } from '../../../lib/targets/fsx-lustre/schema';
import type { FsxLustre, Persistent } from '../../../lib/targets/fsx-lustre/config';
import { HARD_DISK, PERSISTENT, PERSISTENT_1, SCRATCH, SCRATCH_1, TIERED } from './config';
import { withoutNull } from '../../without-null';
import cases from './change.cases.json';

const FASTER = { ...TIERED, throughputMBps: 8000 };
/** As rows name them. */
const BASES: Readonly<Record<string, FsxLustre>> = { SCRATCH_1, HARD_DISK, TIERED, FASTER, PERSISTENT, PERSISTENT_1 };
type Changes = Partial<Persistent>;
const from = (before: Changes, after: Changes) =>
  planLustreChange({ ...PERSISTENT, ...before }, { ...PERSISTENT, ...after });
const inputs = (made: ReturnType<typeof planLustreChange>) =>
  made.kind === 'inPlace' ? made.requests.map(({ input }) => input) : made.why;
const sent = (input: object) => [{ FileSystemId: '@fs.id', ...input }];

describe('changes of a Lustre file system', () => {
  it('are none where nothing changes', () => {
    expect(from({}, {})).toEqual({ kind: 'inPlace', requests: [] });
    expect(planLustreChange(SCRATCH, SCRATCH)).toEqual({ kind: 'inPlace', requests: [] });
  });

  it('leave data for hours on the servers on which they were written: those of a grown one are laid out anew', () => {
    expect(getLustreLayout({ ...PERSISTENT, storageGiB: 4800 })).not.toEqual(getLustreLayout(PERSISTENT));
    expect(getLustreLayout({ ...PERSISTENT, perUnitMBps: 500, metadataIops: 12_000 })).toEqual(
      getLustreLayout(PERSISTENT),
    );
  });

  it('take storage up in place, six hours apart, and may cut clients off', () => {
    expect(from({}, { storageGiB: 4800 })).toEqual(cases.storage);
    expect(inputs(planLustreChange(SCRATCH, { ...SCRATCH, storageGiB: 2400 }))).toEqual(
      sent({ StorageCapacity: 2400 }),
    );
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
    expect(getLustreLayout({ ...PERSISTENT, compression: 'LZ4' })).not.toEqual(getLustreLayout(PERSISTENT));
  });

  it.each([
    ['none', { SizingMode: 'NO_CACHE' }],
    [4096, { SizingMode: 'USER_PROVISIONED', SizeGiB: 4096 }],
  ] as const)('are a read cache of %p', (readCacheGiB, configuration) => {
    const made = planLustreChange(TIERED, { ...TIERED, readCacheGiB });
    expect(inputs(made)).toEqual(sent({ LustreConfiguration: { DataReadCacheConfiguration: configuration } }));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 0, coolsDown: [], interruption: false }] });
    expect(getLustreLayout({ ...TIERED, readCacheGiB })).toEqual(getLustreLayout(TIERED));
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
      expect(inputs(planLustreChange(before as FsxLustre, lustreSchema.parse({ ...before, ...after })))).toEqual(
        sent({ LustreConfiguration }),
      );
    },
  );

  it('take storage of hard disks, and of one for EFA, up in place', () => {
    expect(inputs(planLustreChange(HARD_DISK, { ...HARD_DISK, storageGiB: 12_000 }))).toEqual(
      sent({ StorageCapacity: 12_000 }),
    );
    const efa: FsxLustre = { ...PERSISTENT, efa: true, storageGiB: 19_200 };
    expect(inputs(planLustreChange(efa, { ...efa, storageGiB: 38_400 }))).toEqual(sent({ StorageCapacity: 38_400 }));
  });

  it('leave what is stored to prices: no request is made of it', () => {
    expect(planLustreChange(TIERED, { ...TIERED, storedGiB: 1 })).toEqual({ kind: 'inPlace', requests: [] });
  });

  it('lay data out anew on the servers that come with more throughput of Intelligent-Tiering', () => {
    expect(getLustreLayout({ ...TIERED, throughputMBps: 8000 })).not.toEqual(getLustreLayout(TIERED));
  });

  it.each(cases.recreated as [string, object, string][])('need a fresh one: %s, %j', (name, after, why) => {
    const before = BASES[name];
    expect(planLustreChange(before as FsxLustre, lustreSchema.parse(withoutNull({ ...before, ...after })))).toEqual({
      kind: 'recreate',
      why,
    });
  });

  it('need a fresh one for EFA, and for another throughput with it', () => {
    const efa: FsxLustre = { ...PERSISTENT, efa: true, storageGiB: 38_400 };
    expect(planLustreChange({ ...PERSISTENT, storageGiB: 38_400 }, efa)).toEqual({
      kind: 'recreate',
      why: 'efa false to true: fixed at creation',
    });
    expect(planLustreChange(efa, { ...efa, perUnitMBps: 500 })).toEqual({
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
      expect(planLustreChange(before, after)).toMatchObject({
        kind: 'recreate',
        why: expect.stringMatching(/^deploymentType .*fixed/),
      });
  });
});
