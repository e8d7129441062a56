import { readHosts } from '../../../lib/workloads/read-hosts';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import { ior } from '../../../lib/workloads/ior/workload';
import { READ } from '../../../lib/workloads/ior/read-host';
import { type IorParams, schema } from '../../../lib/workloads/ior/schema';
import { printer } from '../../../lib/twin/printers/ior';
import { HOST, hostRaw, performance } from '../tools/mpi-world';

const MIB = 1024 ** 2;
const params = schema.parse({ kind: 'ior', ranks: 8, blockSize: '1 GiB' });
/** What IOR prints of a job. */
function printed(asked: IorParams, hosts = HOST.hosts): string {
  return printer(asked)(performance(500, 1000), { ...HOST, hosts }).files[READ.output] ?? '';
}
const OUTPUT = printed(params);

function judged(text: string | null, asked: IorParams = params, leader: Partial<HostStatus> = {}) {
  const hosts: HostRaw[] = [hostRaw(READ, 'client-0', text, leader), hostRaw(READ, 'client-1', null)];
  const reading = readHosts(ior, hosts, asked);
  const reasons = [...reading.reasons, ...ior.judge(reading, hosts, asked)];
  return {
    reading,
    codes: reasons.map(({ level, code }) => `${level} ${code}`),
    texts: reasons.map(({ text: said }) => said),
  };
}

describe('a job of IOR', () => {
  it('has the figures of its leader, which are those of all hosts', () => {
    const { reading, codes } = judged(OUTPUT);
    expect(codes).toEqual([]);
    expect(reading.observations.map(({ metric, host, value }) => [metric, host, value])).toEqual([
      ['write_bandwidth', 'aggregate', 1000 * MIB],
      ['read_bandwidth', 'aggregate', 2000 * MIB],
    ]);
  });

  it.each([
    ['processes are fewer', OUTPUT.replaceAll('"numTasks":8', '"numTasks":1'), 'invalid WrongResult'],
    ['blocks are others', OUTPUT.replaceAll('"blockSize":1073741824', '"blockSize":1048576'), 'invalid WrongResult'],
    ['it does not say what it was', OUTPUT.replaceAll('"numTasks":8,', ''), 'invalid WrongResult'],
    ['it was cut off', OUTPUT.slice(0, -40), 'invalid Unreadable'],
    ['it is missing', null, 'invalid NoResult'],
  ])('is none where %s', (_, text, code) => expect(judged(text).codes).toEqual([code]));

  it('is suspect where a repetition was over at once, or a host read what it had written', () => {
    const small = schema.parse({ kind: 'ior', ranks: 8, blockSize: '128 MiB' });
    expect(judged(printed(small), small).codes).toEqual(['suspect ShortRun']);
    const own = { ...params, reorderTasks: false };
    expect(judged(printed(own), own).texts).toEqual([
      'client-0: each host read 4 GiB that it had written itself, and has 8 GiB of memory: it may have answered ' +
        '(`reorderTasks: false`)',
    ]);
    // More than its memory holds.
    expect(
      judged(printed(own), own, { facts: { mpiNodes: '2', memBytes: '1000000000', bundle: 'abc' } }).codes,
    ).toEqual([]);
  });
});

it('is suspect where what was written may be in memory, and takes warnings out of its JSON', () => {
  const loose = { ...params, fsync: false };
  expect(judged(printed(loose), loose).texts).toEqual([
    'client-0: the 4 GiB of each host fit into its memory, and may not have been on the storage when the time ended ' +
      '(`fsync: false`)',
  ]);
  expect(
    judged(printed(loose), loose, { facts: { mpiNodes: '2', memBytes: '1000000000', bundle: 'abc' } }).codes,
  ).toEqual([]);
  const warned = OUTPUT.replace('"tests"', '\nWARNING: inconsistent file size\n"tests"');
  expect(judged(warned).codes).toEqual([]);
});

describe('what IOR is modelled to ask', () => {
  it('is all that is written, and then all that is read, in every repetition', () => {
    const demands = [ior.demand(params)['measure'] ?? []].flat();
    const units = 3 * 8 * 1024;
    expect(demands.map(({ extent, unit, ofAll }) => [extent, unit.writes.count, unit.reads.count, ofAll])).toEqual([
      [{ until: 'done', units }, 1, 0, true],
      [{ until: 'done', units }, 0, 1, true],
    ]);
  });
});

