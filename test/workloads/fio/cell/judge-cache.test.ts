import { judgeCache, judgeNames } from '../../../../lib/workloads/fio/cell/judge-cache';
import { isMetadata } from '../../../../lib/workloads/fio/schema';
import { dataParams, hostRaw, parsed } from '../recorded';

const GIB = 1024 ** 3;
const DISK = { source: '/dev/nvme1n1', type: 'xfs', options: 'rw' };
const MEMORY = { source: 'tmpfs', type: 'tmpfs', options: 'rw' };
const REFUSED = { direct: '0', directReason: 'refused: Invalid argument' };

function codes(facts: object, mount = DISK, changes: Readonly<Record<string, unknown>> = {}): string[] {
  const { status } = hostRaw('client-0', '', { facts: { memBytes: String(8 * GIB), ...facts }, mount });
  if (status === null) throw new Error('no status');
  return judgeCache('client-0', status, dataParams(changes)).map(({ level, code }) => `${level} ${code}`);
}

describe('judgeCache', () => {
  it('has nothing against O_DIRECT', () => {
    expect(codes({})).toEqual([]);
    expect(codes({}, MEMORY)).toEqual([]);
  });

  it('notes buffered I/O where memory is what is measured', () => {
    expect(codes(REFUSED, MEMORY)).toEqual(['note BufferedByNecessity']);
    expect(codes(REFUSED, MEMORY, { direct: false })).toEqual([]);
  });

  it('refuses figures of the page cache, unless they were asked for', () => {
    expect(codes({ ...REFUSED, fileBytes: String(GIB) })).toEqual(['invalid CacheServed']);
    expect(codes({ ...REFUSED, fileBytes: String(GIB) }, DISK, { rw: 'randwrite' })).toEqual(['invalid CacheServed']);
    expect(codes({ ...REFUSED, fileBytes: String(GIB) }, DISK, { direct: false })).toEqual(['suspect CacheServed']);
  });

  it('knows how much of the files the cache can hold', () => {
    expect(codes({ ...REFUSED, fileBytes: String(12 * GIB) })).toEqual(['suspect CacheServed']);
    expect(codes({ ...REFUSED, fileBytes: String(40 * GIB) })).toEqual(['note BufferedByNecessity']);
    expect(codes({ ...REFUSED, fileBytes: String(40 * GIB) }, DISK, { direct: false })).toEqual([]);
  });

  it('doubts buffered writes, however much was written: no sync waited for them', () => {
    const large = { ...REFUSED, fileBytes: String(24 * GIB) };
    for (const rw of ['randwrite', 'write', 'randrw', 'rw']) {
      expect(codes(large, DISK, { rw })).toEqual(['suspect WritesDelayed']);
      expect(codes(large, DISK, { rw, direct: false })).toEqual(['suspect WritesDelayed']);
      expect(codes(large, MEMORY, { rw })).toEqual(['note BufferedByNecessity']);
    }
  });

  it('does not trust a host that does not say', () => {
    expect(codes({ direct: undefined, fileBytes: undefined })).toEqual(['invalid CacheServed']);
    expect(codes({ unwrittenBytes: undefined })).toEqual(['invalid UnwrittenReads']);
  });

  it('refuses reads of what was never written', () => {
    expect(codes({ unwrittenBytes: '4096' })).toEqual(['invalid UnwrittenReads']);
    expect(codes({ unwrittenBytes: '4096' }, MEMORY)).toEqual(['invalid UnwrittenReads']);
    expect(codes({ unwrittenBytes: '4096' }, DISK, { rw: 'randrw' })).toEqual(['invalid UnwrittenReads']);
    expect(codes({ unwrittenBytes: '4096' }, DISK, { rw: 'randwrite' })).toEqual([]);
  });
});

describe('judgeNames', () => {
  const looked = (caches: string | undefined, ioengine = 'filestat', mount = DISK): string[] => {
    const { status } = hostRaw('client-0', '', { facts: caches === undefined ? {} : { caches }, mount });
    if (status === null) throw new Error('no status');
    const params = parsed({ kind: 'fio', ioengine, nrfiles: 5, numjobs: 1 });
    if (!isMetadata(params)) throw new Error('no metadata engine');
    return judgeNames('client-0', status, params).map(({ level, code }) => `${level} ${code}`);
  };

  it('doubts lookups that the memory of the host may have answered', () => {
    expect(looked('kept: only root may drop them')).toEqual(['suspect CacheServed']);
    expect(looked('kept: only root may drop them', 'filecreate')).toEqual([]);
    expect(looked('kept: only root may drop them', 'filestat', MEMORY)).toEqual([]);
  });

  it('has nothing against hosts that have forgotten what they knew', () => {
    expect(looked('dropped')).toEqual([]);
    expect(looked(undefined)).toEqual([]);
  });
});
