import { change, kept } from '../../../lib/targets/fsx-lustre/change';
import type { FsxLustre, Persistent } from '../../../lib/targets/fsx-lustre/schema';
import { PERSISTENT, SCRATCH } from './config';

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
    expect(kept({ ...PERSISTENT, storageGiB: 4800 })).not.toEqual(kept(PERSISTENT));
    expect(kept({ ...PERSISTENT, perUnitMBps: 500, metadataIops: 12_000 })).toEqual(kept(PERSISTENT));
  });

  it('take storage up in place, six hours apart, and may cut clients off', () => {
    expect(from({}, { storageGiB: 4800 })).toEqual({
      kind: 'inPlace',
      requests: [
        {
          of: 'fs',
          call: 'UpdateFileSystem',
          input: { FileSystemId: '@fs.id', StorageCapacity: 4800 },
          expectedSeconds: 1500,
          timeoutSeconds: 14_400,
          coolDownSeconds: 21_600,
          interruption: true,
        },
      ],
    });
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

  it.each([
    [3000, 6000, { Mode: 'USER_PROVISIONED', Iops: 6000 }],
    ['automatic', 12_000, { Mode: 'USER_PROVISIONED', Iops: 12_000 }],
    ['automatic', 3000, { Mode: 'USER_PROVISIONED', Iops: 3000 }],
    [3000, 'automatic', { Mode: 'AUTOMATIC' }],
  ] as const)('take metadata operations from %p to %p in place', (before, after, configuration) => {
    expect(inputs(from({ metadataIops: before }, { metadataIops: after }))).toEqual(
      sent({ LustreConfiguration: { MetadataConfiguration: configuration } }),
    );
  });
});

describe('more storage in place', () => {
  it.each<[string, Changes, number]>([
    ['automatic metadata operations stay on one server', {}, 24_000],
    ['automatic metadata operations have as many servers as before', { storageGiB: 48_000 }, 69_600],
    ['metadata operations were chosen', { storageGiB: 24_000, metadataIops: 12_000 }, 48_000],
    ['there is no metadata configuration', { storageGiB: 24_000, metadataIops: 'none' }, 48_000],
  ])('is possible where %s', (_name, before, storageGiB) => {
    expect(inputs(from(before, { ...before, storageGiB }))).toEqual(sent({ StorageCapacity: storageGiB }));
  });
});

describe('a fresh file system', () => {
  it.each<[string, Changes, Changes, RegExp]>([
    ['less storage', { storageGiB: 4800 }, {}, /^storageGiB 4800 to 2400: storage cannot shrink$/],
    [
      'fewer metadata operations',
      { metadataIops: 12_000 },
      { metadataIops: 6000 },
      /12000 to 6000: .*cannot be lowered/,
    ],
    ['fewer by themselves', { metadataIops: 6000 }, { metadataIops: 'automatic' }, /cannot be lowered/],
    ['more by themselves', { metadataIops: 1500 }, { metadataIops: 'automatic' }, /only 3000 may become automatic/],
    ['a metadata configuration', { metadataIops: 'none' }, { metadataIops: 3000 }, /at creation, or never/],
    ['none any more', { metadataIops: 3000 }, { metadataIops: 'none' }, /at creation, or never/],
    ['more metadata servers', { metadataIops: 12_000 }, { metadataIops: 24_000 }, /stay on their metadata server/],
    [
      'more metadata servers with the storage',
      { storageGiB: 24_000 },
      { storageGiB: 48_000 },
      /^storageGiB 24000 to 48000 takes automatic metadataIops from 12000 to 24000: folders that exist stay on/,
    ],
    ['compression', {}, { compression: 'LZ4' }, /^compression NONE to LZ4: files that are written already/],
    ['stripes', {}, { stripeCount: -1 }, /^stripeCount default to -1: files/],
    [
      'storage and metadata operations at once',
      {},
      { storageGiB: 4800, metadataIops: 12_000 },
      /change of storageGiB and metadataIops at once/,
    ],
    [
      'storage and throughput at once',
      {},
      { storageGiB: 4800, perUnitMBps: 500 },
      /change of storageGiB and perUnitMBps at once, and one after the other stands six hours apart/,
    ],
    ['a refusal among changes', {}, { storageGiB: 1200, perUnitMBps: 500 }, /cannot shrink/],
  ])('is needed for %s', (_name, before, after, why) => {
    const made = from(before, after);
    expect(made.kind).toBe('recreate');
    expect(made.kind === 'recreate' ? made.why : '').toMatch(why);
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