it('has nothing of memory against it past that memory, on one node too', () => {
  const one = { facts: { mpiNodes: '1', memBytes: String(8 * 1024 ** 3), bundle: 'abc' } };
  const loose = { ...params, direct: true, fsync: false };
  expect(judged(printed(params, 1), params, one).texts).toEqual([
    'client-0: each host read 8 GiB that it had written itself, and has 8 GiB of memory: it may have answered; all ' +
      'processes are of one host: two hosts or more, or `direct: true`',
  ]);
  expect(judged(printed(loose, 1), loose, one).texts).toEqual([]);
});

it('is called by its leader alone, as the plan tells it', () => {
  const called = (index: number) => printer({ ...params, direct: true })(performance(1, 1), { ...HOST, index }).argv;
  expect(called(0)?.join(' ')).toMatch(/^mpirun -np 8 .* ior -a POSIX .* --posix.odirect .* -o \/x\/ior\/data -O /);
  expect(called(1)).toEqual([]);
});

describe('what IOR says of how it ran', () => {
  const asked = { ...params, direct: true, randomOffset: true };
  const OTHER = 'suspect OtherOptions';

  it('is what was asked, past the memory of hosts by the flag of either version', () => {
    expect(judged(printed(asked), asked).codes).toEqual([]);
    expect(judged(printed(asked).replace('--posix.odirect', '-B'), asked).codes).toEqual([]);
    // It may say sizes as people do.
    expect(judged(printed(asked).replace('-t 1048576', '-t 1m'), asked).codes).toEqual([]);
  });

  it.each([
    ['went through the memory of hosts', ' --posix.odirect', '', 'B=0, and B=1 was meant'],
    ['says so of itself', '"randomOffset":1', '"randomOffset":0', 'z=0, and z=1 was meant'],
    ['read its own data', '"reorderTasks":1}', '"reorderTasks":0}', 'C=0, and C=1 was meant'],
    ['was ended by a clock', ' -z ', ' -z -D 30 ', 'D=30, and D=0 was meant'],
    ['had another interface', '-a POSIX', '-a MPIIO', 'a=MPIIO, and a=POSIX was meant'],
  ])('makes a trial suspect where it %s', (_, from, to, text) => {
    const changed = printed(asked).replace('"reorderTasks":1,"randomOffset":1', '"randomOffset":1,"reorderTasks":1');
    expect(changed).toContain(from);
    const { codes, texts } = judged(changed.replace(from, to), asked);
    expect(codes).toEqual([OTHER]);
    expect(texts[0]).toBe(`client-0: it ran with ${text}`);
  });

  it.each([
    ['-M 80%', 'M=80%'],
    ['-Q 2', 'Q=2'],
    ['-R', 'R=1'],
    ['-W', 'W=1'],
    ['-K', 'K=1'],
    ['-m', 'm=1'],
    ['-T 1', 'T=1'],
    ['-N 2', 'N=2'],
    ['-x', 'x=1'],
    ['-d 5', 'd=5'],
    ['--posix.mmap', 'posix.mmap=1'],
    ['-O stoneWallingWearOut=1,summaryFile=/x', 'stoneWallingWearOut=1'],
  ])('makes a trial suspect where nobody asked for %s', (words, text) => {
    const { codes, texts } = judged(printed(asked).replace(' -z ', ` -z ${words} `), asked);
    expect(codes).toEqual([OTHER]);
    expect(texts).toEqual([`client-0: it ran with ${text}, which was not asked for`]);
  });

  it('may be told at greater length, and by a version that counts no nodes', () => {
    expect(judged(printed(asked).replace(' -z ', ' -z -v -v '), asked).codes).toEqual([]);
    const uncounted = printed(asked).replace('"nodes":2', '"nodes":0');
    expect(uncounted).not.toBe(printed(asked));
    expect(judged(uncounted, asked).codes).toEqual([]);
    expect(judged(uncounted.replace(' -z ', ' -z -R '), asked).codes).toEqual([OTHER]);
  });

  it('is held against nothing where it tells no call', () => {
    expect(judged(printed(asked).replace(/"Command line".*\n/, ''), asked).codes).toEqual([]);
  });
});
