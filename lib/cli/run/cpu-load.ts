/** What other processes take of the CPU of this machine before anything is measured: `/proc/stat`, proc(5). */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { OTHERS_CPU } from '../../results/trial/judge-evidence';

/** Long enough for fifty ticks of a CPU. Milliseconds. */
const WINDOW_MS = 500;
/** Where fewer CPUs are left idle, a load of one thread will wait beside other processes. */
const IDLE_CPUS = 1.2;

/** One look: ticks of 10 ms of all CPUs (user, nice, system, idle, iowait, irq, softirq, steal), and of this process. */
export interface CpuTicks {
  readonly all: readonly number[];
  readonly own: number;
}

/**
 * A line where other processes leave so little of the CPU that trials will be SUSPECT; empty else, and where that is
 * accepted or not known. Takes half a second.
 */
export async function warnOfCpuLoad(
  accepted: readonly string[],
  look: () => CpuTicks = lookAtCpu,
  ms = WINDOW_MS,
): Promise<string> {
  if (accepted.includes('HostBusy')) return '';
  try {
    const from = look();
    await pause(ms);
    const share = judgeLooks(from, look(), ms / 10);
    if (share === null) return '';
    return (
      `warning: other processes take ${(share * 100).toFixed(0)} % of the CPU; trials will probably not count ` +
      '(HostBusy). Stop them and start again, or count such trials with --accept HostBusy.\n'
    );
  } catch {
    return '';
  }
}

/** The share of other processes, 0–1; null where they leave enough. @param ticks of one CPU between the looks */
function judgeLooks(from: CpuTicks, to: CpuTicks, ticks: number): number | null {
  const spent = to.all.map((value, index) => value - (from.all[index] ?? 0));
  const all = spent.reduce((sum, value) => sum + value, 0);
  const [, , , idle = 0, iowait = 0, , , steal = 0] = spent;
  const share = (all - idle - iowait - steal - (to.own - from.own)) / all;
  return share >= OTHERS_CPU && (idle + iowait) / ticks < IDLE_CPUS ? share : null;
}

function lookAtCpu(): CpuTicks {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const { user, system } = process.cpuUsage();
  return { all: line.trim().split(/\s+/).slice(1, 9).map(Number), own: (user + system) / 10_000 };
}
