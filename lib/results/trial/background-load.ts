/** What a machine did beside a trial, in a few figures: rows keep them whether or not they made a trial doubtful. */
import type { HostRaw } from '../../workloads/contract';
import type { BackgroundLoad } from '../../shapes/verdict';
import { readEvidence } from './evidence';
import { computeDeltas } from './counter-deltas';

/** Of each figure that of the host that felt most of it; null where no host left evidence that can be read. */
export function computeBackground(hosts: readonly HostRaw[]): BackgroundLoad | null {
  const seen = readEvidence(hosts);
  const all = computeDeltas(seen).map(({ spent }) => spent);
  if (all.length === 0) return null;
  const clocks = seen.flatMap(({ clock }) => clock ?? []);
  return {
    othersCpu: findMax(all.map(({ cpu }) => cpu.others)),
    stolenCpu: findMax(all.map(({ cpu }) => cpu.stolen)),
    othersBytesPerSecond: findMax(all.map(({ disk, seconds }) => disk.others / seconds)),
    busyCpu: findMax(all.map(({ cpu }) => Math.max(0, 1 - cpu.idle - cpu.stolen))),
    ownCpu: findMax(all.map(({ cpu }) => cpu.own)),
    load: findMax(all.map(({ load }) => load)),
    availableMemory: Math.min(...all.map(({ memory }) => memory.available)),
    waited: {
      cpu: findKnownMax(all.map(({ waited }) => waited)),
      io: findKnownMax(all.map(({ stalled }) => stalled.io)),
      memory: findKnownMax(all.map(({ stalled }) => stalled.memory)),
    },
    heldPackets: findKnownMax(all.map(({ heldPackets }) => heldPackets)),
    clockAheadSeconds: clocks.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null,
  };
}

function findMax(values: readonly number[]): number {
  return Math.max(...values);
}

/** Of those that are known; null where none is. */
function findKnownMax(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : findMax(known);
}
