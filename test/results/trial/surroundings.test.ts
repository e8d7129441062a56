import type { RawObservation } from '../../../lib/shapes/observation';
import type { HostRaw } from '../../../lib/workloads/contract';
import { judgeSurroundings } from '../../../lib/results/trial/surroundings';
import { TRIAL_REASONS, type TrialReason } from '../../../lib/shapes/error-codes';
import { hostRaw } from '../../workloads/mpi/mpi-hosts';
import cases from './surroundings.cases.json';
import { makeSampledHost } from './two-looks';

interface Case {
  /** Facts that `surroundings.sh` reads. */
  readonly facts?: object;
  /** Changes of the second sample, 10 s later. */
  readonly second?: object;
  readonly kind?: string;
  readonly params?: object;
  readonly mount?: object;
  readonly argv?: readonly string[];
  readonly device?: string;
  readonly observations?: readonly Pick<RawObservation, 'metric' | 'host' | 'operation' | 'value'>[];
  /** Code and numbers. */
  readonly says?: readonly [string, string];
}

/** Facts of hosts, all on the same kind of machine unless they say otherwise. */
function makeHost(
  name: string,
  { facts = {}, second = {}, mount = {}, argv = [], device = '8:0' }: Case,
  status: object = {},
): HostRaw {
  const { status: own } = hostRaw('x', name, null, { argv, ...status });
  const raw = makeSampledHost(name, second, {}, { device, surroundings: facts });
  return { ...raw, status: own === null ? null : { ...own, mount: { ...own.mount, ...mount } } };
}

function listReasons(hosts: readonly HostRaw[], { kind = 'fio', params = {}, observations = [] }: Case = {}) {
  const all = observations.map((one) => ({ statistic: 'value', unit: 'us' as const, source: 'x', ...one }));
  return judgeSurroundings(hosts, kind, params, all);
}

function judge(hosts: readonly HostRaw[], one: Case = {}): readonly string[] {
  return listReasons(hosts, one).map(({ level, code, text }) => `${level} ${code}: ${text}`);
}

describe('judgeSurroundings (disks, caches, CPU and limits of hosts)', () => {
  it.each(cases.fires as [string, Case][])('notes %s', (_name, one) => {
    const [reason, ...others] = listReasons([makeHost('client-0', one)], one);
    expect(others).toEqual([]);
    const [code = '', numbers = ''] = one.says ?? [];
    expect(reason).toMatchObject({ level: 'note', code });
    expect(reason?.text).toBe(`client-0: ${reason?.why ?? ''}${numbers === '' ? '' : ` (${numbers})`}`);
    expect(reason?.why?.split(' ').length).toBeLessThanOrEqual(21);
  });

  it.each(cases.silent as [string, Case][])('returns no note on %s', (_name, one) => {
    expect(judge([makeHost('client-0', one)], one)).toEqual([]);
  });

  it('names one host and counts the others', () => {
    const limited = { facts: { ioLimits: { wbps: 1e6 } }, second: { disk: { ...DISK, write: 1e7, writes: 100 } } };
    const hosts = [makeHost('a', limited), makeHost('b', {}), makeHost('c', limited)];
    expect(judge(hosts)).toEqual([expect.stringMatching(/^note DeviceLimited: a: .* \(and 1 more of 3 hosts\)$/)]);
  });

  it('returns no note for files with missing or malformed surroundings', () => {
    const old = makeSampledHost('client-0', { disk: { ...DISK, write: 1e9, writes: 1e5 }, flushes: 0 });
    const other = makeSampledHost('client-0', {}, {}, { surroundings: { layers: 'thin' } });
    expect([judge([old]), judge([other])]).toEqual([[], []]);
  });

  it('notes a host that synced but left no counters (SurroundingsUnknown)', () => {
    const back = makeHost('client-0', { second: { disk: { ...DISK, read: -1 } } });
    const { status } = makeHost('client-1', {});
    const lost = { ...back, host: 'client-1', files: [], status: status && { ...status, facts: { synced: 'yes' } } };
    expect(judge([lost])).toEqual([
      expect.stringMatching(/^note SurroundingsUnknown: hosts left no counters .*client-1$/),
    ]);
    expect(judge([{ ...lost, status: status && { ...status, facts: {} } }])).toEqual([]);
  });

  it('shows each of its codes with the answer, or treats the values as lower bounds', () => {
    const codes = (cases.fires as [string, Case][]).map(([, { says }]) => says?.[0] ?? '');
    for (const code of [...codes, 'HostsUnlike', 'FewStorageTargets']) {
      const { showWithAnswer, lowerBound } = (TRIAL_REASONS as Readonly<Record<string, TrialReason>>)[code] ?? {};
      expect([code, showWithAnswer === true || lowerBound === true]).toEqual([code, true]);
    }
  });
});

const DISK = { read: 0, write: 0, reads: 0, writes: 0, elsewhere: 0 };

