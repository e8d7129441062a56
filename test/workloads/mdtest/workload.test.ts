import { scriptText } from '../../../lib/workloads/shell';
import { scriptFiles } from '../hosts-world';
import { mdtest } from '../../../lib/workloads/mdtest/workload';
import { schema } from '../../../lib/workloads/mdtest/schema';

const STUDY = { kind: 'mdtest', ranks: 800, filesPerRank: 4000, iterations: 3, ownDirectory: true };
const params = schema.parse(STUDY);
const FILES = scriptFiles('mdtest');
const MORE = 'its memory may answer. Three hosts and more have no such phase';

describe('mdtest', () => {
  it('reads what a study asks, and files are empty and looked up by who made them where nothing is said', () => {
    expect(params).toEqual({ ...STUDY, role: 'client', shiftRanks: false, fileSize: 0 });
  });

  it('asks 3.2 million files three times over, of all hosts together', () => {
    const [step, ...others] = mdtest.script(params, FILES);
    expect(others).toEqual([]);
    const files = 3 * 3_200_000;
    expect(step).toMatchObject({
      measures: true,
      roles: ['client'],
      work: {
        ofAll: true,
        writtenBytes: 0,
        operations: { create: files, stat: files, open: files, delete: files },
        inFlight: 800,
      },
    });
    // Four phases of 12,000 operations a process of 2 ms each; a slow storage makes it longer.
    expect(mdtest.duration(params)).toEqual({ total: 10 + 96, warmUp: 0, measured: 96, until: 'done' });
    // 38.4 million operations at 2000 a second; waiting for the others before, and removing what is left.
    expect(step?.timeoutSeconds).toBe(19_200 + 120 + 1200);
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
      { metric: 'file_read', limit: 'metadataOpens' },
      { metric: 'file_remove', limit: 'metadataDeletes' },
    ]);
  });

  it('calls mdtest with what was asked, the stride being the processes of a host', () => {
    const argumentsOf = (asked: typeof params): string | undefined => {
      const [step] = mdtest.script(asked, FILES);
      return /MPI_ARGUMENTS='([^']*)'/
        .exec(step === undefined ? '' : scriptText(step.script))?.[1]
        ?.replaceAll('\n', ' ');
    };
    expect(argumentsOf(params)).toBe('-F -v -n 4000 -i 3 -u -d FOLDER');
    const other = { ...params, shiftRanks: true, ownDirectory: false, fileSize: 3901 };
    expect(argumentsOf(other)).toBe('-F -v -n 4000 -i 3 -N RANKS_OF_A_HOST -y -w 3901 -e 3901 -d FOLDER');
  });

  it('needs as many processes on each host; or `ranksPerHost`', () => {
    expect(mdtest.ofHosts?.(params, 200)).toEqual([]);
    expect(mdtest.ofHosts?.(params, 150)).toEqual([
      {
        severity: 'error',
        code: 'BadValue',
        path: ['ranks'],
        message: 'found 800; allowed: multiples of 150: as many processes on each host; or `ranksPerHost`',
      },
    ]);
  });

  it.each([
    [1, 'of one host lookups and reads ask the one that made the files'],
    [2, 'of two hosts reads ask the one that made the files, since mdtest goes one host further with every phase'],
  ])('says that nothing is shifted away on %d hosts', (hosts, words) => {
    const shifted = { ...params, shiftRanks: true };
    expect(mdtest.ofHosts?.(shifted, hosts)).toEqual([
      {
        severity: 'advice',
        code: 'OwnFilesRead',
        path: ['shiftRanks'],
        message: `${words}, whatever \`shiftRanks\` says: ${MORE}`,
      },
    ]);
    expect(mdtest.ofHosts?.(params, hosts)).toEqual([]);
    expect(mdtest.ofHosts?.(shifted, 4)).toEqual([]);
  });

  it('refuses what is no number of processes', () => {
    const result = schema.safeParse({ ...STUDY, ranks: 0 });
    expect(result.error?.issues[0]?.message).toBe('0 is not allowed; allowed: a whole number from 1 to 262144');
  });
});
