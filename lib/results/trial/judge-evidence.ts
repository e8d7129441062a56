/** Whether activity beyond all hosts of the machine may have disturbed a measurement. The workload is no reason. */
import type { HostRaw } from '../../workloads/contract';
import { groupBy } from '../../shapes/collections';
import type { Reason } from '../../shapes/verdict';
import { formatValue } from '../format';
import { type HostEvidence, readEvidence } from '../../workloads/evidence';
import { type CounterDeltas, computeDeltas } from './counter-deltas';

/**
 * HostBusy: other processes used 10% of the CPU time or more, and CPU was scarce: less than 10% idle, or a task
 * waited for 20% of the time (`pressure/cpu`, some). Much idle time proves nothing: a job with one thread uses one
 * CPU, and waits if the scheduler runs other processes there. Waiting alone proves nothing either, as jobs of a host
 * wait for each other.
 *
 * The 20% comes from 184 trials of fio on two CPUs. Alone, tasks waited for 6–18% (with eight threads 26%, which is
 * why other processes must also use 10%). Next to processes with 35% they waited for 16% (p99 112 µs, alone
 * 96–106 µs), from 40% on for 37% or more (p99 up to 3.5 ms).
 */
export const BACKGROUND_CPU_LIMIT = 0.1;
const IDLE_CPU_SHARE = 0.1;
const CPU_WAIT_SHARE = 0.2;
/** For kernels without wait counters: with less idle time than half a CPU, threads hardly find a free CPU. */
const IDLE_CPU_COUNT = 0.5;
/** Shares of CPU time that the hypervisor withheld, of requested and of all CPU time; less is rounding of ticks. */
const STOLEN_SHARE_OF_REQUESTED = 0.05;
const STOLEN_SHARE_OF_ALL = 0.01;
/** Bytes of other processes on the disk: ratio to hosts, and per second. Idle systems write far less than 1 MiB/s. */
const BACKGROUND_BYTES_RATIO = 0.05;
const BACKGROUND_BYTES_PER_SECOND = 1024 ** 2;
/** Operations of other processes: share, and per second. Flushes move few bytes; an idle system commits every 5 s. */
const BACKGROUND_IO_SHARE = 0.05;
const BACKGROUND_IOPS = 100;
/**
 * Share of memory that is available: below 5%, the kernel constantly reclaims pages. Page cache counts as available,
 * so workloads may fill it. Bytes per second read back from swap: the system ran short of memory that processes needed.
 */
const AVAILABLE_SHARE = 0.05;
const SWAPPED_RATE = 1024 ** 2;
/** Share of periods throttled by a CPU limit, and share of the window throttled by heat. */
const THROTTLED_SHARE = 0.05;

/** Tolerated clock step: share of the window, and seconds, as taking two samples needs some hundredths of a second. */
const CLOCK_STEP = { share: 0.01, least: 0.1 };

type EvidenceFinding = {
  readonly code: string;
  readonly how: number;
  readonly text: string;
  /** A warning only: the trial still counts. */
  readonly note?: true;
};

/** Reasons that blame other processes. */
const OTHER_PROCESSES = ['HostBusy', 'DeviceShared'];

/**
 * Reasons from background activity on the hosts' machines: one per code, for the worst host.
 * @param servers hosts with services of the workload, which count as other processes on their machines
 */
