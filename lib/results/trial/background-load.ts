/** Background load of a machine during a trial, in a few figures. Rows contain these even for undisturbed trials. */
import type { HostRaw } from '../../workloads/contract';
import type { BackgroundLoad } from '../../shapes/verdict';
import { readEvidence } from '../../workloads/evidence';
import { computeDeltas } from './counter-deltas';

/** The highest value of any host for each figure; null without readable evidence. */
export function computeBackgroundLoad(hosts: readonly HostRaw[]): BackgroundLoad | null {
  const seen = readEvidence(hosts);
  const all = computeDeltas(seen).map(({ deltas }) => deltas);
  if (all.length === 0) return null;
  const clocks = seen.map(({ clock }) => clock).toSorted((a, b) => Math.abs(b ?? Infinity) - Math.abs(a ?? Infinity));
  const bounds = seen.map(({ clock, clockBound }) => (clock === null ? null : clockBound));
  return {
    otherProcessesCpu: Math.max(...all.map(({ cpu }) => cpu.others)),
    stolenCpu: Math.max(...all.map(({ cpu }) => cpu.stolen)),
    otherProcessesBytesPerSecond: Math.max(...all.map(({ disk, seconds }) => disk.others / seconds)),
    busyCpu: Math.max(...all.map(({ cpu }) => Math.max(0, 1 - cpu.idle - cpu.stolen))),
    ownCpu: Math.max(...all.map(({ cpu }) => cpu.own)),
    load: Math.max(...all.map(({ load }) => load)),
    availableMemory: Math.min(...all.map(({ memory }) => memory.available)),
    stalled: {
      cpu: findKnownMax(all.map(({ waited }) => waited)),
      io: findKnownMax(all.map(({ stalled }) => stalled.io)),
      memory: findKnownMax(all.map(({ stalled }) => stalled.memory)),
    },
    delayedPackets: findKnownMax(all.map(({ delayedPackets }) => delayedPackets)),
    clockAheadSeconds: clocks[0] ?? null,
    clockBoundSeconds: bounds.includes(null) ? null : findKnownMax(bounds),
  };
}

/** Maximum of the known values; null without any. */
function findKnownMax(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
