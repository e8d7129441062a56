import { parseOutput } from '../../../../lib/workloads/mpi/ior/parse';

const GIB = 1024 ** 3;

interface Run {
  readonly options?: string;
  readonly table?: readonly string[];
  readonly more?: readonly string[];
}
const TABLE = ['nodes               : 4', 'tasks               : 8', 'clients per node    : 2'];
/** Made by hand after the formats of its versions: 8 processes of 16 GiB each. */
const report = ({ options = '-F -w -r -e -C -t 1m -b 16g', table = TABLE, more = [] }: Run): string =>
  [
    'IOR-4.0.0: MPI Coordinated Test of Parallel I/O',
    ...(options === 'none' ? [] : [`Command line        : ior ${options} -o /x/data`]),
    'Options: ',
    'access              : file-per-process',
    'segments            : 1',
    ...(options.includes('-C') ? ['ordering inter file : constant task offset'] : []),
    ...table,
    'repetitions         : 3',
    'xfersize            : 1 MiB',
    'blocksize           : 16 GiB',
    'aggregate filesize  : 128 GiB',
    'Results: ',
    ...more,
    'Summary of all tests:',
    'Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev Test#',
    'write        1024.00    1024.00    1024.00       0.00 0',
    'read         2048.00    2048.00    2048.00       0.00 0',
    '',
  ].join('\n');
const job = (run: Run) => parseOutput(report(run)).runs[0]?.job;

describe('job description in an IOR report', () => {
  it('contains options in long and short form, the number of nodes, and the seconds of a repetition', () => {
    const numbers = { np: '8', numTasks: '8', i: '3', t: '1m', transferSize: '1m' };
    expect(job({})).toEqual({
      options: expect.objectContaining({ ...numbers, e: '1', fsync: '1', z: '0', B: '0' }) as unknown,
      nodes: 4,
      seconds: { write_bandwidth: 128, read_bandwidth: 64 },
      readBack: null,
      remarks: [],
      doubts: [],
      unknown: [],
    });
  });

  it.each([
    ['3.1', ['clients             = 8 (2 per node)']],
    ['3.2', ['tasks               : 8', 'clients per node    : 2']],
  ])('reads the number of nodes from the table of version %s', (_, table) => {
    expect(job({ table })).toMatchObject({ nodes: 4, options: { np: '8' } });
  });

  it('is undefined without the command line or the number of nodes', () => {
    expect(job({ options: 'none' })).toBeUndefined();
    expect(job({ table: [] })).toBeUndefined();
  });

  it('marks data read back on the node that wrote them, except with direct I/O', () => {
    const why = 'each node read what it had written itself (no `-C`)';
    expect(job({ options: '-F -w -r -e' })?.readBack).toEqual({ why, bytes: 128 * GIB });
    expect(job({ options: '-F -w -r -e --posix.odirect' })?.readBack).toBeNull();
    expect(job({ options: '-F -w -r -e -B' })?.readBack).toBeNull();
    const one = ['nodes               : 1', 'tasks               : 8'];
    expect(job({ table: one })?.readBack?.why).toBe('a single node read back data that it had written itself');
  });

  it('computes the seconds of a phase from amounts in TiB or bytes', () => {
    const getSeconds = (text: string) => parseOutput(report({}).replace('128 GiB', text)).runs[0]?.job?.seconds;
    expect(getSeconds('1.50 TiB')).toMatchObject({ write_bandwidth: 1536 });
    expect(getSeconds('1073741824 bytes')).toMatchObject({ write_bandwidth: 1 });
    expect(getSeconds('much')).toEqual({});
  });

  it('uses the bytes actually moved when -D ended the phase', () => {
    const options = '-F -w -r -e -D 30';
    expect(job({ options })?.readBack).toMatchObject({ bytes: null });
    const more = ['WARNING: Using actual aggregate bytes moved = 1073741824'];
    expect(job({ options, more })).toMatchObject({ readBack: { bytes: GIB }, seconds: { write_bandwidth: 1 } });
  });

  it('doubts writes that were not flushed with -e', () => {
    expect(job({ options: '-F -w -r -C' })?.doubts).toEqual([expect.stringMatching(/\(no `-e`\)$/)]);
    const more = ['ior WARNING: fsync() only available in POSIX.  Using value of 0.'];
    expect(job({ more })?.doubts).toEqual([expect.stringMatching(/ignores `-e`\)$/)]);
  });

  it('reports the options as unknown, without doubts, when they are in a script file (-f)', () => {
    const hidden = job({ options: '-f script' });
    expect(hidden).toMatchObject({ readBack: null, doubts: [] });
    expect(hidden?.unknown).toEqual(['the options are in a file (`-f`), which the report does not repeat']);
    expect(hidden?.options).not.toHaveProperty('e');
  });

  it('reads options from the JSON output, also when they are in a script file (-f)', () => {
    const rates = { bwMaxMIB: 1024, bwMinMIB: 1024, bwMeanMIB: 1024, bwStdMIB: 0 };
    const sizes = { numTasks: 2, tasksPerNode: 2, repetitions: 2, blockSize: GIB, transferSize: 4096, segmentCount: 2 };
    const Parameters = { nodes: 1, fsync: 0, reorderTasks: 1, transferSize: 4096, repetitions: 2 };
    const document = {
      Version: '4.0.0',
      'Command line': 'ior -f script',
      tests: [{ TestID: 0, Parameters }],
      summary: ['write', 'read'].map((operation) => ({ operation, TestID: 0, ...rates, ...sizes })),
    };
    const text = JSON.stringify(document, null, 2);
    expect(parseOutput(text).runs[0]?.job).toEqual({
      options: expect.objectContaining({ np: '2', C: '1', e: '0', t: '4096', i: '2' }) as unknown,
      nodes: 1,
      seconds: { write_bandwidth: 4, read_bandwidth: 4 },
      readBack: { why: 'a single node read back data that it had written itself', bytes: 4 * GIB },
      remarks: [],
      doubts: [expect.stringMatching(/no `-e`/)],
      unknown: [],
    });
  });

  it('doubts repetitions that differ by a factor of 3.3', () => {
    const [equal, apart] = [
      '2048.00    2048.00    2048.00       0.00',
      '3000.00     900.00    2048.00     800.00',
    ] as const;
    expect(parseOutput(report({}).replace(equal, apart)).runs[0]?.job?.doubts).toEqual([
      expect.stringMatching(/^read_bandwidth: iterations of the job differ by a factor of 3\.3 /),
    ]);
  });
});
