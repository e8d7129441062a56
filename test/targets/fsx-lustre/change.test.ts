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
const planChange = (before: Changes, after: Changes) =>
  planLustreChange({ ...PERSISTENT, ...before }, { ...PERSISTENT, ...after });
const inputs = (made: ReturnType<typeof planLustreChange>) =>
  made.kind === 'inPlace' ? made.requests.map(({ input }) => input) : made.why;
const makeInputs = (input: object) => [{ FileSystemId: '@fs.id', ...input }];

describe('planLustreChange', () => {
  it('returns an empty list of requests for equal settings', () => {
    expect(planChange({}, {})).toEqual({ kind: 'inPlace', requests: [] });
    expect(planLustreChange(SCRATCH, SCRATCH)).toEqual({ kind: 'inPlace', requests: [] });
  });

  it('requires a new data layout when storage grows, but not for throughput or metadata IOPS', () => {
    expect(getLustreLayout({ ...PERSISTENT, storageGiB: 4800 })).not.toEqual(getLustreLayout(PERSISTENT));
    expect(getLustreLayout({ ...PERSISTENT, perUnitMBps: 500, metadataIops: 12_000 })).toEqual(
      getLustreLayout(PERSISTENT),
    );
  });

  it('increases storage in place with a cool-down of six hours and an interruption', () => {
    expect(planChange({}, { storageGiB: 4800 })).toEqual(cases.storage);
    expect(inputs(planLustreChange(SCRATCH, { ...SCRATCH, storageGiB: 2400 }))).toEqual(
      makeInputs({ StorageCapacity: 2400 }),
    );
  });

  it.each([
    [125, 1000],
    [1000, 125],
  ] as const)('changes throughput from %d to %d MB/s per TiB in place', (before, after) => {
    const made = planChange({ perUnitMBps: before }, { perUnitMBps: after });
    expect(inputs(made)).toEqual(makeInputs({ LustreConfiguration: { PerUnitStorageThroughput: after } }));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 21_600, interruption: true, timeoutSeconds: 7200 }] });
  });

  it.each(cases.metadataIops as [number | 'automatic', number | 'automatic', object][])(
    'changes metadata IOPS from %p to %p in place',
    (before, after, configuration) => {
      expect(inputs(planChange({ metadataIops: before }, { metadataIops: after }))).toEqual(
        makeInputs({ LustreConfiguration: { MetadataConfiguration: configuration } }),
      );
    },
  );
});

describe('storage growth in place', () => {
  it.each(cases.possible as [string, Changes, number][])('is accepted when %s', (_name, before, storageGiB) => {
    expect(inputs(planChange(before, { ...before, storageGiB }))).toEqual(makeInputs({ StorageCapacity: storageGiB }));
  });
});

describe('planLustreChange without a cool-down', () => {
  it('changes compression in place, and requires a new data layout', () => {
    const made = planChange({}, { compression: 'LZ4' });
    expect(inputs(made)).toEqual(makeInputs({ LustreConfiguration: { DataCompressionType: 'LZ4' } }));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 0, coolsDown: [], interruption: false }] });
    expect(getLustreLayout({ ...PERSISTENT, compression: 'LZ4' })).not.toEqual(getLustreLayout(PERSISTENT));
  });

  it.each([
    ['none', { SizingMode: 'NO_CACHE' }],
    [4096, { SizingMode: 'USER_PROVISIONED', SizeGiB: 4096 }],
  ] as const)('changes the read cache of Intelligent-Tiering to %p in place', (readCacheGiB, configuration) => {
    const made = planLustreChange(TIERED, { ...TIERED, readCacheGiB });
    expect(inputs(made)).toEqual(makeInputs({ LustreConfiguration: { DataReadCacheConfiguration: configuration } }));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 0, coolsDown: [], interruption: false }] });
    expect(getLustreLayout({ ...TIERED, readCacheGiB })).toEqual(getLustreLayout(TIERED));
  });

  it('sends the change of compression before the change of throughput', () => {
    expect(inputs(planChange({}, { compression: 'LZ4', perUnitMBps: 500 }))).toEqual(
      [{ DataCompressionType: 'LZ4' }, { PerUnitStorageThroughput: 500 }].map((LustreConfiguration) => ({
        FileSystemId: '@fs.id',
        LustreConfiguration,
      })),
    );
  });
});

describe('planLustreChange by deployment type', () => {
  it.each(cases.inPlace as [string, string, object, object][])(
    'changes %s in place',
    (_what, name, after, LustreConfiguration) => {
      const before = BASES[name];
      expect(inputs(planLustreChange(before as FsxLustre, lustreSchema.parse({ ...before, ...after })))).toEqual(
        makeInputs({ LustreConfiguration }),
      );
    },
  );

  it('increases storage of HDD and EFA file systems in place', () => {
    expect(inputs(planLustreChange(HARD_DISK, { ...HARD_DISK, storageGiB: 12_000 }))).toEqual(
      makeInputs({ StorageCapacity: 12_000 }),
    );
    const efa: FsxLustre = { ...PERSISTENT, efa: true, storageGiB: 19_200 };
    expect(inputs(planLustreChange(efa, { ...efa, storageGiB: 38_400 }))).toEqual(
      makeInputs({ StorageCapacity: 38_400 }),
    );
  });

  it('returns no requests when only storedGiB changes, which affects the price alone', () => {
    expect(planLustreChange(TIERED, { ...TIERED, storedGiB: 1 })).toEqual({ kind: 'inPlace', requests: [] });
  });

  it('requires a new data layout for more throughput of Intelligent-Tiering', () => {
    expect(getLustreLayout({ ...TIERED, throughputMBps: 8000 })).not.toEqual(getLustreLayout(TIERED));
  });

  it.each(cases.recreated as [string, object, string][])('requires a new file system: %s, %j', (name, after, why) => {
    const before = BASES[name];
    expect(planLustreChange(before as FsxLustre, lustreSchema.parse(withoutNull({ ...before, ...after })))).toEqual({
      kind: 'recreate',
      why,
    });
  });

  it('requires a new file system to enable EFA, or to change the throughput with EFA', () => {
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

describe('new Lustre file system', () => {
  it.each(cases.needed as [string, Changes, Changes, string][])('is needed for %s', (_name, before, after, why) => {
    const made = planChange(before, after);
    expect(made.kind).toBe('recreate');
    expect(made.kind === 'recreate' ? made.why : '').toMatch(new RegExp(why));
  });

  it('is needed for another deployment type', () => {
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
