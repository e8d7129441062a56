/** All workload kinds. Adding one is one line here. */
import type { Workload } from './contract';
import { fio } from './fio/workload';

const WORKLOADS = { fio } as const satisfies Readonly<Record<string, Workload>>;

/** A kind that a spec may name: other rooms hold a `Record<WorkloadKind, …>` of what they must know of each. */
export type WorkloadKind = keyof typeof WORKLOADS;

/** The same as a list, in the order of the registry. */
export const WORKLOAD_KINDS: readonly WorkloadKind[] = Object.keys(WORKLOADS).filter(isWorkloadKind);

/** Whether a text names a kind. */
export function isWorkloadKind(kind: string): kind is WorkloadKind {
  return Object.hasOwn(WORKLOADS, kind);
}

/** The workload of a kind; undefined where there is none. */
export function workloadOf(kind: string): Workload | undefined {
  return isWorkloadKind(kind) ? WORKLOADS[kind] : undefined;
}
