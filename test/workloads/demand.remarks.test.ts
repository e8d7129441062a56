import { listDataRemarks } from '../../lib/workloads/demand';

const ZFS = { kind: 'fsx-openzfs', compression: 'ZSTD' };

describe('listDataRemarks', () => {
  it.each([
    ['ior', {}, 'IOR writes counters'],
    ['mdtest', { fileSize: 4096 }, 'mdtest writes counters'],
    ['tree-copy', { compressible: 50 }, 'a part of the tree that'],
    ['kafka', {}, 'half of each message is zeros'],
  ])('warns about compressible data of %s on storage with compression', (kind, params, data) => {
    expect(listDataRemarks(kind, params, ZFS)).toEqual([
      expect.stringContaining(`the storage compresses data (${data}`),
    ]);
  });

  it.each([
    ['ior', {}, { compression: 'NONE' }],
    ['ior', {}, { kind: 'ebs' }],
    ['mdtest', { fileSize: 0 }, ZFS],
    ['fio', {}, ZFS],
    ['tree-copy', { compressible: 0 }, ZFS],
  ])('returns no remark for %s with %j on %j', (kind, params, target) => {
    expect(listDataRemarks(kind, params, target)).toEqual([]);
  });
});
