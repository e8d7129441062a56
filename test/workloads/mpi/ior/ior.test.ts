import type { HostStatus } from '../../../../lib/workloads/contract';
import { ior, IOR_TOOL } from '../../../../lib/workloads/mpi/ior/ior';
import { type IorParams, iorSchema } from '../../../../lib/workloads/mpi/ior/schema';
import { makeIorPrinter as printer } from '../../../../lib/twin/printers/mpi';
import { scriptFiles } from '../../script-hosts';
import { HOST, judgeHosts, performance } from '../mpi-hosts';
import cases from './ior.cases.json';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

const params = iorSchema.parse({ kind: 'ior', ranks: 8, blockSize: '1 GiB' });
/** What IOR prints of a job. */
function printOutput(asked: IorParams, hosts = HOST.hosts): string {
  return printer(asked)(performance(500, 1000), { ...HOST, hosts }).files[IOR_TOOL.output.file] ?? '';
}
const OUTPUT = printOutput(params);

function judgeOutput(text: string | null, asked: IorParams = params, leader: Partial<HostStatus> = {}) {
  return judgeHosts(IOR_TOOL, asked, text, leader);
}

describe('job of IOR', () => {
  it('returns the rates that the first host printed as aggregate of all hosts', () => {
    const { reading, codes } = judgeOutput(OUTPUT);
    expect(codes).toEqual([]);
    expect(reading.observations.map(({ metric, host, value }) => [metric, host, value])).toEqual([
      ['write_bandwidth', 'aggregate', 1000 * MIB],
      ['read_bandwidth', 'aggregate', 2000 * MIB],
    ]);
  });

  it.each([
    ['fewer processes', '"numTasks":8', '"numTasks":1', ['invalid WrongResult']],
    ['another block size', '"blockSize":1073741824', '"blockSize":1048576', ['invalid WrongResult']],
    ['no number of processes', '"numTasks":8,', '', ['invalid WrongResult']],
    ['a harmless warning', '"tests"', '\nWARNING: maybe caused by deadlineForStonewalling\n"tests"', []],
    ['a warning', '"tests"', '\nWARNING: inconsistent file size by different tasks\n"tests"', ['suspect ErrorLines']],
  ])('judges output with %s', (_, from, to, codes) =>
    expect(judgeOutput(OUTPUT.replaceAll(from, to)).codes).toEqual(codes),
  );

  const served = (size: string) =>
    `client-0: each host read ${size} that it had written, so its page cache may have served it (8 GiB of memory)`;
  const listDoubts = (changes: Partial<IorParams>, hosts = HOST.hosts, memBytes = 8 * GIB) => {
    const asked = { ...params, ...changes };
    const facts = { mpiNodes: String(hosts), memBytes: String(memBytes), bundle: 'abc' };
    return judgeOutput(printOutput(asked, hosts), asked, { facts }).texts;
  };
  it.each<[string, Partial<IorParams>, number, string[]]>([
    [
      'reads on the host that wrote the data',
      { reorderTasks: false },
      2,
      [`${served('4 GiB')} (\`reorderTasks: false\`)`],
    ],
    [
      'reads on a single node',
      {},
      1,
      [`${served('8 GiB')}. All processes ran on one host: use two hosts or more, or \`direct: true\``],
    ],
    ['direct I/O on a single node', { direct: true, fsync: false }, 1, []],
    [
      'writes that fit in host memory without fsync',
      { fsync: false },
      2,
      [
        'client-0: the 4 GiB of each host fit in its memory and may not have reached the storage when the write ' +
          'phase ended (`fsync: false`)',
      ],
    ],
  ])('is SUSPECT or not for %s', (_, changes, hosts, texts) => {
    expect(listDoubts(changes, hosts)).toEqual(texts);
    // More than its memory holds.
    if (hosts > 1) expect(listDoubts(changes, hosts, 1e9)).toEqual([]);
  });

  it('is SUSPECT with ShortRun for repetitions below 1 s', () => {
    const small = iorSchema.parse({ kind: 'ior', ranks: 8, blockSize: '128 MiB' });
    expect(judgeOutput(printOutput(small), small).codes).toEqual(['suspect ShortRun']);
  });
});

it('builds the mpirun call on the first host only', () => {
  const getArgv = (index: number) => printer({ ...params, direct: true })(performance(1, 1), { ...HOST, index }).argv;
  expect(getArgv(0)?.join(' ')).toMatch(/^mpirun -np 8 .* ior -a POSIX .* --posix.odirect .* -o \/x\/ior\/data -O /);
  expect(getArgv(1)).toEqual([]);
});

