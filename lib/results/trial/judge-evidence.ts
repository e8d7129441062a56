/**
 * Whether a machine did anything else that a measurement may have felt. What the workload asks of the machine itself is
 * no reason: others count by what they did, beside and on top of all that the hosts of this machine did.
 */
import type { HostRaw } from '../../workloads/contract';
import { groupBy } from '../../shapes/group';
import type { Reason } from '../../shapes/verdict';
import { formatValue } from '../format';
import { evidenceOf } from './evidence';
import { type Spent, spentBy } from './spent';

/**
 * Others took CPU time that the workload would have used: a tenth of it all, while less than a tenth was left idle.
 * A busy program beside idle CPUs takes nothing away. Repeats on a quiet machine differ by some per cent; a tenth is
 * more.
 */
const OTHERS_CPU = 0.1;
const IDLE_CPU = 0.1;
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
 * Memory that can still be had, of all: below a twentieth the kernel looks for pages all the time. What the page cache
 * holds can be had, so that a workload that fills it is not meant. Pages read back from swap, bytes a second: something
 * was taken away that was needed.
 */
const AVAILABLE = 0.05;
const SWAPPED_RATE = 1024 ** 2;
/** Time in which processes were held back, of the window: as much as one CPU in twenty. */
const THROTTLED = 0.05;

type Judged = { readonly code: string; readonly how: number; readonly text: string };

/** Reasons that come from what the machines of the hosts did beside the trial: one a code, of the worst host. */
export function evidenceReasons(hosts: readonly HostRaw[]): readonly Reason[] {
  const seen = evidenceOf(hosts);
  const machines = groupBy(seen, ({ host, machine }) => (machine === '' ? `alone ${host}` : machine));
  const found = [...machines.values()].flatMap((together) =>
    spentBy(together).flatMap(({ host, spent }) => judged(spent).map((one) => ({ ...one, host }))),
  );
  return [...groupBy(found, ({ code }) => code)].map(([code, all]) => {
    const [worst] = all.toSorted((a, b) => b.how - a.how);
    const more = all.length === 1 ? '' : ` (and ${all.length - 1} more of ${seen.length} hosts)`;
    return { level: 'suspect', code, text: `${worst?.host ?? ''}: ${worst?.text ?? ''}${more}` };
  });
}

function judged(spent: Spent): readonly Judged[] {
  return [busy(spent), stolen(spent), shared(spent), pressed(spent), throttled(spent)].filter((one) => one !== null);
}

function busy({ cpu }: Spent): Judged | null {
  if (cpu.others < OTHERS_CPU || cpu.idle >= IDLE_CPU) return null;
  const text = `other processes took ${percent(cpu.others)} of the CPU time, and ${percent(cpu.idle)} was left idle`;
  return { code: 'HostBusy', how: cpu.others, text };
}

function stolen({ cpu }: Spent): Judged | null {
  const wanted = 1 - cpu.idle;
  if (cpu.stolen < STOLEN_OF_ALL || cpu.stolen < STOLEN_OF_WANTED * wanted) return null;
  const part = percent(cpu.stolen / wanted);
  return { code: 'CpuStolen', how: cpu.stolen, text: `the hypervisor gave ${part} of the wanted CPU time to others` };
}

function shared({ disk, seconds }: Spent): Judged | null {
  const rate = disk.others / seconds;
  if (rate < OTHERS_RATE || disk.others < OTHERS_BYTES * disk.own) return null;
  const text = `others moved ${bytes(rate)} on the disk, beside ${bytes(disk.own / seconds)} of the hosts`;
  return { code: 'DeviceShared', how: rate, text };
}

function pressed({ memory, seconds }: Spent): Judged | null {
  const swapped = memory.swappedIn / seconds;
  const code = 'MemoryPressure';
  if (memory.killed > 0)
    return { code, how: 2, text: `the kernel ended ${memory.killed} processes for want of memory` };
  if (swapped >= SWAPPED_RATE) return { code, how: 1, text: `${bytes(swapped)} were read back from swap` };
  if (memory.available >= AVAILABLE) return null;
  const text = `${percent(memory.available)} of the memory could still be had`;
  return { code, how: 1 - memory.available, text };
}

function throttled({ held, heated }: Spent): Judged | null {
  const code = 'Throttled';
  if (held >= THROTTLED && held >= heated) {
    return { code, how: held, text: `a limit on CPU time held processes back for ${percent(held)} of the window` };
  }
  if (heated < THROTTLED) return null;
  return { code, how: heated, text: `heat slowed the CPUs down for ${percent(heated)} of the window` };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function bytes(rate: number): string {
  return formatValue(rate, 'bytes/s');
}
