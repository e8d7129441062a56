/** What a machine did beside a trial, in three figures: rows keep them whether or not they made a trial doubtful. */
import type { HostRaw } from '../../workloads/contract';
import type { Beside } from '../../shapes/verdict';
import { evidenceOf } from './evidence';
import { spentTogether } from './spent';

/** Of each figure that of the host that felt most of it; null where no host left evidence that can be read. */
export function besideOf(hosts: readonly HostRaw[]): Beside | null {
  const all = spentTogether(evidenceOf(hosts)).map(({ spent }) => spent);
  if (all.length === 0) return null;
  const most = (values: readonly number[]): number => Math.max(...values);
  return {
    othersCpu: most(all.map(({ cpu }) => cpu.others)),
    stolenCpu: most(all.map(({ cpu }) => cpu.stolen)),
    othersBytesPerSecond: most(all.map(({ disk, seconds }) => disk.others / seconds)),
  };
}
