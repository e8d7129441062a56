import type { HostRaw } from '../../../lib/workloads/contract';
import { EVIDENCE_FILE, type EvidenceSample } from '../../../lib/workloads/evidence';
import { judgeEvidence } from '../../../lib/results/trial/judge-evidence';
import cases from './judge-evidence.cases.json';
import { makeSampledHost } from './two-looks';

const NOTHING = { user: 0, system: 0, read: 0, write: 0 };
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const SECONDS = 10;

type Change = Partial<Omit<EvidenceSample, 'own' | 'others' | 'disk' | 'memory' | 'cpu' | 'stalled' | 'limits'>> & {
  /** Microseconds in which something waited for a CPU; the kernel does not count them where absent. */
  readonly waited?: number;
  /** Periods of each limit in which something was held back, of a hundred. */
  readonly held?: readonly number[];
  readonly own?: Partial<EvidenceSample['own']>;
  readonly others?: Partial<EvidenceSample['own']>;
  readonly disk?: Partial<EvidenceSample['disk']>;
  readonly memory?: Partial<EvidenceSample['memory']>;
  /** Ticks in ten seconds of two CPUs: what is left of 2000 is idle. */
  readonly cpu?: { readonly user?: number; readonly system?: number; readonly steal?: number };
};

/** A host that looked twice, ten seconds apart, on a machine with two CPUs and 8 GiB. */
function makeHost(name: string, change: Change, machine = 'here', device = '8:0'): HostRaw {
  const base: EvidenceSample = {
    at: 1_000,
    uptime: null,
    kernel: null,
    cpu: [500, 0, 500, 90_000, 10, 0, 0, 3],
    load: 1,
    running: 1,
    own: NOTHING,
    others: { user: 70_000, system: 9_000, read: 5 * GIB, write: GIB },
    hidden: 0,
    disk: { read: 70 * GIB, write: 50 * GIB, reads: 7_000_000, writes: 5_000_000, elsewhere: 9 * GIB },
    memory: { total: 8 * GIB, available: 6 * GIB, swappedIn: GIB, killed: 3 },
    stalled: { cpu: null, io: null, memory: null },
    limits: [
      { periods: 900, held: 10 },
      { periods: 90_000, held: 80_000 },
    ],
    thermalMs: 70_000,
    network: null,
    traffic: null,
    nfs: null,
  };
  const { cpu = {}, own, others, disk, memory, waited, held = [], ...more } = change;
  const { user = 0, system = 0, steal = 0 } = cpu;
  const add = <T extends Record<string, number>>(to: T, by: Partial<T> = {}): T =>
    Object.fromEntries(Object.entries(to).map(([key, value]) => [key, value + (by[key] ?? 0)])) as T;
  const stalled = { cpu: waited === undefined ? null : 5_000_000, io: null, memory: null };
  const to: EvidenceSample = {
    ...base,
    stalled: { ...stalled, cpu: waited === undefined ? null : 5_000_000 + waited },
    at: base.at + SECONDS,
    cpu: base.cpu.map(
      (value, index) => value + ([user, 0, system, 2000 - user - system - steal, 0, 0, 0, steal][index] ?? 0),
    ),
    own: add(base.own, own),
    others: add(base.others, others),
    disk: add(base.disk, disk),
    memory: add(base.memory, memory),
    limits: base.limits.map((one, index) => ({ periods: one.periods + 100, held: one.held + (held[index] ?? 0) })),
    thermalMs: base.thermalMs + (more.thermalMs ?? 0),
    network: more.network ?? null,
  };
  const text = JSON.stringify({ version: 1, machine, device, samples: [{ ...base, stalled }, to] });
  return { host: name, command: 'measure', status: null, files: [{ name: EVIDENCE_FILE, source: 's', text }] };
}

/** Rows with their sizes, `-5 GiB` and `0.25 MiB`, in bytes. */
const parseSizes = (rows: unknown): unknown =>
  JSON.parse(JSON.stringify(rows), (_, value: unknown) => {
    const [, amount, unit] = /^(-?[\d.]+) ([GM])iB$/.exec(String(value)) ?? [];
    return amount === undefined ? value : Number(amount) * (unit === 'G' ? GIB : MIB);
  });

const listCodes = (...hosts: readonly HostRaw[]) => judgeEvidence(hosts).map(({ code }) => code);

it('notes NetworkBound when the instance exceeded its network allowance', () => {
  expect(judgeEvidence([makeHost('a', { network: null })])).toEqual([]);
  const makeDelayedHost = (packets: number): HostRaw => {
    const one = makeHost('a', { network: 5 + packets });
    const files = one.files.map((file) => ({ ...file, text: file.text.replace('"network":null', '"network":5') }));
    return { ...one, files };
  };
  expect(judgeEvidence([makeDelayedHost(0)])).toEqual([]);
  expect(judgeEvidence([makeDelayedHost(12)])).toEqual([
    {
      level: 'note',
      code: 'NetworkBound',
      text:
        'a: the instance reached a network allowance of its type (12 packets held back in 10 s): the storage may be ' +
        'faster than measured',
    },
  ]);
});

