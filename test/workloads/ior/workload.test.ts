import { scriptText } from '../../../lib/workloads/shell';
import { scriptFiles } from '../hosts-world';
import { ior } from '../../../lib/workloads/ior/workload';
import { schema } from '../../../lib/workloads/ior/schema';

const params = schema.parse({ kind: 'ior', ranks: 64, blockSize: '16 GiB' });
const FILES = scriptFiles('ior');

describe('ior', () => {
  it('has the usual transfers where nothing is said', () => {
    expect(params).toEqual({
      kind: 'ior',
      role: 'client',
      ranks: 64,
      filePerProc: true,
      transferSize: 1024 ** 2,
      blockSize: 16 * 1024 ** 3,
      segmentCount: 1,
      repetitions: 3,
      fsync: true,
      reorderTasks: true,
      direct: false,
      randomOffset: false,
    });
  });

  it('writes and reads all three times: a TiB is moved six times', () => {
    const [step] = ior.script(params, FILES);
    expect(step?.work).toEqual({
      ofAll: true,
      writtenBytes: 3 * 1024 ** 4,
      reads: { bytes: 3 * 1024 ** 4, workingBytes: 1024 ** 4 },
      operations: { create: 3 * 64 },
      inFlight: 64,
    });
    expect(ior.duration(params).measured).toBeCloseTo((6 * 16 * 1024 ** 3) / 500e6, 6);
    const shared = ior.script({ ...params, filePerProc: false }, FILES);
    expect(shared[0]?.work?.operations).toEqual({ create: 3 });
  });

  it('refuses a block that is no whole number of transfers', () => {
    expect(ior.check({ ...params, transferSize: 3 * 1024 ** 2 })).toEqual([
      {
        severity: 'error',
        code: 'BadValue',
        path: ['blockSize'],
        message: 'found 16 GiB with a `transferSize` of 3 MiB; allowed: a whole number of transfers, one at least',
      },
    ]);
    expect(ior.check(params)).toEqual([]);
  });

  it('advises to read what others wrote', () => {
    expect(ior.check({ ...params, reorderTasks: false })).toEqual([
      {
        severity: 'advice',
        code: 'OwnFilesRead',
        path: ['reorderTasks'],
        message: 'each host reads what it has written: its memory may answer. `reorderTasks: true` asks another host',
      },
    ]);
  });

  it('has nothing of memory to advise on past it, and whole blocks to ask for', () => {
    expect(ior.check({ ...params, reorderTasks: false, fsync: false, direct: true })).toEqual([]);
    expect(ior.check({ ...params, transferSize: 47_008, blockSize: 47_008, direct: true })).toEqual([
      {
        severity: 'error',
        code: 'BadValue',
        path: ['transferSize'],
        message: 'found 47008 B with `direct`; allowed: multiples of 4096 bytes',
      },
    ]);
    expect(ior.demand({ ...params, reorderTasks: false, direct: true })).toMatchObject({
      measure: [{ buffered: false }, { buffered: false }],
    });
  });

  it('says that one host reads what it has written', () => {
    expect(ior.ofHosts?.(params, 1)).toMatchObject([{ severity: 'advice', code: 'OwnFilesRead' }]);
    expect(ior.ofHosts?.({ ...params, direct: true }, 1)).toEqual([]);
    expect(ior.ofHosts?.(params, 2)).toEqual([]);
  });

  it('asks for transfers in an order that is drawn', () => {
    const of = (randomOffset: boolean) => ior.demand({ ...params, randomOffset });
    expect(of(true)).toMatchObject({ measure: [{ unit: { sequential: false } }, { unit: { sequential: false } }] });
    expect(of(false)).toMatchObject({ measure: [{ unit: { sequential: true } }, { unit: { sequential: true } }] });
  });

  it('is held against the bandwidth that is paid for, and moves what it transfers', () => {
    expect(ior.limits(params).map(({ bytes }) => bytes)).toEqual([
      { metric: 'write_bandwidth', limit: 'bandwidth', moves: 'written' },
      { metric: 'read_bandwidth', limit: 'bandwidth', moves: 'read' },
    ]);
  });

  it('calls IOR with what was asked', () => {
    const argumentsOf = (asked: typeof params): string | undefined => {
      const [step] = ior.script(asked, FILES);
      return /MPI_ARGUMENTS='([^']*)'/
        .exec(step === undefined ? '' : scriptText(step.script))?.[1]
        ?.replaceAll('\n', ' ');
    };
    expect(argumentsOf(params)).toBe(
      '-a POSIX -w -r -g -F -e -C -i 3 -t 1048576 -b 17179869184 -s 1 -o FOLDER/data -O summaryFormat=JSON',
    );
    expect(argumentsOf({ ...params, filePerProc: false, fsync: false, reorderTasks: false, segmentCount: 4 })).toBe(
      '-a POSIX -w -r -g -i 3 -t 1048576 -b 17179869184 -s 4 -o FOLDER/data -O summaryFormat=JSON',
    );
    expect(argumentsOf({ ...params, direct: true, randomOffset: true })).toContain(' -C DIRECT -z -i 3 ');
  });
});
