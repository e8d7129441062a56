import { mdtest } from '../../../lib/workloads/mdtest/workload';
import { schema } from '../../../lib/workloads/mdtest/schema';

const STUDY = { kind: 'mdtest', ranks: 800, filesPerRank: 4000, iterations: 3, ownDirectory: true };
const params = schema.parse(STUDY);

describe('mdtest', () => {
  it('reads what a study asks, and files are empty and looked up by who made them where nothing is said', () => {
    expect(params).toEqual({ ...STUDY, role: 'client', shiftRanks: false, fileSize: 0 });
  });

  it('asks 3.2 million files three times over, of all hosts together', () => {
    const [step, ...others] = mdtest.script(params);
    expect(others).toEqual([]);
    const files = 3 * 3_200_000;
    expect(step).toMatchObject({
      measures: true,
      roles: ['client'],
      work: {
        ofAll: true,
        writtenBytes: 0,
        operations: { create: files, stat: 2 * files, delete: files },
        inFlight: 800,
      },
    });
    // Four phases of 12,000 operations a process of 2 ms each; a slow storage makes it longer.
    expect(mdtest.duration(params)).toEqual({ total: 10 + 96, warmUp: 0, measured: 96, until: 'done' });
    // 38.4 million operations at 2000 a second.
    expect(step?.timeoutSeconds).toBe(19_200);
  });

  it('advises to look files up from other hosts', () => {
    expect(mdtest.check(params)).toEqual([
      {
        severity: 'advice',
        code: 'OwnFilesRead',
        path: ['shiftRanks'],
        message:
          'lookups and reads ask the host that made the file: its memory may answer, and the figures be many times ' +
          'those of the file system. `shiftRanks: true` asks another host',
      },
    ]);
    expect(mdtest.check({ ...params, shiftRanks: true })).toEqual([]);
  });

  it('gives rates of files, of which creates and removes are paid for', () => {
    expect(mdtest.gives(params)).toEqual([
      { operation: null, metrics: ['file_create', 'file_stat', 'file_read', 'file_remove'] },
    ]);
    expect(mdtest.limits(params).map(({ operations }) => operations)).toEqual([
      { metric: 'file_create', limit: 'metadataCreates' },
      { metric: 'file_remove', limit: 'metadataDeletes' },
    ]);
  });

  it('moves the bytes of all files once, whatever number of hosts there is', () => {
    const { measure } = mdtest.demand({ ...params, fileSize: 3901 });
    expect(measure).toMatchObject({ ofAll: true, extent: { until: 'done', units: 9_600_000 } });
    expect(measure?.unit.writes).toEqual({ count: 1, bytes: 3901 });
  });

  it('refuses what is no number of processes', () => {
    const result = schema.safeParse({ ...STUDY, ranks: 0 });
    expect(result.error?.issues[0]?.message).toBe('0 is not allowed; allowed: a whole number from 1 to 262144');
  });
});
