/** All workload kinds. Adding one is one line here, and its name in `kinds.ts`. */
import type { KnownWorkload, Workload } from './contract';
import { fio } from './fio/workload';
import { treeCopy } from './tree-copy/workload';
import { WORKLOAD_KINDS, type WorkloadKind } from './kinds';

const WORKLOADS: { readonly [K in WorkloadKind]: KnownWorkload<K> } = { fio, 'tree-copy': treeCopy };

/** Whether a text names a kind. */
function isWorkloadKind(kind: string): kind is WorkloadKind {
  return (WORKLOAD_KINDS as readonly string[]).includes(kind);
}

/** The workload of a kind; undefined where there is none. */
export function workloadOf(kind: string): Workload | undefined {
  return isWorkloadKind(kind) ? WORKLOADS[kind] : undefined;
}
