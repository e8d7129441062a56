/** All workload kinds. Adding one is one line here, and its name in `shapes/workload-kinds.ts`. */
import type { NotBuiltKind } from '../shapes/not-built';
import { command } from './command/workload';
import type { KnownWorkload, Workload } from './contract';
import { database } from './database/workload';
import { fio } from './fio/workload';
import { kafkaOmb } from './kafka-omb/workload';
import { kafkaPerf } from './kafka-perf/workload';
import { WORKLOAD_KINDS, type WorkloadKind } from '../shapes/workload-kinds';
import { IOR } from './mpi/ior/ior';
import { MDTEST } from './mpi/mdtest/mdtest';
import { mpiWorkload } from './mpi/workload';
import { notBuilt, type SketchedWorkload } from './sketch';
import { metadata } from './metadata/workload';
import { treeCopy } from './tree-copy/workload';

/** Kinds that can be executed, and whole. */
const BUILT: { readonly [K in Exclude<WorkloadKind, NotBuiltKind>]: KnownWorkload<K> } = {
  fio,
  'tree-copy': treeCopy,
  metadata,
  mdtest: mpiWorkload(MDTEST),
  ior: mpiWorkload(IOR),
  command,
};

/** Kinds that can be planned only. */
const SKETCHED: { readonly [K in NotBuiltKind]: SketchedWorkload<K> } = {
  'kafka-omb': kafkaOmb,
  'kafka-perf': kafkaPerf,
  database,
};

const WORKLOADS: Readonly<Record<WorkloadKind, Workload>> = {
  ...BUILT,
  ...(Object.fromEntries(Object.entries(SKETCHED).map(([kind, sketch]) => [kind, notBuilt(sketch)])) as Readonly<
    Record<NotBuiltKind, Workload>
  >),
};

/** Whether a text names a kind. */
function isWorkloadKind(kind: string): kind is WorkloadKind {
  return (WORKLOAD_KINDS as readonly string[]).includes(kind);
}

/** The workload of a kind; undefined where there is none. */
export function workloadOf(kind: string): Workload | undefined {
  return isWorkloadKind(kind) ? WORKLOADS[kind] : undefined;
}