describe('judgement of the options that IOR reports', () => {
  const asked = { ...params, direct: true, randomOffset: true };
  const OTHER = 'suspect OptionsMismatch';

  it.each([
    ['the requested options', '', ''],
    ['direct I/O in the spelling of another version', '--posix.odirect', '-B'],
    ['a size with a unit', '-t 1048576', '-t 1m'],
    ['verbose options', ' -z ', ' -z -v -v '],
    ['a report without the command line', /"Command line".*\n/, ''],
  ])('accepts %s', (_, from, to) => expect(judgeOutput(printOutput(asked).replace(from, to), asked).codes).toEqual([]));

  it.each(cases.trialSuspect)('returns OptionsMismatch when the job %s', (_, from, to, text) => {
    const [before, after] = ['"reorderTasks":1,"randomOffset":1', '"randomOffset":1,"reorderTasks":1'] as const;
    const printed = printOutput(asked).replace(before, after);
    expect(printed).toContain(from);
    expect(judgeOutput(printed.replace(from, to), asked)).toMatchObject({
      codes: [OTHER],
      texts: [`client-0: the tool ran with ${text}`],
    });
  });

  it.each(cases.suspectWithOptions)('returns OptionsMismatch for the unrequested options %s', (words, text) => {
    expect(judgeOutput(printOutput(asked).replace(' -z ', ` -z ${words} `), asked)).toMatchObject({
      codes: [OTHER],
      texts: [`client-0: the tool ran with ${text}, which was not requested`],
    });
  });

  it('accepts a version that does not count nodes', () => {
    const uncounted = printOutput(asked).replace('"nodes":2', '"nodes":0');
    expect(uncounted).not.toBe(printOutput(asked));
    expect(judgeOutput(uncounted, asked).codes).toEqual([]);
    expect(judgeOutput(uncounted.replace(' -z ', ' -z -R '), asked).codes).toEqual([OTHER]);
  });
});

describe('IOR workload', () => {
  const study = iorSchema.parse({ kind: 'ior', ranks: 64, blockSize: '16 GiB' });

  it('defaults to transfers of 1 MiB, one file per process and three repetitions', () => {
    expect(study).toEqual({
      kind: 'ior',
      role: 'client',
      ranks: 64,
      filePerProc: true,
      transferSize: MIB,
      blockSize: 16 * GIB,
      segmentCount: 1,
      repetitions: 3,
      fsync: true,
      reorderTasks: true,
      direct: false,
      randomOffset: false,
    });
  });

  it('computes work and demand of three repetitions that write and read all blocks', () => {
    const [step] = ior.script(study, scriptFiles('ior'));
    expect(step?.work).toEqual({
      ofAll: true,
      writtenBytes: 3 * 1024 * GIB,
      reads: { bytes: 3 * 1024 * GIB, workingBytes: 1024 * GIB },
      operations: { create: 3 * 64 },
      inFlight: 64,
    });
    expect(ior.duration(study).measured).toBeCloseTo((6 * 16 * GIB) / 500e6, 6);
    expect(IOR_TOOL.size({ ...study, filePerProc: false }).work.operations).toEqual({ create: 3 });
    const demands = [ior.demand(study)['measure'] ?? []].flat();
    const extent = { until: 'done', units: 3 * 64 * 16 * 1024 };
    expect(demands).toMatchObject([
      { extent, ofAll: true, unit: { writes: { count: 1 }, reads: { count: 0 }, sequential: true } },
      { extent, ofAll: true, unit: { writes: { count: 0 }, reads: { count: 1 }, sequential: true } },
    ]);
    expect(ior.demand({ ...study, randomOffset: true, reorderTasks: false, direct: true })).toMatchObject({
      measure: [
        { buffered: false, unit: { sequential: false } },
        { buffered: false, unit: { sequential: false } },
      ],
    });
  });

  it.each<readonly [object, readonly (readonly [string, string, string])[]]>(
    cases.checked as [object, [string, string, string][]][],
  )('reports for the settings %j the problems %j', (given, found) =>
    expect(ior.check({ ...study, ...given }).map(({ code, path, message }) => [code, path.join('.'), message])).toEqual(
      found,
    ),
  );

  it('advises against a single host without direct I/O, which reads its own data', () => {
    expect(ior.hosts?.check?.(study, 1, {})).toMatchObject([{ severity: 'advice', code: 'OwnFilesRead' }]);
    expect(ior.hosts?.check?.({ ...study, direct: true }, 1, {})).toEqual([]);
    expect(ior.hosts?.check?.(study, 2, {})).toEqual([]);
  });

  it('compares write and read bandwidth with the provisioned bandwidth', () => {
    expect(ior.traffic.limits(study).map(({ bytes }) => bytes)).toEqual([
      { metric: 'write_bandwidth', limit: 'bandwidth', moves: 'written' },
      { metric: 'read_bandwidth', limit: 'bandwidth', moves: 'read' },
    ]);
  });

  it.each<readonly [object, string]>([
    [{}, '-F -e -C -i 3 -t 1048576 -b 17179869184 -s 1'],
    [{ filePerProc: false, fsync: false, reorderTasks: false, segmentCount: 4 }, '-i 3 -t 1048576 -b 17179869184 -s 4'],
    [{ direct: true, randomOffset: true }, '-F -e -C DIRECT -z -i 3 -t 1048576 -b 17179869184 -s 1'],
  ])('translates %j to arguments of IOR', (given, words) =>
    expect(IOR_TOOL.argv({ ...study, ...given }).join(' ')).toBe(
      `-a POSIX -w -r -g ${words} -o FOLDER/data -O summaryFormat=JSON`,
    ),
  );
});
