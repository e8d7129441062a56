/** Waits for idle CPUs before the first trial: trials on a busy machine would not count (`HostBusy`). */
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { BACKGROUND_CPU_LIMIT } from '../../results/trial/judge-evidence';
import { EXIT, UserError } from '../../shapes/user-error';
import { type CpuTime, listCpuTimes } from '../../local/processes';

/** Minimum idle CPUs: with fewer, a single-threaded workload waits for other processes. */
const IDLE_CPUS = 1.2;
/** Processes that only end, such as a build, are gone after this many seconds. */
const OBSERVED_SECONDS = 10;
/** So many idle seconds in a row suffice. */
const IDLE_SECONDS = 3;
/** Seconds between two lines of progress. */
const REPORT_SECONDS = 30;

/** Reasons that exclude trials on a busy machine; on a virtual one, the hypervisor withholds the time. */
const LOAD = ['HostBusy', 'CpuStolen'];

/** The machine as seen from here; tests replace it. */
export interface CpuView {
  /** CPU time of all CPUs since boot, milliseconds. */
  readonly busyMs: () => number;
  readonly count: number;
  /** CPU time by process, for the name of the busiest one. */
  readonly processes: () => ReadonlyMap<number, CpuTime>;
  readonly pause: (ms: number) => Promise<unknown>;
}

const THIS_MACHINE: CpuView = {
  busyMs: () => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0),
  count: cpus().length,
  processes: listCpuTimes,
  pause,
};

interface IdleOptions {
  /** Accepted reasons. With `HostBusy` it returns at once. */
  readonly accepted: readonly string[];
  /** Whether to wait for idle CPUs as long as it takes. */
  readonly wait: boolean;
  readonly report: (line: string) => void;
}

/**
 * Half a second on an idle machine, ten seconds on a busy one.
 * @throws UserError `MachineBusy` if other processes use the CPUs all the time, unless `wait`
 */
export async function waitForIdleCpu({ accepted, wait, report }: IdleOptions, view = THIS_MACHINE): Promise<void> {
  if (accepted.includes('HostBusy') || isIdle(await measureShare(500, view), view)) return;
  report(`other processes use the CPU; measuring their use for ${OBSERVED_SECONDS} s`);
  const before = view.processes();
  const shares: number[] = [];
  for (let second = 1; ; second += 1) {
    shares.push(await measureShare(1000, view));
    const latest = shares.slice(-IDLE_SECONDS);
    if (latest.length === IDLE_SECONDS && latest.every((share) => isIdle(share, view))) return;
    const mean =
      shares.slice(-OBSERVED_SECONDS).reduce((sum, one) => sum + one, 0) / Math.min(second, OBSERVED_SECONDS);
    const used = `other processes use ${(mean * 100).toFixed(0)}% of the CPU`;
    if (second >= OBSERVED_SECONDS && !wait) {
      const codes = [...new Set([...accepted, ...LOAD])].join(',');
      throw new UserError(
        'MachineBusy',
        `${used}${nameBusiest(before, view.processes())}; trials would be excluded (${LOAD.join(', ')}). ` +
          `Stop them, wait until they end with --wait, or count such trials: --accept ${codes}.`,
        EXIT.refused,
      );
    }
    if (second % REPORT_SECONDS === OBSERVED_SECONDS) report(`waiting for idle CPUs: ${used}`);
  }
}

/** Share of the CPU time that was used, 0 to 1. */
async function measureShare(ms: number, { busyMs, count, pause: sleep }: CpuView): Promise<number> {
  const before = busyMs();
  await sleep(ms);
  return Math.min(1, (busyMs() - before) / ms / count);
}

function isIdle(share: number, { count }: CpuView): boolean {
  return share < BACKGROUND_CPU_LIMIT || (1 - share) * count >= IDLE_CPUS;
}

/** `, most of it java (process 812)`; empty if no visible process used half a second of CPU time. */
function nameBusiest(before: ReadonlyMap<number, CpuTime>, after: ReadonlyMap<number, CpuTime>): string {
  const used = [...after].map(([pid, { name, ms }]) => ({ pid, name, ms: ms - (before.get(pid)?.ms ?? 0) }));
  const [most] = used.toSorted((one, other) => other.ms - one.ms);
  return most === undefined || most.ms < 500 ? '' : `, most of it ${most.name} (process ${most.pid})`;
}
