/** The kinds of targets and workloads that a spec may name: the registries, or the kinds of a test. */
import { ensure } from '../shapes/errors';
import { getOrMake } from '../shapes/collections';
import { hasManaged } from '../shapes/managed-hosts';
import type { Spec } from '../shapes/spec';
import type { Target } from '../targets/contract';
import { TARGET_KINDS, findTarget } from '../targets/registry';
import type { Workload } from '../workloads/contract';
import { WORKLOAD_KINDS } from '../shapes/workload-kinds';
import { findWorkload } from '../workloads/registry';

export interface Kinds {
  readonly targetKinds: readonly string[];
  readonly workloadKinds: readonly string[];
  targetOf(kind: string): Target | undefined;
  workloadOf(kind: string): Workload | undefined;
}

export const KINDS: Kinds = {
  targetKinds: TARGET_KINDS,
  workloadKinds: WORKLOAD_KINDS,
  targetOf: findTarget,
  workloadOf: findWorkload,
};

/**
 * The kinds for the hosts of a fleet. On managed hosts, local kinds become external folders.
 * @param fleet as written
 */
export function adaptKinds(fleet: unknown, kinds: Kinds = KINDS): Kinds {
  if (!hasManaged(fleet)) return kinds;
  return {
    ...kinds,
    targetOf: (kind) => {
      const target = kinds.targetOf(kind);
      return target === undefined ? undefined : adaptTarget(target);
    },
  };
}

/** Adapted targets, one object each, because callers use them as keys. */
const ADAPTED_TARGETS = new WeakMap<Target, Target>();

function adaptTarget(target: Target): Target {
  const { hosts: _, onManaged, ...others } = target;
  if (onManaged === undefined) return target;
  return getOrMake(ADAPTED_TARGETS, target, () => ({ ...others, ...onManaged, local: false }));
}

/** Whether all targets of a spec are on this machine, so that it needs no AWS account. */
export function isLocalSpec({ targets, fleet }: Pick<Spec, 'targets' | 'fleet'>, kinds: Kinds = KINDS): boolean {
  const there = adaptKinds(fleet, kinds);
  return Object.values(targets).every(({ kind }) => there.targetOf(kind)?.local === true);
}

interface CellNames {
  readonly target: string;
  readonly workload: string;
}

type KindSections = Pick<Spec, 'targets' | 'workloads'>;

export function getCellTarget(spec: KindSections, cell: CellNames, kinds: Kinds): Target {
  const { kind } = ensure(spec.targets[cell.target], `the target ${cell.target} of a cell`);
  return ensure(kinds.targetOf(kind), `the target kind ${kind}`);
}

export function getCellWorkload(spec: KindSections, cell: CellNames, kinds: Kinds): Workload {
  const { kind } = ensure(spec.workloads[cell.workload], `the workload ${cell.workload} of a cell`);
  return ensure(kinds.workloadOf(kind), `the workload kind ${kind}`);
}
