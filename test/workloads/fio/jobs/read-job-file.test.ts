import { checkSchema } from '../../../../lib/experiment/language/schema-problems';
import { readJobFile, groupTurns } from '../../../../lib/workloads/fio/jobs/read-job-file';
import { fio } from '../../../../lib/workloads/fio/workload';
import { fioSchema } from '../../../../lib/workloads/fio/schema';
import { jobParams, TWO_TURNS, withLines } from '../job-file/job-files';
import cases from './read-job-file.cases.json';

const listMessages = (text: string) => fio.check(jobParams(text)).map(({ message }) => message);
const faults = (text: string) => readJobFile(text).faults.map((one) => `${one.line}: ${one.text}`);

describe('readJobFile', () => {
  it('returns the options of each job, and groups jobs into turns by stonewall', () => {
    const { jobs } = readJobFile(TWO_TURNS);
    expect(jobs).toMatchObject([
      { name: 'small', rw: 'randread', bs: 4096, iodepth: 4, numjobs: 1, size: 8 * 1024 ** 2, direct: true, turn: 0 },
      { name: 'mix', rw: 'randrw', bs: 16_384, iodepth: 1, numjobs: 2, timeBased: true, runtime: 1, turn: 1 },
    ]);
    expect(groupTurns(jobs).map((turn) => turn.map(({ name }) => name))).toEqual([['small'], ['mix']]);
    const [both] = groupTurns(readJobFile(`${withLines()}\n[b]\nsize=1m\nruntime=1s`).jobs);
    expect(both?.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('keeps the text except for a commented group_reporting, and advises on omitted lines and buffered I/O', () => {
    const { text, notes } = readJobFile(TWO_TURNS);
    expect(text).toBe(TWO_TURNS.replace('group_reporting=1', '; left out by fsxbench: group_reporting=1'));
    expect(notes).toEqual([{ line: 7, text: expect.stringContaining('group_reporting is omitted: ') as string }]);
    expect(fio.check(jobParams(TWO_TURNS)).map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'advice JobFileLine',
    ]);
    expect(listMessages(withLines('direct=0'))).toEqual([
      '[a] direct=0: buffered I/O measures host memory if the files fit in memory; direct=1 measures the storage',
    ]);
    expect(listMessages(withLines('direct=0', 'rw=write', 'fdatasync=1'))).toEqual([]);
  });

  it('advises HotSet for reads with zipf, and CompressibleData for repeating writes', () => {
    const listAdvice = (...lines: string[]) =>
      fio.check(jobParams(withLines(...lines))).map(({ code, message }) => `${code}: ${message.split(':')[0]}`);
    expect(listAdvice('rw=randread', 'random_distribution=zipf:1.2')).toEqual(['HotSet: [a] zipf']);
    expect(listAdvice('rw=read', 'random_distribution=zipf:1.2')).toEqual([]);
    const disks = 'so compressing storage may exceed the rate of its disks; leave it out to measure the disks';
    const before = `fsxbench counts bytes before compression, ${disks}`;
    expect(listAdvice('rw=write', 'dedupe_percentage=50')).toEqual([
      `CompressibleData: [a] 50% of the blocks are duplicates (dedupe_percentage); ${before}`,
    ]);
    expect(listAdvice('rw=write', 'scramble_buffers=0')).toEqual([
      `CompressibleData: [a] all writes repeat the same buffers (scramble_buffers=0); ${before}`,
    ]);
    expect(listAdvice('rw=read', 'scramble_buffers=0')).toEqual([]);
  });

  it('advises on omitted directories, jobs without runtime, and jobs that read the same file', () => {
    const job = 'rw=read\nbs=64k\nsize=1g\ndirect=1\n';
    expect(listMessages(`[global]\ndirectory=/data\n[a]\n${job}runtime=9`)).toEqual([
      'line 2: directory is omitted: the target defines the folder',
    ]);
    const ends = (seconds: string) => `[a] ends with its size: planned for at most ${seconds}, as on slow storage`;
    expect(listMessages(`[a]\n${job}`)).toEqual([expect.stringContaining(ends('22s'))]);
    expect(listMessages(`[a]\n${job}bs=4k\nloops=2\nnumjobs=3`)).toEqual([expect.stringContaining(ends('26m 13s'))]);
    const one = `${job}runtime=9\nfilename=x\n`;
    const shared = 'jobs read one file in order: caches serve all but the first';
    expect(listMessages(`[a]\n${one}numjobs=4`)).toEqual([expect.stringContaining(`[a] 4 ${shared}`)]);
    expect(listMessages(`[a]\n${one}[b]\n${one}`)).toEqual([expect.stringContaining(`[a], [b] 2 ${shared}`)]);
    expect(listMessages(`[a]\n${one}[b]\nstonewall\n${one}`)).toEqual([]);
    expect(listMessages(`[a]\n${one}numjobs=4\noffset_increment=1g`)).toEqual([]);
  });

  it('warns with the line of each option that fio 3.33 does not have', () => {
    const listWarnings = (...lines: string[]) =>
      fio.check(jobParams(withLines(...lines))).filter(({ severity }) => severity === 'warning');
    expect(listWarnings('nosuch=1', 'io_depth=4', 'blocksize=4k', 'fixedbufs=1')).toMatchObject([
      { textLine: 5, message: 'line 5: fio 3.33 has no option nosuch, and drops jobs with it' },
      {
        textLine: 6,
        message: 'line 6: fio 3.33 has no option io_depth, and drops jobs with it; did you mean iodepth?',
      },
    ]);
    // What is left out or refused is spoken of already.
    expect(listWarnings('eta=never')).toEqual([]);
  });

  it('resolves direct and buffered as fio does, and treats ioengine=mmap as buffered', () => {
    const directs = (text: string) => readJobFile(text).jobs.map(({ direct }) => direct);
    const global = '[global]\nsize=8m\nruntime=2s\ndirect=1\n';
    expect(directs(`${global}[a]\nbuffered=1\n[b]\nrw=read\n[c]\nbuffered=1\ndirect=1`)).toEqual([false, true, true]);
    expect(directs(`${global}buffered=1\n[a]\nrw=read\n[b]\ndirect=1`)).toEqual([false, true]);
    expect(directs(withLines('ioengine=mmap'))).toEqual([false]);
    expect(fio.check(jobParams(withLines('ioengine=mmap'))).map(({ code, message }) => `${code} ${message}`)).toEqual([
      'BufferedIo [a] ioengine=mmap ignores direct: buffered I/O measures host ' +
        'memory if the files fit in memory; direct=1 measures the storage',
    ]);
  });

  it.each(cases.faults as [string | string[], string[]][])('reports faults of %j with their lines', (lines, found) =>
    expect(faults(typeof lines === 'string' ? lines : withLines(...lines))).toEqual(found),
  );

  it('reports all faults in the order of lines, or that a text has more than 60,000 characters', () => {
    const { faults: found } = readJobFile('[a]\ndirectory=/x\nsize=1m\nruntime=1s\nexec_prerun=id\n[a]');
    expect(found.map(({ line }) => line)).toEqual([2, 5, 6, 6]);
    expect(faults('x'.repeat(60_001))).toEqual(['1: longer than 60000 characters']);
  });
});

describe('fioSchema with jobFile', () => {
  const problems = (params: object) =>
    checkSchema(fioSchema, { kind: 'fio', ...params }, ['w']).problems.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );

  it('refuses other fio parameters next to jobFile', () => {
    expect(problems({ jobFile: TWO_TURNS, role: 'client' })).toEqual([]);
    expect(problems({ jobFile: TWO_TURNS, rw: 'read', numjobs: 2 })).toEqual([
      'w.rw: the job file sets this option; remove this parameter or jobFile',
      'w.numjobs: the job file sets this option; remove this parameter or jobFile',
    ]);
  });

  it('refuses a file name as text, and reports faults with their lines', () => {
    expect(problems({ jobFile: 'jobs/a.fio' })).toEqual([
      'w.jobFile: a job file has several lines; write `jobFile: |` with its text indented below or, if you use the ' +
        'command line, the name of a .fio file below the folder of the spec',
    ]);
    expect(problems({ jobFile: withLines('exec_prerun=id') })).toEqual([
      'w.jobFile: line 5: exec_prerun=id: the option runs a command on the host; leave it out',
    ]);
  });
});

it("replaces folders in file names below the trial's folder, and refuses names outside of it", () => {
  const head = '[a]\nrw=read\nsize=1g\nruntime=5\ndirect=1\n';
  const read = readJobFile(`${head}filename=./fio:data0/f1\nbssplit=4Ki/50:64k/50\n`);
  expect(read.faults).toEqual([]);
  expect(read.text).toBe(`${head}filename=fio:data0_f1\nbssplit=4Ki/50:64k/50\n`);
  expect(read.jobs[0]?.options.get('filename')).toBe('fio:data0_f1');
  for (const name of ['/x', './../x', 'a:../b', '.', 'a//b'])
    expect(readJobFile(`${head}filename=${name}\n`).faults).toHaveLength(1);
});