describe('judgeEvidence of a machine without interfering load', () => {
  it.each(parseSizes(cases.none) as [string, Change][])('returns no reason for %s', (_what, change) => {
    expect(listCodes(makeHost('client-0', change))).toEqual([]);
  });

  it('ignores load of another host on the same machine', () => {
    const half = { user: 300, system: 680, read: GIB, write: GIB };
    const change = {
      cpu: { user: 610, system: 1390 },
      own: half,
      others: half,
      disk: { read: 2 * GIB, write: 2 * GIB },
    };
    expect(listCodes(makeHost('client-0', change), makeHost('client-1', change))).toEqual([]);
    expect(listCodes(makeHost('client-0', change, 'a'), makeHost('client-1', change, 'b'))).toEqual([
      'HostBusy',
      'DeviceShared',
    ]);
  });

  it('ignores reads of another disk when hosts read 512 bytes at a time', () => {
    const small = { others: { read: 500 * MIB }, own: { read: 20_480 * 512 } };
    const readBlocks = (reads: number) => makeHost('client-0', { ...small, disk: { read: reads * 512, reads } });
    expect(listCodes(readBlocks(20_480))).toEqual([]);
    expect(listCodes(readBlocks(40_960))).toEqual(['DeviceShared']);
  });

  it('ignores load of servers of the workload on the same machine', () => {
    const busy = {
      cpu: { user: 610, system: 1390 },
      others: { user: 900, system: 900, read: 2 * GIB },
      disk: { read: 2 * GIB },
    };
    const hosts = [makeHost('broker-0', busy, 'a'), makeHost('worker-0', busy, 'a')];
    expect(judgeEvidence(hosts, new Set(['broker-0']))).toEqual([]);
    expect(listCodes(...hosts)).toEqual(['HostBusy', 'DeviceShared']);
    const apart = [makeHost('broker-0', busy, 'a'), makeHost('worker-0', busy, 'b')];
    expect(judgeEvidence(apart, new Set(['broker-0'])).map(({ text }) => text.split(':')[0])).toEqual([
      'worker-0',
      'worker-0',
    ]);
  });

  it('returns no reason for unreadable or inconsistent samples', () => {
    const files = (text: string) => [{ name: EVIDENCE_FILE, source: 's', text }];
    const makeRaw = (text: string): HostRaw => ({ host: 'a', command: 'm', status: null, files: files(text) });
    expect(
      listCodes(makeRaw(''), makeRaw('{'), makeRaw('{"version":2}'), makeRaw('null'), { ...makeRaw(''), files: [] }),
    ).toEqual([]);
    expect(listCodes(makeHost('client-0', { cpu: { user: -2000, system: 4000, steal: 0 } }))).toEqual([]);
  });
});

describe('judgeEvidence of a machine with interfering load', () => {
  it.each(parseSizes(cases.doubts) as [string, Change, string][])(
    'returns a suspect reason: %s',
    (what, change, text) => {
      const [code] = what.split(',');
      expect(judgeEvidence([makeHost('client-0', change)])).toEqual([{ level: 'suspect', code, text }]);
    },
  );

  it('reports CpuStolen once, with the host that had most of it', () => {
    const hosts = [100, 300, 50, 0].map((user, index) =>
      makeHost(`client-${index}`, { cpu: { user: 1000, system: 700, steal: user }, own: { user: 1000 } }, `m${index}`),
    );
    const text = 'client-1: the hypervisor withheld 15% of the requested CPU time (and 1 more of 4 hosts)';
    expect(judgeEvidence(hosts)).toEqual([{ level: 'suspect', code: 'CpuStolen', text }]);
  });
});

describe('a clock that is set during the measurement (ClockStepped)', () => {
  const listTexts = (...hosts: HostRaw[]) =>
    judgeEvidence(hosts).map(({ level, code, text }) => `${level} ${code}: ${text}`);
  const IDLE = { cpu: [400, 0, 600, 1000, 0, 0, 0, 0] };
  /** Ten seconds by the uptime. */
  const makeClockHost = (name: string, at: number) =>
    makeSampledHost(name, { ...IDLE, at: 100 + at, uptime: 60 }, { uptime: 50 });

  it('is detected forward and back, also by more than the measurement took', () => {
    expect(listTexts(makeClockHost('client-0', 13))).toEqual([
      'suspect ClockStepped: client-0: the clock was set forward by 3.0 s during a measurement of 10.0 s',
    ]);
    expect(listTexts(makeClockHost('client-0', 13), makeClockHost('client-1', -3600))).toEqual([
      'suspect ClockStepped: client-1: the clock was set back by 3610.0 s during a measurement of 10.0 s (and 1 ' +
        'more of 2 hosts)',
    ]);
  });

  it('is not reported for a difference of 0.09 s, or when the uptime is unknown', () => {
    expect(listTexts(makeClockHost('client-0', 10.09), makeClockHost('client-1', 9.91))).toEqual([]);
    expect(listTexts(makeSampledHost('client-0', { ...IDLE, at: 113 }))).toEqual([]);
  });
});
