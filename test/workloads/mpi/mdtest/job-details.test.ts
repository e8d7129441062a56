import { parseOutput } from '../../../../lib/workloads/mpi/mdtest/parse';

interface Run {
  readonly nodes?: number;
  readonly options?: string;
  readonly lines?: readonly string[];
  readonly of?: number;
}
/** Made by hand after the formats of its versions: 8 tasks, 80,000 items. */
const report = ({ nodes = 4, options = '', lines = ['8 tasks, 80000 files'], of = 3 }: Run): string =>
  [
    '-- started at 11/23/2026 10:00:00 --',
    `mdtest-4.0.0 was launched with 8 total task(s) on ${nodes} node(s)`,
    ...(options === 'none' ? [] : [`Command line used: mdtest -F -n 10000 -i 3 -u ${options}`]),
    ...lines,
    `SUMMARY rate: (of ${of} iterations)`,
    '   File creation              2000.000       1000.000       1600.000        400.000',
    '   File stat                  9000.000       8000.000       8000.000        400.000',
    '   File read                  9000.000       8000.000       8000.000        400.000',
    '   Tree creation               100.000         50.000         75.000         20.000',
    '-- finished at 11/23/2026 10:00:09 --',
    '',
  ].join('\n');
const job = (run: Run) => parseOutput(report(run)).runs[0]?.job;

describe('job description in an mdtest report', () => {
  it('contains options with their defaults, the number of nodes, and the seconds of each phase', () => {
    expect(job({ options: '-N 2' })).toMatchObject({
      options: { np: '8', n: '10000', i: '3', N: '2', u: '1', F: '1', C: '0', w: '0' },
      nodes: 4,
      seconds: { file_create: 50, file_stat: 10, file_read: 10 },
      doubts: [],
      unknown: [],
    });
    expect(job({})?.seconds).not.toHaveProperty('tree_create');
  });

  it('is undefined without the command line, and lacks seconds without the number of items', () => {
    expect(job({ options: 'none' })).toBeUndefined();
    const without = job({ options: '-N 2', lines: [] });
    expect(without?.seconds).toEqual({});
    expect(without?.unknown).toEqual(['the number of items is missing, so the length of its phases is unknown']);
  });

  it.each([
    ['a single node', { nodes: 1, options: '-N 8' }, /^file_stat, file_read ran on the only node, which had created /],
    ['no option -N', {}, /^file_stat, file_read ran on the node that had created .* \(no `-N`\)/],
    ['two nodes', { nodes: 2, options: '-N 4' }, /^with two nodes, file_read ran on the node that had created /],
  ])('doubts stat and read rates with %s', (_, run, words) => {
    expect(job(run)?.doubts).toEqual([expect.stringMatching(words)]);
  });

  it('uses the node map to detect items that were looked up on the node that created them', () => {
    const listDoubts = (map: string, options: string) => {
      const own = job({ options, lines: [`Nodemap: ${map}`, '8 tasks, 80000 files'] });
      return [...(own?.doubts ?? []), ...(own?.unknown ?? [])].map((text) => text.split(' ran ')[0]);
    };
    expect(listDoubts('10001000', '-N 1')).toEqual([]);
    expect(listDoubts('11000000', '-N 1')).toEqual(['file_stat']);
    expect(listDoubts('10001000', '-N 2')).toEqual(['file_read']);
    // A stride of a whole node leads back to it where ranks are dealt out in turn.
    expect(listDoubts('10001000', '-N 4')).toEqual(['file_stat, file_read']);
    expect(listDoubts('11000000', '-N 2')).toEqual([]);
  });

  it('reports an unknown placement of ranks for -N 1, unless the report states their shift', () => {
    expect(job({ options: '-N 1' })?.unknown).toEqual([expect.stringMatching(/the unknown placement of ranks/)]);
    const shifted = { options: '-N 1', lines: ['Shifting ranks by 2 for each phase.', '8 tasks, 80000 files'] };
    expect(job(shifted)).toMatchObject({ doubts: [], unknown: [] });
  });

  it('doubts 1 MiB per file written without -y, and a report of 2 instead of 3 iterations', () => {
    // Of few bytes the rate is that of creates.
    const words = /^the \d+ bytes .* \(no `-y`\)$/;
    expect(job({ options: '-N 2 -w 1048576' })?.doubts).toEqual([expect.stringMatching(words)]);
    expect(job({ options: '-N 2 -w 7000' })).toMatchObject({ doubts: [], remarks: [expect.stringMatching(words)] });
    expect(job({ options: '-N 2 -w 3901 -y' })?.doubts).toEqual([]);
    expect(job({ options: '-N 2', of: 2 })?.doubts).toEqual(['the report has 2 of 3 iterations (`-i`)']);
  });

  it('doubts iterations that differ by more than a factor of 2, and ranks far apart at the stonewall', () => {
    const apart = report({ options: '-N 2' }).replaceAll('8000.000       8000.000', '3100.000       6000.000');
    const why =
      'iterations of the job differ by a factor of 2.9 (limit 2; 3100 to 9000), so their mean is not representative';
    expect(parseOutput(apart).runs[0]?.job?.doubts).toEqual([`file_stat: ${why}`, `file_read: ${why}`]);
    const getStonewalledJob = (least: number) =>
      job({
        options: '-N 2 -W 60',
        lines: ['8 tasks, 80000 files', `Continue stonewall hit min: ${least} max: 9100 avg: 8000.0`],
      });
    expect(getStonewalledJob(1900)?.doubts).toEqual([
      'ranks had done 1900 to 9100 items when their time ended: the rate is that of the slowest rank',
    ]);
    expect(getStonewalledJob(6000)?.doubts).toEqual([]);
  });
});
