/** All workload kinds. Adding one is one line here. */
import type { Workload } from './contract';
import { fio } from './fio/workload';

const WORKLOADS = { fio } as const satisfies Readonly<Record<string, Workload>>;

/** Kinds that a spec may name. */
export type WorkloadKind = keyof typeof WORKLOADS;

/** The same as a list, in the order of the registry. */
export const WORKLOAD_KINDS = Object.keys(WORKLOADS) as readonly WorkloadKind[];

/** The workload of a kind; undefined where there is none. */
export function workloadOf(kind: string): Workload | undefined {
  return Object.hasOwn(WORKLOADS, kind) ? WORKLOADS[kind as WorkloadKind] : undefined;
}
