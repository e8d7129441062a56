/** What a modelled host says of its machine: nothing runs beside its tool. */
import type { Evidence, EvidenceSample } from '../../../results/trial/evidence';
import type { MovedBytes } from '../../../shapes/price';
import type { ModelledPerformance } from '../../printers/contract';

/** Memory in use while nothing but the tool runs, of all: an idle Amazon Linux takes some hundred MiB. */
const USED = 0.05;
const NOTHING = { user: 0, system: 0, read: 0, write: 0 };

function secondsOf(phases: readonly ModelledPerformance[]): number {
  return phases.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** What of a machine shows while its tool works. */
export interface WorkingMachine {
  readonly memoryBytes: number;
  /** Part of its CPUs that the tool's threads can use, 0–1 and more: threads ÷ CPUs. */
  readonly threadsPerCpu: number;
  /** Bytes of a unit of work over its network, phase by phase, of those that are measured. */
  readonly moved: readonly MovedBytes[];
}

/**
 * Text of `raw/evidence.json`.
 * @param begins epoch seconds at which the measured window begins
 */
export function quietEvidence(
  instanceId: string,
  performance: ModelledPerformance,
  begins: number,
  { memoryBytes, threadsPerCpu, moved }: WorkingMachine,
): string {
  const { cpu } = performance;
  const phases = (performance.phases ?? [performance]).slice(0, moved.length);
  const seconds = performance.phases?.length === phases.length ? performance.seconds : secondsOf(phases);
  // As if the machine had one CPU: only shares of its time are looked at.
  const ticks = Math.max(1, Math.round(seconds * 100));
  const ticksOf = (share: number): number => Math.round(Math.min(1, share * threadsPerCpu) * ticks);
  const system = ticksOf(cpu.system);
  const user = ticksOf(cpu.system + cpu.user) - system;
  const memory = { total: memoryBytes, available: Math.round(memoryBytes * (1 - USED)), swappedIn: 0, killed: 0 };
  const from: EvidenceSample = {
    at: begins,
    cpu: [0, 0, 0, 0, 0, 0, 0, 0],
    load: 0,
    running: 1,
    own: NOTHING,
    others: NOTHING,
    hidden: 0,
    disk: { read: 0, write: 0, reads: 0, writes: 0, elsewhere: 0 },
    memory,
    stalled: { cpu: 0, io: 0, memory: 0 },
    limits: [],
    thermalMs: 0,
    network: null,
    traffic: { in: 0, out: 0 },
    nfs: null,
  };
  const idle = Math.max(0, ticks - user - system);
  const bytes = (of: keyof MovedBytes): number =>
    Math.round(phases.reduce((sum, one, index) => sum + (moved[index]?.[of] ?? 0) * one.units.rate * one.seconds, 0));
  const traffic = { in: bytes('read'), out: bytes('written') };
  const to = { ...from, at: begins + seconds, cpu: [user, 0, system, idle, 0, 0, 0, 0], traffic };
  const seen: Evidence = {
    version: 1,
    machine: instanceId,
    device: '',
    clock: null,
    samples: [from, { ...to, own: { ...NOTHING, user, system } }],
  };
  return `${JSON.stringify(seen)}\n`;
}
