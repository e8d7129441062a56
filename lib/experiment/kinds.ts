/** The kinds of targets and workloads that a spec may name: the registries, or those of a test. */
import { expected } from '../shapes/errors';
import { getOrMake } from '../shapes/group';
import { hasManaged } from '../shapes/managed';
import type { Spec } from '../shapes/spec';
import type { Target } from '../targets/contract';
import { TARGET_KINDS, targetOf } from '../targets/registry';
import type { Workload } from '../workloads/contract';
import { WORKLOAD_KINDS } from '../shapes/workload-kinds';
import { workloadOf } from '../workloads/registry';

export interface Kinds {
  readonly targetKinds: readonly string[];
  readonly workloadKinds: readonly string[];
  targetOf(kind: string): Target | undefined;
  workloadOf(kind: string): Workload | undefined;
}

/** All that this program knows. */
export const KINDS: Kinds = { targetKinds: TARGET_KINDS, workloadKinds: WORKLOAD_KINDS, targetOf, workloadOf };

/**
 * The kinds as they are on the hosts of a fleet: on managed ones, what lives on the machine of a person elsewhere is a
 * folder that others own.
 * @param fleet as written
 */
export function kindsOn(fleet: unknown, kinds: Kinds = KINDS): Kinds {
  if (!hasManaged(fleet)) return kinds;
  return {
    ...kinds,
    targetOf: (kind) => {
      const target = kinds.targetOf(kind);
      return target === undefined ? undefined : onManagedHosts(target);
    },
  };
}

/** Of each target, as it is there: one object, by which others remember. */
const THERE = new WeakMap<Target, Target>();

function onManagedHosts(target: Target): Target {
  if (target.onManaged === undefined) return target;
  return getOrMake(THERE, target, () => ({ ...target, ...target.onManaged, local: false }));
}

/** Whether all targets of a spec live on the machine of a person: it needs no account. */
export function isLocal({ targets, fleet }: Pick<Spec, 'targets' | 'fleet'>, kinds: Kinds = KINDS): boolean {
  const there = kindsOn(fleet, kinds);
  return Object.values(targets).every(({ kind }) => there.targetOf(kind)?.local === true);
}

/** What of a cell says where it belongs in its spec. */
interface Placed {
  readonly target: string;
  readonly workload: string;
}

/** Sections of a spec that name kinds. */
type Named = Pick<Spec, 'targets' | 'workloads'>;

/** The target of a cell of this spec. */
export function targetOfCell(spec: Named, cell: Placed, kinds: Kinds): Target {
  const { kind } = expected(spec.targets[cell.target], `the target ${cell.target} of a cell`);
  return expected(kinds.targetOf(kind), `the target kind ${kind}`);
}

/** The workload of a cell of this spec. */
export function workloadOfCell(spec: Named, cell: Placed, kinds: Kinds): Workload {
  const { kind } = expected(spec.workloads[cell.workload], `the workload ${cell.workload} of a cell`);
  return expected(kinds.workloadOf(kind), `the workload kind ${kind}`);
}
