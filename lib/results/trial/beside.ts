/** What a machine did beside a trial, in a few figures: rows keep them whether or not they made a trial doubtful. */
import type { HostRaw } from '../../workloads/contract';
import type { Beside } from '../../shapes/verdict';
import { evidenceOf } from './evidence';
import { spentTogether } from './spent';

/** Of each figure that of the host that felt most of it; null where no host left evidence that can be read. */
export function besideOf(hosts: readonly HostRaw[]): Beside | null {
  const seen = evidenceOf(hosts);
  const all = spentTogether(seen).map(({ spent }) => spent);
  if (all.length === 0) return null;
  const clocks = seen.flatMap(({ clock }) => clock ?? []);
  return {
    othersCpu: most(all.map(({ cpu }) => cpu.others)),
    stolenCpu: most(all.map(({ cpu }) => cpu.stolen)),
    othersBytesPerSecond: most(all.map(({ disk, seconds }) => disk.others / seconds)),
    busyCpu: most(all.map(({ cpu }) => Math.max(0, 1 - cpu.idle - cpu.stolen))),
    ownCpu: most(all.map(({ cpu }) => cpu.own)),
    load: most(all.map(({ load }) => load)),
    availableMemory: Math.min(...all.map(({ memory }) => memory.available)),
    waited: {
      cpu: mostKnown(all.map(({ waited }) => waited)),
      io: mostKnown(all.map(({ stalled }) => stalled.io)),
      memory: mostKnown(all.map(({ stalled }) => stalled.memory)),
    },
    heldPackets: mostKnown(all.map(({ heldPackets }) => heldPackets)),
    clockAheadSeconds: clocks.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null,
  };
}

function most(values: readonly number[]): number {
  return Math.max(...values);
}

/** Of those that are known; null where none is. */
function mostKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : most(known);
}
