/**
 * Whether a machine did anything else that a measurement may have felt. What the workload asks of the machine itself is
 * no reason: others count by what they did, beside and on top of all that the hosts of this machine did.
 */
import type { HostRaw } from '../../workloads/contract';
import { groupBy } from '../../shapes/collections';
import type { Reason } from '../../shapes/verdict';
import { formatValue } from '../format';
import { readEvidence } from './evidence';
import { type CounterDeltas, computeDeltas } from './counter-deltas';

/**
 * Others took a tenth of the CPU time or more, and something had to wait for it: less than a tenth was left idle, or
 * something waited for a fifth of the time (`pressure/cpu`, some). Idle time alone proves nothing: a job of one thread
 * can use no more than one CPU of it, and waits where the scheduler puts others beside it. What jobs of a host wait for
 * each other is no reason without the others' tenth.
 *
 * Where the fifth comes from: 24 trials of `local-disk` on two CPUs. In 14 something waited for 6–18 % of the time; in
 * one for 24 %, others took 33 %, 21 % was idle, and its p99 was 122 µs beside replicates of 44–49 µs; in nine, where
 * nearly nothing was idle, for 41 % and more. And 160 trials of fio, randread 4k on two CPUs, in which nobody, other
 * work of the machine, and one or two planted programs that never sleep were beside it (2026-11-22). Alone, one thread
 * waited for 10–13 % (p99 96–106 µs), eight threads for 26 %: a host's own jobs can reach the fifth, hence the tenth.
 * Others that took 35 % while 47 % was idle: 16 %, p99 112 µs. Others that took 40 % and more, for 37 % of the time
 * and more, p99 up to 3.5 ms; in two of the first sixty 11 and 14 % were idle all the same.
 */
export const OTHERS_CPU = 0.1;
const IDLE_CPU = 0.1;
const WAITED_SHARE = 0.2;
/** Where the kernel does not count waiting: less than half a CPU was left idle, so that a thread finds hardly any. */
const IDLE_CPUS = 0.5;
/** CPU time that the hypervisor gave to others, of what was wanted, and of all: below, it is rounding of ticks. */
const STOLEN_OF_WANTED = 0.05;
const STOLEN_OF_ALL = 0.01;
/**
 * Bytes of others on the disk, of those of the hosts, and a second: what a quiet system writes by itself (logs, what a
 * file system commits every five seconds) stays far below 1 MiB/s.
 */
const OTHERS_BYTES = 0.05;
const OTHERS_RATE = 1024 ** 2;
/**
 * Operations of others, of all on the disk, and a second: a program that flushes small writes moves few bytes. A quiet
 * system commits every five seconds, and writes its logs in a few operations.
 */
const OTHERS_OPERATIONS = 0.05;
const OTHERS_OPERATIONS_RATE = 100;
/**
 * Memory that can still be had, of all: below a twentieth the kernel looks for pages all the time. What the page cache
 * holds can be had, so that a workload that fills it is not meant. Pages read back from swap, bytes a second: something
 * was taken away that was needed.
 */
const AVAILABLE_SHARE = 0.05;
const SWAPPED_RATE = 1024 ** 2;
/** Periods of a limit at whose end something was held back, of all; time in which heat slowed CPUs, of the window. */
const THROTTLED_SHARE = 0.05;

/** Share of the window, and seconds, by which a clock may be set: two looks take some hundredths of a second. */
const CLOCK_STEP = { share: 0.01, least: 0.1 };

type EvidenceFinding = {
  readonly code: string;
  readonly how: number;
  readonly text: string;
  /** A caveat: the trial counts. */
  readonly note?: true;
};

/** Reasons that come from what the machines of the hosts did beside the trial: one a code, of the worst host. */
export function judgeEvidence(hosts: readonly HostRaw[]): readonly Reason[] {
  const seen = readEvidence(hosts);
  const found = computeDeltas(seen).flatMap(({ host, spent }) => listFindings(spent).map((one) => ({ ...one, host })));
  return [...groupBy(found, ({ code }) => code)].map(([code, all]) => {
    const [worst] = all.toSorted((a, b) => b.how - a.how);
    const more = all.length === 1 ? '' : ` (and ${all.length - 1} more of ${seen.length} hosts)`;
    return {
      level: worst?.note === true ? 'note' : 'suspect',
      code,
      text: `${worst?.host ?? ''}: ${worst?.text ?? ''}${more}`,
    };
  });
}

function listFindings(spent: CounterDeltas): readonly EvidenceFinding[] {
  const all = [
    checkBusyCpu(spent),
    checkStolenCpu(spent),
    checkSharedDisk(spent),
    checkMemory(spent),
    checkThrottling(spent),
    checkNetwork(spent),
    checkClockStep(spent),
  ];
  return all.filter((one) => one !== null);
}