describe('hosts of one role (HostsUnlike)', () => {
  const makeHostWithCpus = (name: string, count: number, status: object = {}) => {
    const kernel = Array.from({ length: count }, () => 0);
    return { ...makeSampledHost(name, { kernel }, { kernel }), status: hostRaw('x', name, null, status).status };
  };

  it('reports a difference in CPUs, kernel or instance type', () => {
    const why = 'note HostsUnlike: hosts differ in';
    expect(judge([makeHostWithCpus('a', 2), makeHostWithCpus('b', 4), makeHostWithCpus('c', 2)])).toEqual([
      `${why} number of CPUs: a, c 2; b 4`,
    ]);
    expect(judge([makeHostWithCpus('a', 2, { kernel: '6.1' }), makeHostWithCpus('b', 2, { kernel: '5.10' })])).toEqual([
      `${why} kernel: a 6.1; b 5.10`,
    ]);
    const types = ['m6i.large', 'm7i.large'].map((instanceType) => makeHost(instanceType, { facts: { instanceType } }));
    expect(judge(types)).toEqual([`${why} instance type: m6i.large m6i.large; m7i.large m7i.large`]);
  });

  it('ignores equal hosts, other roles, and unknown values', () => {
    expect(judge([makeHostWithCpus('a', 2), makeHostWithCpus('b', 2)])).toEqual([]);
    expect(judge([makeHostWithCpus('a', 2), makeHostWithCpus('b', 4, { role: 'broker' })])).toEqual([]);
    expect(judge([makeHostWithCpus('a', 2), makeHost('b', { facts: { cpuModel: 'x' } })])).toEqual([]);
    expect(
      judge([
        { ...makeHostWithCpus('a', 2), status: null },
        { ...makeHostWithCpus('b', 4), status: null },
      ]),
    ).toEqual([]);
  });
});

describe('storage targets of Lustre (FewStorageTargets)', () => {
  const MIB = 1024 ** 2;
  /** Counters by target, as `lctl` prints them. */
  const formatCounters = (bytes: Readonly<Record<string, number>>) =>
    Object.entries(bytes)
      .map(([name, sum]) => {
        const lines = ['snapshot_time 1.2 secs.nsecs', 'req_waittime 9 samples [usecs] 1 9 81 900'];
        const moved = sum === 0 ? [] : [`write_bytes 5 samples [bytes] 4096 1048576 ${sum} 99`];
        return [`osc.${name}-osc-ffff8c.stats=`, ...lines, ...moved].join('\n');
      })
      .join('\n');
  const makeClient = (from: string, to: string): HostRaw => {
    const makeFile = (name: string, text: string) => ({ name, source: name, text: `llite.fs.stats=\n${text}\n` });
    return {
      ...hostRaw('x', 'c', null, {}),
      files: [makeFile('raw/lustre.from', from), makeFile('raw/lustre.to', to)],
    };
  };
  const makeTargets = (used: number, all: number, bytes = 100 * MIB, name = 'fs') =>
    Object.fromEntries(Array.from({ length: all }, (_, at) => [`${name}-OST000${at}`, at < used ? bytes : 0]));
  const listTexts = (...hosts: readonly HostRaw[]) => judgeSurroundings(hosts, 'ior', {}).map(({ text }) => text);

  it('notes files on 1 or 2 of 8 storage targets', () => {
    const before = { ...makeTargets(8, 8, 500 * MIB) };
    const after = Object.fromEntries(Object.entries(before).map(([name, sum], at) => [name, sum + (at < 1 ? 2e8 : 0)]));
    expect(listTexts(makeClient(formatCounters(before), formatCounters(after)))).toEqual([
      'files were on 1 of 8 storage targets',
    ]);
    const [one, two] = [makeTargets(0, 8), makeTargets(0, 8)];
    [one['fs-OST0000'], two['fs-OST0001']] = [1e9, 1e9];
    const both = [one, two].map((own) => makeClient(formatCounters(makeTargets(0, 8)), formatCounters(own)));
    expect(listTexts(...both)).toEqual(['files were on 2 of 8 storage targets']);
  });

  it('returns no note when files use 75% of the targets, another file system is idle, or few bytes moved', () => {
    const idle = makeTargets(0, 8, 0, 'other');
    expect(
      listTexts(makeClient(formatCounters(makeTargets(0, 8)), formatCounters({ ...makeTargets(6, 8), ...idle }))),
    ).toEqual([]);
    expect(listTexts(makeClient(formatCounters(makeTargets(0, 1)), formatCounters(makeTargets(1, 1))))).toEqual([]);
    expect(listTexts(makeClient(formatCounters(makeTargets(0, 8)), formatCounters(makeTargets(1, 8, MIB))))).toEqual(
      [],
    );
    expect(listTexts({ ...hostRaw('x', 'c', null, {}), files: [] })).toEqual([]);
    expect(listTexts(makeClient('', 'osc.'))).toEqual([]);
  });
});
