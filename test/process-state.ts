/** States and CPU time of processes. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Five minutes at least: on a busy machine, too, only what hangs takes longer. */
const ROUNDS = 30_000;

/** Waits until it holds. @returns whether it does */
export async function until(condition: () => boolean): Promise<boolean> {
  for (let round = 0; !condition() && round < ROUNDS; round++) await sleep(10);
  return condition();
}

/** Whether a process is alive. A zombie is not. */
export function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // It may end at any time.
    return false;
  }
}

/** Unlike the time that passes, it does not depend on other processes. */
export function measureCpuSeconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