function checkBusyCpu({ cpu, cpus, waited }: CounterDeltas): EvidenceFinding | null {
  if (cpu.others < OTHERS_CPU) return null;
  const pressed = waited === null ? cpu.idle * cpus < IDLE_CPUS : waited >= WAITED_SHARE;
  if (cpu.idle >= IDLE_CPU && !pressed) return null;
  const some =
    waited === null ? '' : `; for ${formatPercent(Math.min(1, waited))} of the time something waited for a CPU`;
  const left = `${formatPercent(cpu.idle)} was left idle`;
  const text = `other processes took ${formatPercent(cpu.others)} of the CPU time, and ${left}${some}`;
  return { code: 'HostBusy', how: cpu.others, text };
}

function checkStolenCpu({ cpu }: CounterDeltas): EvidenceFinding | null {
  const wanted = 1 - cpu.idle;
  if (cpu.stolen < STOLEN_OF_ALL || cpu.stolen < STOLEN_OF_WANTED * wanted) return null;
  const part = formatPercent(cpu.stolen / wanted);
  return { code: 'CpuStolen', how: cpu.stolen, text: `the hypervisor gave ${part} of the wanted CPU time to others` };
}

function checkSharedDisk({ disk, seconds }: CounterDeltas): EvidenceFinding | null {
  const code = 'DeviceShared';
  const rate = disk.others / seconds;
  if (rate >= OTHERS_RATE && disk.others >= OTHERS_BYTES * disk.own) {
    const own = formatByteRate(disk.own / seconds);
    const text = `others moved ${formatByteRate(rate)} on the disk, beside ${own} of the hosts`;
    return { code, how: rate, text };
  }
  const operations = disk.othersOperations / seconds;
  if (operations < OTHERS_OPERATIONS_RATE || disk.othersOperations < OTHERS_OPERATIONS * disk.operations) return null;
  const own = formatValue((disk.operations - disk.othersOperations) / seconds, 'ops/s');
  const text = `others made ${formatValue(operations, 'ops/s')} on the disk, beside ${own} of the hosts`;
  return { code, how: operations, text };
}

function checkMemory({ memory, seconds }: CounterDeltas): EvidenceFinding | null {
  const swapped = memory.swappedIn / seconds;
  const code = 'MemoryPressure';
  if (memory.killed > 0)
    return { code, how: 2, text: `the kernel ended ${memory.killed} processes for want of memory` };
  if (swapped >= SWAPPED_RATE) return { code, how: 1, text: `${formatByteRate(swapped)} were read back from swap` };
  if (memory.available >= AVAILABLE_SHARE) return null;
  const text = `${formatPercent(memory.available)} of the memory could still be had`;
  return { code, how: 1 - memory.available, text };
}

function checkThrottling({ throttledShare: held, heatedShare: heated }: CounterDeltas): EvidenceFinding | null {
  const code = 'Throttled';
  if (held >= THROTTLED_SHARE && held >= heated) {
    return {
      code,
      how: held,
      text: `a limit on CPU time held processes back in ${formatPercent(held)} of its periods`,
    };
  }
  if (heated < THROTTLED_SHARE) return null;
  return { code, how: heated, text: `heat slowed the CPUs down for ${formatPercent(heated)} of the window` };
}

/** What the instance type allows was reached: as with a busy client, the storage may give more. */
function checkNetwork({ heldPackets, seconds }: CounterDeltas): EvidenceFinding | null {
  if (heldPackets === null || heldPackets === 0) return null;
  const text =
    `the network of the instance was at an allowance of its type (${heldPackets} packets were held back in ` +
    `${seconds.toFixed(0)} s): the storage may give more than was measured`;
  return { code: 'NetworkBound', how: heldPackets, text, note: true };
}

/** Tools tell times by either clock: the one that was set, or the one that cannot be. */
function checkClockStep({ clockSet, seconds }: CounterDeltas): EvidenceFinding | null {
  const by = Math.abs(clockSet ?? 0);
  if (clockSet === null || by <= Math.max(CLOCK_STEP.least, CLOCK_STEP.share * seconds)) return null;
  const way = clockSet > 0 ? 'forward' : 'back';
  const text = `the clock was set ${way} by ${by.toFixed(1)} s within ${seconds.toFixed(1)} s that were measured`;
  return { code: 'ClockStepped', how: by, text };
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function formatByteRate(rate: number): string {
  return formatValue(rate, 'bytes/s');
}
