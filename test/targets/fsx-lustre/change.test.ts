import { isDeepStrictEqual } from 'node:util';
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

const EFA: FsxLustre = { ...PERSISTENT, efa: true, storageGiB: 19_200 };
const withLustre = (LustreConfiguration: object) => ({ LustreConfiguration });

describe('planLustreChange', () => {
  it.each<[FsxLustre, object]>([
    [PERSISTENT, {}],
    [SCRATCH, {}],
    // It affects the price alone.
    [TIERED, { storedGiB: 1 }],
  ])('makes no request for %j and the changes %j', (from, changes) => {
    expect(planLustreChange(from, { ...from, ...changes })).toEqual({ kind: 'inPlace', requests: [] });
  });

  it('increases storage in place with a cool-down of six hours and an interruption', () => {
    expect(planChange({}, { storageGiB: 4800 })).toEqual(cases.storage);
  });

  it.each<[string, FsxLustre, object, object]>([
    ['SCRATCH_2', SCRATCH, { storageGiB: 2400 }, { StorageCapacity: 2400 }],
    ['HDD', HARD_DISK, { storageGiB: 12_000 }, { StorageCapacity: 12_000 }],
    ['EFA', EFA, { storageGiB: 38_400 }, { StorageCapacity: 38_400 }],
  ])('increases the storage of %s in place', (_name, from, changes, input) => {
    expect(inputs(planLustreChange(from, { ...from, ...changes }))).toEqual(makeInputs(input));
  });

  it.each([
    [125, 1000],
    [1000, 125],
  ] as const)('changes throughput from %d to %d MB/s per TiB in place', (before, after) => {
    const made = planChange({ perUnitMBps: before }, { perUnitMBps: after });
    expect(inputs(made)).toEqual(makeInputs(withLustre({ PerUnitStorageThroughput: after })));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 21_600, interruption: true, timeoutSeconds: 7200 }] });
  });

  it.each(cases.metadataIops as [number | 'automatic', number | 'automatic', object][])(
    'changes metadata IOPS from %p to %p in place',
    (before, after, MetadataConfiguration) => {
      expect(inputs(planChange({ metadataIops: before }, { metadataIops: after }))).toEqual(
        makeInputs(withLustre({ MetadataConfiguration })),
      );
    },
  );

  it.each<[FsxLustre, object, object]>([
    [PERSISTENT, { compression: 'LZ4' }, { DataCompressionType: 'LZ4' }],
    [TIERED, { readCacheGiB: 'none' }, { DataReadCacheConfiguration: { SizingMode: 'NO_CACHE' } }],
    [TIERED, { readCacheGiB: 4096 }, { DataReadCacheConfiguration: { SizingMode: 'USER_PROVISIONED', SizeGiB: 4096 } }],
  ])('changes without a cool-down from %j by %j', (from, changes, configuration) => {
    const made = planLustreChange(from, { ...from, ...changes });
    expect(inputs(made)).toEqual(makeInputs(withLustre(configuration)));
    expect(made).toMatchObject({ requests: [{ coolDownSeconds: 0, coolsDown: [], interruption: false }] });
  });

  it('sends the change of compression before the change of throughput', () => {
    expect(inputs(planChange({}, { compression: 'LZ4', perUnitMBps: 500 }))).toEqual([
      ...makeInputs(withLustre({ DataCompressionType: 'LZ4' })),
      ...makeInputs(withLustre({ PerUnitStorageThroughput: 500 })),
    ]);
  });
});

it.each<[FsxLustre, object, boolean]>([
  [PERSISTENT, { storageGiB: 4800 }, true],
  [PERSISTENT, { perUnitMBps: 500, metadataIops: 12_000 }, false],
  [PERSISTENT, { compression: 'LZ4' }, true],
  [TIERED, { readCacheGiB: 4096 }, false],
  [TIERED, { throughputMBps: 8000 }, true],
])('returns for %j and the changes %j another data layout: %s', (from, changes, differs) => {
  const same = isDeepStrictEqual(getLustreLayout({ ...from, ...changes }), getLustreLayout(from));
  expect(same).toBe(!differs);
});

describe('storage growth in place', () => {
  it.each(cases.possible as [string, Changes, number][])('is accepted when %s', (_name, before, storageGiB) => {
    expect(inputs(planChange(before, { ...before, storageGiB }))).toEqual(makeInputs({ StorageCapacity: storageGiB }));
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

  it.each(cases.recreated as [string, object, string][])('requires a new file system: %s, %j', (name, after, why) => {
    const before = BASES[name];
    expect(planLustreChange(before as FsxLustre, lustreSchema.parse(withoutNull({ ...before, ...after })))).toEqual({
      kind: 'recreate',
      why,
    });
  });

  it.each<[FsxLustre, object, string | RegExp]>([
    [{ ...PERSISTENT, storageGiB: 19_200 }, { efa: true }, 'efa false to true: fixed at creation'],
    [EFA, { perUnitMBps: 500 }, 'perUnitMBps 250 to 500: fixed on a file system for EFA'],
  ])('requires a new file system to change EFA or with it: %j, %j', (before, after, why) => {
    expect(planLustreChange(before, { ...before, ...after })).toEqual({ kind: 'recreate', why });
  });
});

describe('new Lustre file system', () => {
  it.each(cases.needed as [string, Changes, Changes, string][])('is needed for %s', (_name, before, after, why) => {
    const made = planChange(before, after);
    expect(made.kind).toBe('recreate');
    expect(made.kind === 'recreate' ? made.why : '').toMatch(new RegExp(why));
  });

  it.each<[FsxLustre, FsxLustre]>([
    [SCRATCH, PERSISTENT],
    [PERSISTENT, SCRATCH],
  ])('is needed for another deployment type: %j to %j', (before, after) => {
    const why = expect.stringMatching(/^deploymentType .*fixed/) as unknown;
    expect(planLustreChange(before, after)).toMatchObject({ kind: 'recreate', why });
  });
});
