/** The kinds of targets and workloads that a spec may name: the registries, or those of a test. */
import type { Target } from '../targets/contract';
import { TARGET_KINDS, targetOf } from '../targets/registry';
import type { Workload } from '../workloads/contract';
import { WORKLOAD_KINDS } from '../workloads/kinds';
import { workloadOf } from '../workloads/registry';

export interface Kinds {
  readonly targetKinds: readonly string[];
  readonly workloadKinds: readonly string[];
  targetOf(kind: string): Target | undefined;
  workloadOf(kind: string): Workload | undefined;
}

/** All that this program knows. */
export const KINDS: Kinds = { targetKinds: TARGET_KINDS, workloadKinds: WORKLOAD_KINDS, targetOf, workloadOf };
