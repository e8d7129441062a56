/** All workload kinds. To add a kind, add one line here and its name in `shapes/workload-kinds.ts`. */
import { commits } from './commits/workload';
import { command } from './command/workload';
import type { KnownWorkload, Workload } from './contract';
import { database } from './database/workload';
import { fio } from './fio/workload';
import { kafka } from './kafka/workload';
import { WORKLOAD_KINDS, type WorkloadKind } from '../shapes/workload-kinds';
import { ior } from './mpi/ior/ior';
import { mdtest } from './mpi/mdtest/mdtest';
import { metadata } from './metadata/workload';
import { treeCopy } from './tree-copy/workload';

const WORKLOADS: { readonly [K in WorkloadKind]: KnownWorkload<K> } = {
  fio,
  'tree-copy': treeCopy,
  metadata,
  commits,
  mdtest,
  ior,
  command,
  kafka,
  database,
};

function isWorkloadKind(kind: string): kind is WorkloadKind {
  return (WORKLOAD_KINDS as readonly string[]).includes(kind);
}

export function findWorkload(kind: string): Workload | undefined {
  return isWorkloadKind(kind) ? WORKLOADS[kind] : undefined;
}
