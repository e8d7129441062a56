import type { HostStatus } from '../../../../lib/workloads/contract';
import { IOR_TOOL } from '../../../../lib/workloads/mpi/ior/ior';
import { type IorParams, iorSchema } from '../../../../lib/workloads/mpi/ior/schema';
import { createMpiWorkload } from '../../../../lib/workloads/mpi/workload';
import { makeIorPrinter as printer } from '../../../../lib/twin/printers/mpi';
import { scriptFiles } from '../../script-hosts';
import { HOST, judgeHosts, performance } from '../mpi-hosts';
import cases from './ior.cases.json';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const ior = createMpiWorkload(IOR_TOOL);
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
    ['it had fewer processes', OUTPUT.replaceAll('"numTasks":8', '"numTasks":1'), 'invalid WrongResult'],
    [
      'its block size differs',
      OUTPUT.replaceAll('"blockSize":1073741824', '"blockSize":1048576'),
      'invalid WrongResult',
    ],
    ['it lacks the number of processes', OUTPUT.replaceAll('"numTasks":8,', ''), 'invalid WrongResult'],
  ])('rejects the output when %s', (_, text, code) => expect(judgeOutput(text).codes).toEqual([code]));

  it('is SUSPECT for repetitions below 1 s, and for reads on the host that wrote the data', () => {
    const small = iorSchema.parse({ kind: 'ior', ranks: 8, blockSize: '128 MiB' });
    expect(judgeOutput(printOutput(small), small).codes).toEqual(['suspect ShortRun']);
    const own = { ...params, reorderTasks: false };
    expect(judgeOutput(printOutput(own), own).texts).toEqual([
      'client-0: each host read 4 GiB that it had written, so its page cache may have served it (8 GiB of ' +
        'memory) (`reorderTasks: false`)',
    ]);
    // More than its memory holds.
    expect(
      judgeOutput(printOutput(own), own, { facts: { mpiNodes: '2', memBytes: '1000000000', bundle: 'abc' } }).codes,
    ).toEqual([]);
  });
});

it('doubts writes that fit in host memory without fsync, and extracts warnings from the JSON', () => {
  const loose = { ...params, fsync: false };
  expect(judgeOutput(printOutput(loose), loose).texts).toEqual([
    'client-0: the 4 GiB of each host fit in its memory and may not have reached the storage when the write phase ' +
      'ended (`fsync: false`)',
  ]);
  expect(
    judgeOutput(printOutput(loose), loose, { facts: { mpiNodes: '2', memBytes: '1000000000', bundle: 'abc' } }).codes,
  ).toEqual([]);
  const addWarning = (text: string) => OUTPUT.replace('"tests"', `\nWARNING: ${text}\n"tests"`);
  expect(judgeOutput(addWarning('maybe caused by deadlineForStonewalling')).codes).toEqual([]);
  expect(judgeOutput(addWarning('inconsistent file size by different tasks')).codes).toEqual(['suspect ErrorLines']);
});

it('doubts reads on a single node, unless they use direct I/O', () => {
  const one = { facts: { mpiNodes: '1', memBytes: String(8 * 1024 ** 3), bundle: 'abc' } };
  const loose = { ...params, direct: true, fsync: false };
  expect(judgeOutput(printOutput(params, 1), params, one).texts).toEqual([
    'client-0: each host read 8 GiB that it had written, so its page cache may have served it (8 GiB of ' +
      'memory). All processes ran on one host: use two hosts or more, or `direct: true`',
  ]);
  expect(judgeOutput(printOutput(loose, 1), loose, one).texts).toEqual([]);
});

it('builds the mpirun call on the first host only', () => {
  const getArgv = (index: number) => printer({ ...params, direct: true })(performance(1, 1), { ...HOST, index }).argv;
  expect(getArgv(0)?.join(' ')).toMatch(/^mpirun -np 8 .* ior -a POSIX .* --posix.odirect .* -o \/x\/ior\/data -O /);
  expect(getArgv(1)).toEqual([]);
});

describe('judgement of the options that IOR reports', () => {
  const asked = { ...params, direct: true, randomOffset: true };
  const OTHER = 'suspect OptionsMismatch';

  it('accepts the requested options, direct I/O in the spelling of each version, and sizes with units', () => {
    expect(judgeOutput(printOutput(asked), asked).codes).toEqual([]);
    expect(judgeOutput(printOutput(asked).replace('--posix.odirect', '-B'), asked).codes).toEqual([]);
    // It may say sizes as people do.
    expect(judgeOutput(printOutput(asked).replace('-t 1048576', '-t 1m'), asked).codes).toEqual([]);
  });

  it.each(cases.trialSuspect)('returns OptionsMismatch when the job %s', (_, from, to, text) => {
    const changed = printOutput(asked).replace(
      '"reorderTasks":1,"randomOffset":1',
      '"randomOffset":1,"reorderTasks":1',
    );
    expect(changed).toContain(from);
    const { codes, texts } = judgeOutput(changed.replace(from, to), asked);
    expect(codes).toEqual([OTHER]);
    expect(texts[0]).toBe(`client-0: the tool ran with ${text}`);
  });

  it.each(cases.suspectWithOptions)('returns OptionsMismatch for the unrequested options %s', (words, text) => {
    const { codes, texts } = judgeOutput(printOutput(asked).replace(' -z ', ` -z ${words} `), asked);
    expect(codes).toEqual([OTHER]);
    expect(texts).toEqual([`client-0: the tool ran with ${text}, which was not requested`]);
  });

  it('accepts verbose options, and a version that does not count nodes', () => {
    expect(judgeOutput(printOutput(asked).replace(' -z ', ' -z -v -v '), asked).codes).toEqual([]);
    const uncounted = printOutput(asked).replace('"nodes":2', '"nodes":0');
    expect(uncounted).not.toBe(printOutput(asked));
    expect(judgeOutput(uncounted, asked).codes).toEqual([]);
    expect(judgeOutput(uncounted.replace(' -z ', ' -z -R '), asked).codes).toEqual([OTHER]);
  });

  it('skips the comparison when the report lacks the command line', () => {
    expect(judgeOutput(printOutput(asked).replace(/"Command line".*\n/, ''), asked).codes).toEqual([]);
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
    expect(ior.checkHosts?.(study, 1, {})).toMatchObject([{ severity: 'advice', code: 'OwnFilesRead' }]);
    expect(ior.checkHosts?.({ ...study, direct: true }, 1, {})).toEqual([]);
    expect(ior.checkHosts?.(study, 2, {})).toEqual([]);
  });

  it('compares write and read bandwidth with the provisioned bandwidth', () => {
    expect(ior.limits(study).map(({ bytes }) => bytes)).toEqual([
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
