import { readHosts } from '../../../lib/workloads/read-hosts';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import { ior } from '../../../lib/workloads/ior/workload';
import { READ } from '../../../lib/workloads/ior/read-host';
import { type IorParams, schema } from '../../../lib/workloads/ior/schema';
import { HOST, hostRaw, performance } from '../tools/mpi-world';

const MIB = 1024 ** 2;
const params = schema.parse({ kind: 'ior', ranks: 8, blockSize: '1 GiB' });
const OUTPUT = ior.modelled?.printer(params)(performance(500, 1000), HOST).files[READ.output] ?? '';

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
    const text = ior.modelled?.printer(small)(performance(500, 1000), HOST).files[READ.output] ?? '';
    expect(judged(text, small).codes).toEqual(['suspect ShortRun']);
    const own = { ...params, reorderTasks: false };
    expect(judged(OUTPUT, own).texts).toEqual([
      'client-0: each host read 4 GiB that it had written itself, and has 8 GiB of memory: it may have answered ' +
        '(`reorderTasks: false`)',
    ]);
    // More than its memory holds.
    expect(judged(OUTPUT, own, { facts: { mpiNodes: '2', memBytes: '1000000000', bundle: 'abc' } }).codes).toEqual([]);
  });
});

it('is suspect where what was written may be in memory, and takes warnings out of its JSON', () => {
  const loose = { ...params, fsync: false };
  expect(judged(OUTPUT, loose).texts).toEqual([
    'client-0: the 4 GiB of each host fit into its memory, and may not have been on the storage when the time ended ' +
      '(`fsync: false`)',
  ]);
  expect(judged(OUTPUT, loose, { facts: { mpiNodes: '2', memBytes: '1000000000', bundle: 'abc' } }).codes).toEqual([]);
  const warned = OUTPUT.replace('"tests"', '\nWARNING: inconsistent file size\n"tests"');
  expect(judged(warned).codes).toEqual([]);
});

describe('what IOR is modelled to ask', () => {
  it('is all that is written, and then all that is read, in every repetition', () => {
    const demands = [ior.modelled?.demand(params)['measure'] ?? []].flat();
    const units = 3 * 8 * 1024;
    expect(demands.map(({ extent, unit, ofAll }) => [extent, unit.writes.count, unit.reads.count, ofAll])).toEqual([
      [{ until: 'done', units }, 1, 0, true],
      [{ until: 'done', units }, 0, 1, true],
    ]);
  });
});

it('has nothing of memory against it past that memory, on one node too', () => {
  const one = { facts: { mpiNodes: '1', memBytes: String(8 * 1024 ** 3), bundle: 'abc' } };
  const text = OUTPUT.replaceAll('"tasksPerNode":4', '"tasksPerNode":8');
  expect(judged(text, params, one).texts).toEqual([
    'client-0: each host read 8 GiB that it had written itself, and has 8 GiB of memory: it may have answered; all ' +
      'processes are of one host: two hosts or more, or `direct: true`',
  ]);
  expect(judged(text, { ...params, direct: true, fsync: false }, one).texts).toEqual([]);
});

it('is called by its leader alone, as the plan tells it', () => {
  const called = (index: number) =>
    ior.modelled?.printer({ ...params, direct: true })(performance(1, 1), { ...HOST, index }).argv;
  expect(called(0)?.join(' ')).toMatch(/^mpirun -np 8 .* ior -a POSIX .* --posix.odirect .* -o \/x\/ior\/data -O /);
  expect(called(1)).toEqual([]);
});
