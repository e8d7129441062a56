/** All workload kinds. To add a kind, add one line here and its name in `shapes/workload-kinds.ts`. */
import type { UnsupportedKind } from '../shapes/unsupported-features';
import { command } from './command/workload';
import type { KnownWorkload, Workload } from './contract';
import { database } from './database/workload';
import { fio } from './fio/workload';
import { kafkaOmb } from './kafka-omb/workload';
import { kafkaPerf } from './kafka-perf/workload';
import { WORKLOAD_KINDS, type WorkloadKind } from '../shapes/workload-kinds';
import { IOR_TOOL } from './mpi/ior/ior';
import { MDTEST_TOOL } from './mpi/mdtest/mdtest';
import { createMpiWorkload } from './mpi/workload';
import { createPlanOnlyWorkload, type PlanOnlyWorkload } from './plan-only-workload';
import { metadata } from './metadata/workload';
import { treeCopy } from './tree-copy/workload';

const EXECUTABLE_WORKLOADS: { readonly [K in Exclude<WorkloadKind, UnsupportedKind>]: KnownWorkload<K> } = {
  fio,
  'tree-copy': treeCopy,
  metadata,
  mdtest: createMpiWorkload(MDTEST_TOOL),
  ior: createMpiWorkload(IOR_TOOL),
  command,
  database,
};

const PLAN_ONLY_WORKLOADS: { readonly [K in UnsupportedKind]: PlanOnlyWorkload<K> } = {
  'kafka-omb': kafkaOmb,
  'kafka-perf': kafkaPerf,
};

const WORKLOADS: Readonly<Record<WorkloadKind, Workload>> = {
  ...EXECUTABLE_WORKLOADS,
  ...(Object.fromEntries(
    Object.entries(PLAN_ONLY_WORKLOADS).map(([kind, planned]) => [kind, createPlanOnlyWorkload(planned)]),
  ) as Readonly<Record<UnsupportedKind, Workload>>),
};

function isWorkloadKind(kind: string): kind is WorkloadKind {
  return (WORKLOAD_KINDS as readonly string[]).includes(kind);
}

export function findWorkload(kind: string): Workload | undefined {
  return isWorkloadKind(kind) ? WORKLOADS[kind] : undefined;
}