export function judgeEvidence(hosts: readonly HostRaw[], servers: ReadonlySet<string> = new Set()): readonly Reason[] {
  const seen = readEvidence(hosts);
  const serving = new Set(seen.flatMap(({ host, machine }) => (servers.has(host) ? [machine || host] : [])));
  const isOwn = ({ host, machine }: HostEvidence): boolean => serving.has(machine || host);
  const own = new Set(seen.filter(isOwn).map(({ host }) => host));
  const found = computeDeltas(seen).flatMap(({ host, deltas }) =>
    listFindings(deltas)
      .filter(({ code }) => !own.has(host) || !OTHER_PROCESSES.includes(code))
      .map((one) => ({ ...one, host })),
  );
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

function listFindings(deltas: CounterDeltas): readonly EvidenceFinding[] {
  const all = [
    checkBusyCpu(deltas),
    checkStolenCpu(deltas),
    checkSharedDisk(deltas),
    checkMemory(deltas),
    checkThrottling(deltas),
    checkNetwork(deltas),
    checkClockStep(deltas),
  ];
  return all.filter((one) => one !== null);
}

function checkBusyCpu({ cpu, cpus, waited }: CounterDeltas): EvidenceFinding | null {
  if (cpu.others < BACKGROUND_CPU_LIMIT) return null;
  const pressed = waited === null ? cpu.idle * cpus < IDLE_CPU_COUNT : waited >= CPU_WAIT_SHARE;
  if (cpu.idle >= IDLE_CPU_SHARE && !pressed) return null;
  const waits = waited === null ? '' : `; tasks waited for a CPU ${formatPercent(Math.min(1, waited))} of the time`;
  const used = `${formatPercent(cpu.others)} of the CPU time (limit ${BACKGROUND_CPU_LIMIT * 100}%)`;
  const text = `other processes used ${used}, and ${formatPercent(cpu.idle)} was idle${waits}`;
  return { code: 'HostBusy', how: cpu.others, text };
}

function checkStolenCpu({ cpu }: CounterDeltas): EvidenceFinding | null {
  const wanted = 1 - cpu.idle;
  if (cpu.stolen < STOLEN_SHARE_OF_ALL || cpu.stolen < STOLEN_SHARE_OF_REQUESTED * wanted) return null;
  const part = formatPercent(cpu.stolen / wanted);
  return { code: 'CpuStolen', how: cpu.stolen, text: `the hypervisor withheld ${part} of the requested CPU time` };
}

function checkSharedDisk({ disk, seconds }: CounterDeltas): EvidenceFinding | null {
  const code = 'DeviceShared';
  const rate = disk.others / seconds;
  if (rate >= BACKGROUND_BYTES_PER_SECOND && disk.others >= BACKGROUND_BYTES_RATIO * disk.own) {
    const own = formatByteRate(disk.own / seconds);
    const text = `other processes moved ${formatByteRate(rate)} on the disk, the hosts ${own}`;
    return { code, how: rate, text };
  }
  const operations = disk.othersOperations / seconds;
  if (operations < BACKGROUND_IOPS || disk.othersOperations < BACKGROUND_IO_SHARE * disk.operations) return null;
  const own = formatValue((disk.operations - disk.othersOperations) / seconds, 'ops/s');
  const text = `other processes made ${formatValue(operations, 'ops/s')} on the disk, the hosts ${own}`;
  return { code, how: operations, text };
}

function checkMemory({ memory, seconds }: CounterDeltas): EvidenceFinding | null {
  const swapped = memory.swappedIn / seconds;
  const code = 'MemoryPressure';
  if (memory.killed > 0)
    return { code, how: 2, text: `the kernel killed ${memory.killed} processes, as memory ran out` };
  if (swapped >= SWAPPED_RATE) return { code, how: 1, text: `${formatByteRate(swapped)} were read back from swap` };
  if (memory.available >= AVAILABLE_SHARE) return null;
  const text = `${formatPercent(memory.available)} of the memory was available (limit ${AVAILABLE_SHARE * 100}%)`;
  return { code, how: 1 - memory.available, text };
}

function checkThrottling({ throttledShare: held, heatedShare: heated }: CounterDeltas): EvidenceFinding | null {
  const code = 'Throttled';
  if (held >= THROTTLED_SHARE && held >= heated) {
    return {
      code,
      how: held,
      text: `a CPU limit throttled processes in ${formatPercent(held)} of its periods`,
    };
  }
  if (heated < THROTTLED_SHARE) return null;
  return { code, how: heated, text: `heat throttled the CPUs for ${formatPercent(heated)} of the window` };
}

/** A reached network allowance is like a client limit: the storage may be faster. */
function checkNetwork({ delayedPackets, seconds }: CounterDeltas): EvidenceFinding | null {
  if (delayedPackets === null || delayedPackets === 0) return null;
  const text =
    `the instance reached a network allowance of its type (${delayedPackets} packets held back in ` +
    `${seconds.toFixed(0)} s): the storage may be faster than measured`;
  return { code: 'NetworkBound', how: delayedPackets, text, note: true };
}

/** Some tools use the wall clock, which can be set, other tools the monotonic clock. */
function checkClockStep({ clockSet, seconds }: CounterDeltas): EvidenceFinding | null {
  const by = Math.abs(clockSet ?? 0);
  if (clockSet === null || by <= Math.max(CLOCK_STEP.least, CLOCK_STEP.share * seconds)) return null;
  const way = clockSet > 0 ? 'forward' : 'back';
  const text = `the clock was set ${way} by ${by.toFixed(1)} s during a measurement of ${seconds.toFixed(1)} s`;
  return { code: 'ClockStepped', how: by, text };
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;
}

function formatByteRate(rate: number): string {
  return formatValue(rate, 'bytes/s');
}
