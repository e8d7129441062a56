import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { readEvidence } from '../../../lib/workloads/evidence';
import { judgeEvidence } from '../../../lib/results/trial/judge-evidence';
import { compareSamples, type CounterDeltas } from '../../../lib/results/trial/counter-deltas';
import { temporaryFolder } from '../../temporary';
import { isFioInstalled, FioHost } from '../fio/fio-host';
import { dataParams } from '../fio/recorded-outputs';

/** What others may take of the CPU time or the disk for a machine to count as quiet: half of what is judged. */
const QUIET = { cpu: 0.05, bytesPerSecond: 512 * 1024 };
const TRIES = 4;

let host: FioHost;
let disturbers: ChildProcess[];
beforeEach(() => {
  host = new FioHost();
  disturbers = [];
});
afterEach(() => {
  endDisturbers();
  host.remove();
});

/** Starts a shell text in a session of its own: one of the others. */
function disturb(text: string, ...words: readonly string[]): void {
  disturbers.push(spawn('bash', ['--norc', '-c', text, 'bash', ...words], { detached: true, stdio: 'ignore' }));
}

/** Ends them all: each has a process group of its own, so that nothing of it stays. */
function endDisturbers(): void {
  for (const { pid, exitCode } of disturbers.splice(0)) {
    if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
  }
}

/** Eight jobs that ask for all they can get. */
const HARD = { numjobs: 8, iodepth: 8, size: '4 MiB', ramp_time: '200ms', runtime: '1500ms' } as const;
/** One that asks for little. */
const GENTLE = { ...HARD, numjobs: 1, iodepth: 1 };

function measureLoad(params: Parameters<typeof dataParams>[0]): { codes: string[]; spent: CounterDeltas } {
  const cell = dataParams(params);
  expect(host.run('fill', cell).code).toBe(0);
  const { code, raw } = host.run('measure', cell);
  expect(code).toBe(0);
  const [seen] = compareSamples(readEvidence([raw]));
  if (seen === undefined) throw new Error('the host left no evidence');
  return { codes: judgeEvidence([raw]).map((reason) => reason.code), spent: seen.deltas };
}

const describeWithFio = isFioInstalled() ? describe : describe.skip;

describeWithFio('evidence of a host that runs fio', () => {
  it('reports neither HostBusy nor DeviceShared for its own load', () => {
    const noisy: CounterDeltas[] = [];
    for (let number = 0; number < TRIES; number++) {
      const { codes, spent } = measureLoad(HARD);
      const own = codes.filter((code) => code === 'HostBusy' || code === 'DeviceShared');
      if (own.length === 0) return;
      noisy.push(spent);
    }
    // Other tests and other people may be busy here all the time: then fio alone explains far less than was seen.
    const least = Math.min(...noisy.map(({ cpu }) => cpu.others));
    const rate = Math.min(...noisy.map(({ disk, seconds }) => disk.others / seconds));
    const { spent } = measureLoad(GENTLE);
    process.stderr.write(`this machine is busy: others took ${least} of its CPU time, ${rate} B/s of its disk\n`);
    expect(spent.cpu.others > QUIET.cpu || spent.disk.others / spent.seconds > QUIET.bytesPerSecond).toBe(true);
  });

  it('reports HostBusy when other processes use its CPUs', () => {
    for (let number = 0; number < availableParallelism() * 2; number++) disturb('while :; do :; done');
    expect(measureLoad(GENTLE).codes).toContain('HostBusy');
  });

  it('reports DeviceShared when another process writes to its disk', () => {
    const dd = 'while :; do dd if=/dev/zero of="$1/file" bs=1M count=64 oflag=direct conv=notrunc || exit; done';
    disturb(dd, temporaryFolder('fsxbench-disturber-'));
    const { codes, spent } = measureLoad(GENTLE);
    // Nothing but a disk of its own can be shared: not memory, the network, or a layer over something else.
    if (spent.disk.own === 0) process.stderr.write('no disk holds the folder for temporary files here: not tried\n');
    expect(codes.includes('DeviceShared')).toBe(spent.disk.own > 0);
  });
});
